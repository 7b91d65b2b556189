// Slow: it promotes a whole tenant.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configOf } from './promote-tree.ts'
import { at, openAccount, openScene } from './promote-world.ts'

const account = openAccount({ seed: 'acme' })
const EXPLORER = 'content/product/order-explorer/dashboard.yaml'

test('an existing tenant is promoted to an empty one, and what must stay behind is named', async () => {
  const { url, keys } = account()
  const targets = { production: { url, deployment: 2 }, dev: { url, deployment: 1 } }
  const play = await openScene(
    { 'boardwright.yaml': configOf(targets, "interpolate: ['content/**/app/**']\n") },
    { BOARDWRIGHT_TOKEN: keys.admin },
  )
  await play.export('production')
  await play.adopt('production')
  await expect(play.planPromotion('production', 'dev')).rejects.toMatchObject({
    kind: 'PROMOTE_BLOCKED',
    problems: [{ at: { file: EXPLORER } }, { at: { file: EXPLORER } }],
  })
  const explorer = readFileSync(at(play.root, EXPLORER), 'utf8')
  await play.commit({
    [EXPLORER]: explorer
      .replace('n3QbYe6HsD9v', '${report.active-cafes}')
      .replace('L8gXk2RfP7uT', '${report.orders-per-hour}'),
  })
  const { source, planned } = await play.planPromotion('production', 'dev', { at: 'HEAD' })
  expect(source.stays.map(({ message }) => message)).toEqual([
    'the description of "Revenue by month" cannot be written',
    'the description of "Pipeline" cannot be written',
    'the calculated fields of "Weekly sales meeting" cannot be written',
  ])
  expect(planned.plan).toMatchObject({
    held: [],
    summary: { create: 32, publish: 6 },
    stops: [{ kind: 'first-apply' }],
  })
  expect(planned.writeRequests).toBe(0)
})
