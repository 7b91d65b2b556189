import { expect, test } from 'vitest'
import type { Row } from '../invariants/rows.ts'
import { unknownKeys } from '../support/known-keys.ts'
import { UI_ACTS } from './acts.ts'

interface Request {
  readonly do: 'request'
  readonly method: string
  readonly path: string
  readonly body?: object
}
const requestsIn = (actions: readonly unknown[]): Request[] =>
  actions.filter((each): each is Request => (each as Request).do === 'request')

const row = (id: number): Row => ({
  ...{ id, kind: 'workbook', name: 'a', version: 1, cells: new Map() },
  wire: {
    ...{ meta: { boardwright: '{"base":{}}' }, dashboardDraft: { widgets: [{ id: 'w' }] } },
    ...{ publishedDashboard: { id: 3 }, recipients: [{ userId: 4 }], members: [{ value: '4' }] },
  },
})

/** A short walk does not come to each of them. */
test.each(Object.entries(UI_ACTS))('%s: the platform knows all that it sends', (_, act) => {
  const [one, other] = [row(1), row(2)]
  const actions = act({ one: () => one, other: () => other, pick: 1, mark: 'ui-1', nth: 1 })
  expect(actions).not.toEqual([])
  for (const { method, path, body } of requestsIn(actions)) {
    if (body === undefined) continue
    const address = path.startsWith('/api/') ? path : `/api/v1/deployments/2${path}`
    expect(unknownKeys(method, address, body)).toEqual([])
  }
})
