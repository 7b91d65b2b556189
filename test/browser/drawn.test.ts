import { beforeAll, describe, expect, test } from 'vitest'
import type { Scene } from '../../packages/pictures/scene.ts'
import { startSandbox } from '../../packages/sandbox/index.ts'
import { type PreviewTree, readPreviewTree } from '../../src/previews/page/tree.ts'
import { readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { isLong } from '../support/long.ts'
import { type Decoded, readPng } from '../support/png.ts'
import { useSameFonts, VIEWPORT } from './same-fonts.ts'
import { inPage } from './support.ts'

const SCALED = isLong ? 100 : 1

const { page, show, draw } = useSameFonts()
let tree: PreviewTree
beforeAll(async () => {
  tree = await readPreviewTree('examples/acme', { today: '2026-11-20', env: {} })
})

/**
 * What each widget shows, by kind of mark, and the figure of a number. Rows are those that are seen whole: a table on a
 * page can be scrolled. Of what is drawn as pixels nothing can be counted.
 */
const COUNT = `() => Object.fromEntries([...document.querySelectorAll('[data-widget]')].flatMap((widget) => {
  const own = (selector) => [...widget.querySelectorAll(selector)].filter((each) => each.closest('[data-widget]') === widget)
  if (widget.getClientRects().length === 0 || own('canvas').length > 0) return []
  const counts = {}
  const add = (name, number) => { if (number > 0) counts[name] = (counts[name] ?? 0) + number }
  for (const group of own('g.role-mark')) {
    const kind = [...group.classList].find((name) => /^mark-(rect|line|area|symbol|arc|rule|text|shape|trail)$/.test(name))
    if (kind) add(kind.slice(5), [...group.children].filter((each) => !/^M0,0h0v0/.test(each.getAttribute('d') ?? '')).length)
  }
  add('place', own('circle.bw-map-point').length)
  add('stretch of land', own('.bw-map-land path').reduce((sum, each) => sum + each.getAttribute('d').split('M').length - 1, 0))
  add('flow', own('.bw-sankey-links path').length)
  add('group', own('.bw-sankey rect').length)
  add('row', own('g.bw-row').length)
  const scroll = own('.bw-scroll')[0]
  const foot = own('tfoot')[0]?.getBoundingClientRect().height ?? 0
  if (scroll) {
    const end = scroll.getBoundingClientRect().bottom - foot - 1
    add('row', own('.bw-table tbody tr').filter((row) => row.getBoundingClientRect().bottom < end + 2).length)
  }
  return [[widget.dataset.widget, counts]]
}))`
type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>
const counted = (): Promise<Counts> => page().evaluate(inPage<Counts>(COUNT), undefined)

/** Marks of the viewer that are in the picture too. What only a browser draws is a box there. */
async function expectSameMarks(scene: Scene, isLookedAt = false): Promise<number> {
  await show(scene)
  const there = await counted()
  if (isLookedAt) await expectSameToTheEye(scene)
  const { bytes, stopped } = await draw(scene, 'svg')
  expect(stopped).toEqual({})
  await page().setContent(Buffer.from(bytes).toString('utf8'))
  const here = await counted()
  expect(Object.fromEntries(Object.keys(there).map((id) => [id, here[id]]))).toEqual(there)
  return Object.values(there)
    .flatMap((counts) => Object.values(counts))
    .reduce((sum, count) => sum + count, 0)
}

/** Of the scene that the viewer shows. */
async function expectSameToTheEye(scene: Scene): Promise<void> {
  const { bytes, width, height } = await draw(scene, 'png')
  const ours = readPng(bytes)
  expect([ours.width, ours.height]).toEqual([width, height])
  await page().setViewportSize({ ...VIEWPORT, height })
  const theirs = readPng(await page().screenshot({ fullPage: true }))
  await page().setViewportSize(VIEWPORT)
  expect(theirs.width).toBe(ours.width)
  expect(Math.abs(theirs.height - ours.height)).toBeLessThan(4)
  expect(difference(ours, theirs), scene.title).toBeLessThan(0.06)
}
const LOOKED_AT = ['revenue-overview', 'cash', 'weekly-sales-meeting']

describe('a picture drawn without a browser', () => {
  test('has the same marks as the viewer for all dashboards and reports of acme, and three look the same', async () => {
    let marks = 0
    const alone = new Set<string>()
    for (const name of tree.places.keys()) {
      const scene = tree.scene(name)
      if (!scene || scene.dashboard.kind === 'APP') continue
      if (name.startsWith('report/') && !isLong) {
        // On dashboards they are all drawn: alone, one of each kind.
        const kind = Object.values(scene.reports)
          .map((report) => report.kind)
          .join()
        if (alone.has(kind)) continue
        alone.add(kind)
      }
      marks += await expectSameMarks(scene, LOOKED_AT.includes(name))
    }
    expect([...tree.places.keys()]).toEqual(expect.arrayContaining(LOOKED_AT))
    expect(marks).toBeGreaterThan(isLong ? 600 : 400)
    if (!isLong) expect(alone.size).toBeGreaterThan(2)
  })

  test('has the same marks for dashboards of the scale seed, too', async () => {
    const sandbox = await startSandbox({ seed: 'scale', reports: 10 * SCALED })
    const root = temporaryDirectory()
    const project = readFiles('examples/acme')['boardwright.yaml'] ?? ''
    await writeFiles(root, { 'boardwright.yaml': project.replaceAll('https://acme.example', sandbox.url) })
    const exported = await runHere(['export', '-C', root, '--target', 'production'], {
      env: { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin },
    })
    await sandbox.close()
    expect(exported).toMatchObject({ code: 0 })
    const scaled = await readPreviewTree(root, { today: '2026-11-20', env: {} })
    const names = [...scaled.places.keys()].filter((name) => !name.startsWith('report/'))
    expect(names).toHaveLength(SCALED)
    for (const name of names) {
      const scene = scaled.scene(name)
      expect(scene && (await expectSameMarks(scene)), name).toBeGreaterThan(10)
      // A bar for each day: no stack of them has a group of its own.
      await expect.poll(() => page().locator('.mark-rect').count(), { message: name }).toBeLessThan(500)
    }
  })
})

const BLOCK = 4

/** The part of blocks whose colours differ on average: letters are smoothed by two programs. */
function difference(one: Decoded, other: Decoded): number {
  const [across, down] = [one.width, Math.min(one.height, other.height)].map((each) =>
    Math.floor((each ?? 0) / BLOCK),
  ) as [number, number]
  const mean = (image: Decoded, column: number, row: number): number[] => {
    const sum = [0, 0, 0]
    for (let y = 0; y < BLOCK; y += 1)
      for (let x = 0; x < BLOCK; x += 1)
        image.at(column * BLOCK + x, row * BLOCK + y).forEach((part, index) => {
          sum[index] = (sum[index] ?? 0) + part / BLOCK ** 2
        })
    return sum
  }
  let differs = 0
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1) {
      const [a, b] = [mean(one, column, row), mean(other, column, row)]
      if (a.some((part, index) => Math.abs(part - (b[index] ?? 0)) > 24)) differs += 1
    }
  return differs / (across * down)
}
