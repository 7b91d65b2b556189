import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configOf } from './promote-tree.ts'
import { at, openAccount, openScene, rowsOf } from './promote-world.ts'

const account = openAccount({ seed: 'acme' })
const EXPLORER = 'content/product/order-explorer/dashboard.yaml'

test('a tenant that was there already goes to an empty one, with all that must stay behind named', async () => {
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
  const before = await rowsOf(account(), 2)
  const shaping = { firstApply: true } as const
  const { source, result, plan } = await play.promote('production', 'dev', { shaping, at: 'HEAD' })
  console.log(source.stays, source.edits, plan.held, plan.summary)
  expect(result?.failed).toEqual([])
  expect(await rowsOf(account(), 2)).toEqual(before)
  expect((await play.plan('dev')).plan.objects).toEqual([])
})
