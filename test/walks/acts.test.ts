import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../src/api/index.ts'
import { readYaml } from '../../src/serialize/yaml/read.ts'
import type { Row } from '../invariants/rows.ts'
import { UI_ACTS } from './acts.ts'

/** Keys of a body that the platform does not know. It ignores them, so whoever sends one does less than they say. */
function unknownKeys(method: string, path: string, body: object): string[] {
  const isAt = (pattern: string): boolean => {
    const parts = path.replaceAll(/\{[^}]+\}/g, '1').split('/')
    const wanted = pattern.split('/')
    return wanted.length === parts.length && wanted.every((part, nth) => part.startsWith('{') || part === parts[nth])
  }
  const shapes = Object.values(api)
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .flatMap((each) => (each.method === method && isAt(each.path) && 'body' in each ? [each.body] : []))
    .flatMap((schema) => (schema instanceof z.ZodObject ? [Object.keys(schema.shape)] : []))
  expect(shapes, `${method} ${path} takes a body`).not.toEqual([])
  return Object.keys(body).filter((key) => !shapes.some((keys) => keys.includes(key)))
}

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
  wire: { meta: { boardwright: '{"base":{}}' }, dashboardDraft: { widgets: [{ id: 'w' }] } },
})

test.each(Object.entries(UI_ACTS))('%s: the platform knows all that it sends', (_, act) => {
  const [one, other] = [row(1), row(2)]
  const actions = act({ one: () => one, other: () => other, pick: 1, mark: 'ui-1', nth: 1 })
  expect(actions).not.toEqual([])
  for (const { method, path, body = {} } of requestsIn(actions)) {
    expect(unknownKeys(method, `/api/v1/deployments/2${path}`, body)).toEqual([])
  }
})

describe('the platform knows all that people send in the story', () => {
  const STORIES = 'test/scenarios/stories'
  const stories = readdirSync(STORIES).flatMap((name) => {
    const text = readFileSync(`${STORIES}/${name}/story.yaml`, 'utf8')
    const { steps } = readYaml(text, 'story.yaml').value as {
      steps: readonly { ui?: readonly unknown[]; do?: readonly unknown[] }[]
    }
    const requests = requestsIn(steps.flatMap((step) => [...(step.ui ?? []), ...(step.do ?? [])]))
    return requests.some(({ body }) => body) ? [[name, requests] as const] : []
  })
  test.each(stories)('%s', (_, requests) => {
    for (const { method, path, body = {} } of requests) expect(unknownKeys(method, path, body)).toEqual([])
  })
})
