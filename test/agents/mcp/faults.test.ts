import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cliProject } from '../../cli/project.ts'
import { type Document, openAgent } from './client.ts'

const FILE = 'content/sales/board/dashboard.yaml'
const BOARD = {
  a: 'type: CHART\n    report: orders\n    position: {x: 0, y: 0, w: 6, h: 4}\n    responsiveLayouts: {sm: {x: 0, y: 0, w: 6, h: 4}}\n    config: {title: Orders}',
  b: 'type: CHART\n    report: orders\n    position: {x: 6, y: 0, w: 6, h: 4}\n    responsiveLayouts: {sm: {x: 0, y: 4, w: 6, h: 4}}\n    config: {title: Costs}',
}
const written = (b: string): string => `title: Board\nwidgets:\n  - id: a\n    ${BOARD.a}\n  - id: b\n    ${b}\n`

/** What an agent can get wrong in a layout: what it is told of it. */
const NAMED: readonly (readonly [fault: string, from: string, to: string, says: RegExp])[] = [
  ['an overlap', 'x: 6, y: 0, w: 6', 'x: 4, y: 0, w: 6', /"b" overlaps widget "a"$/],
  ['too wide', 'x: 6, y: 0, w: 6', 'x: 6, y: 0, w: 9', /outside the 12 columns/],
  ['left of the page', 'x: 6, y: 0, w: 6', 'x: -2, y: 4, w: 6', /outside the 12 columns/],
  ['no size', 'x: 6, y: 0, w: 6', 'x: 6, y: 0, w: 0', /has no size/],
  ['too wide on a narrow screen', 'x: 0, y: 4, w: 6', 'x: 0, y: 4, w: 10', /outside the 6 columns of the grid at sm/],
  ['an overlap on a narrow screen', 'x: 0, y: 4, w: 6', 'x: 0, y: 2, w: 6', /overlaps widget "a" at sm/],
  ['an empty widget', '    report: orders\n', '', /names no report/],
  ['an unknown report', 'report: orders', 'report: order', /order/],
  [
    'a title that nobody can read',
    'config: {title: Costs}',
    "config: {title: Costs}\n    style: {backgroundColor: '#fff', title: {color: '#eee'}}",
    /text in #eee on #fff is hard to read/,
  ],
]

test.each(NAMED)('%s is reported when it is written', async (_, from, to, says) => {
  const { root } = await cliProject()
  const agent = await openAgent(root)
  const { document: before } = await agent.call('read', { path: FILE })
  const faulty = BOARD.b.replace(from, to)
  expect(faulty).not.toBe(BOARD.b)
  const { document } = await agent.call('write', {
    files: [{ file: FILE, text: written(faulty), digest: before['digest'] }],
  })
  const problems = (document['problems'] ?? document['warnings']) as readonly Document[]
  expect(problems.map(({ message }) => message)).toContainEqual(expect.stringMatching(says))
})

/** Nothing is wrong with the file, and a look at the picture tells. */
const SEEN: readonly (readonly [fault: string, from: string, to: string])[] = [
  [
    'a title that is cut',
    'title: Costs',
    'title: Costs of everything that was bought in every shop of every region this year',
  ],
  ['a widget too small for its chart', 'w: 6, h: 4}\n    responsive', 'w: 1, h: 1}\n    responsive'],
]

test.each(SEEN)('%s is visible in the picture', async (_, from, to) => {
  const { root } = await cliProject()
  const agent = await openAgent(root)
  const drawn = async (b: string) => {
    const { document } = await agent.call('read', { path: FILE })
    if (document['text'] !== written(b))
      await agent.call('write', { files: [{ file: FILE, text: written(b), digest: document['digest'] }] })
    const { pictures, texts } = await agent.call('preview', { dashboard: 'board', target: 'dev' })
    expect(pictures, texts.join('\n')).toHaveLength(1)
    return pictures[0]?.toString('base64')
  }
  const [good, bad] = [await drawn(BOARD.b), await drawn(BOARD.b.replace(from, to))]
  expect(readFileSync(`${root}/${FILE}`, 'utf8')).toContain(to.split('\n')[0])
  expect(bad).not.toBe(good)
})
