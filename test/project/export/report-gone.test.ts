import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { takeDrift } from '../../../src/project/drift.ts'
import { exportTree } from '../../../src/project/export.ts'
import { renderDrift } from '../../../src/words/drift.ts'
import { configOf, REPORT, TREE } from '../promote-tree.ts'
import { at, openAccount, openScene } from '../promote-world.ts'

const account = openAccount()
const BOARD = 'content/sales/board/dashboard.yaml'
const FILES = {
  ...TREE,
  'content/sales/board/workbook.yaml': 'slug: board\nname: Board\n',
  [BOARD]: `title: Board
widgets:
  - id: theirs
    type: CHART
    report: /sales/revenue/by-month
    position: {x: 0, y: 0, w: 6, h: 4}
`,
}

/** Applied, with a second dashboard that shows the report; then deleted in the UI. */
async function deleted(type: string, id: string) {
  const { url, keys, controls } = account()
  const config = configOf({ production: { url, deployment: 2 } })
  const scene = await openScene({ 'boardwright.yaml': config, ...FILES }, { BOARDWRIGHT_TOKEN: keys.admin })
  await scene.apply('production')
  await controls.addPeople({ do: [{ do: 'delete', type, id }] } as never)
  const planned = await scene.plan('production')
  const { isTaken, kept } = await takeDrift(await scene.open(), planned)
  const says = renderDrift(planned.plan, { width: 160, color: false }, isTaken)
  const exported = await exportTree(await scene.open(), { env: scene.env, target: 'production' })
  return { scene, says, kept: kept.map(({ at: place }) => place?.file), exported }
}

test('while the file of a report stays, every widget that names it does', async () => {
  const { scene, exported, kept } = await deleted('WORKBOOK', 'revenue')
  expect(kept).toContain(REPORT)
  expect([exported.written, exported.removed]).toEqual([[], []])
  expect(readFileSync(at(scene.root, BOARD), 'utf8')).toBe(FILES[BOARD])
})

test('drift reports a deleted report as export does', async () => {
  const { says, kept, exported } = await deleted('REPORT', 'byMonth00001')
  expect(says).toContain('Take them into git:  boardwright export --target production\n')
  expect([kept, exported.removed]).toEqual([[], [REPORT]])
})
