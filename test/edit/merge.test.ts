// Slow: it merges in many ways, each with git.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commentsOf } from '../../packages/common/yaml/comments.ts'
import { readYaml } from '../../packages/common/yaml/read.ts'
import { overlaps } from '../../src/content/grid.ts'
import type { Position } from '../../src/content/model.ts'
import { mergeFile } from '../../src/edit/merge.ts'
import { isLong } from '../support/long.ts'

const DASHBOARD = 'content/sales/board/dashboard.yaml'

interface Shown {
  readonly id: string
  readonly type: 'TEXT' | 'CONTAINER'
  readonly text: string
  readonly parent?: string | undefined
  readonly position: Position
  readonly above: readonly string[]
}
interface Board {
  readonly title: string
  readonly head: readonly string[]
  readonly widgets: readonly Shown[]
}

const print = ({ title, head, widgets }: Board): string =>
  [
    ...head.map((each) => `# ${each}`),
    `title: ${title}`,
    widgets.length === 0 ? 'widgets: []' : 'widgets:',
    ...widgets.flatMap(({ id, type, text, parent, position: { x, y, w, h }, above }) => [
      ...above.map((each) => `  # ${each} on ${id}`),
      `  - id: ${id}`,
      `    type: ${type}`,
      '    config:',
      `      text: ${text} # ${id} says ${text}`,
      ...(parent === undefined ? [] : [`      parentId: ${parent}`]),
      `    position: {x: ${x}, y: ${y}, w: ${w}, h: ${h}}`,
    ]),
    '',
  ].join('\n')

const at = (x: number, y: number): Position => ({ x: x * 4, y: y * 4, w: 4, h: 4 })
const shown = (id: string, place: Position, more: Partial<Shown> = {}): Shown => ({
  ...{ id, type: 'TEXT', text: id, position: place, above: [] },
  ...more,
})
const BASE: Board = {
  title: 'Board',
  head: ['the board'],
  widgets: [
    shown('box', at(0, 0), { type: 'CONTAINER', above: ['the box'] }),
    shown('in1', at(0, 0), { parent: 'box' }),
    shown('a', at(1, 0), { above: ['note', 'more'] }),
    shown('b', at(2, 0)),
    shown('c', at(0, 1), { above: ['note'] }),
    shown('d', at(1, 1)),
    shown('crate', at(2, 1), { type: 'CONTAINER' }),
  ],
}
const without = (id: string) => (board: Board) => ({
  ...board,
  widgets: board.widgets.filter((each) => each.id !== id),
})
const change =
  (id: string, more: Partial<Shown>) =>
  (board: Board): Board => ({
    ...board,
    widgets: board.widgets.map((each) => (each.id === id ? { ...each, ...more } : each)),
  })
const add =
  (widget: Shown, index = 99) =>
  (board: Board): Board => ({ ...board, widgets: board.widgets.toSpliced(index, 0, widget) })
const head =
  (...lines: readonly string[]) =>
  (board: Board): Board => ({ ...board, head: lines })
const made = (...edits: readonly ((board: Board) => Board)[]): string =>
  print(edits.reduce((board, edit) => edit(board), BASE))
const merge = (ours: string, theirs: string, base = print(BASE)) => mergeFile({ base, ours, theirs }, DASHBOARD)

describe('a merge is a conflict', () => {
  test('of a widget that is deleted here and moved there, with a comment on each side', async () => {
    const { text, conflicts } = await merge(
      made(without('a'), head('the board', 'without a')),
      made(change('a', { position: at(1, 9) }), change('d', { above: ['about d'] })),
    )
    expect(conflicts).toEqual([
      'widget "a": gone on this branch, {"position":{"y":36}} on the other; it was {"position":{"y":0}}',
    ])
    for (const comment of ['# without a', '# note on a', '# about d on d']) expect(text).toContain(comment)
    expect(text.match(/- id: a\n/g)).toHaveLength(1)
  })

  test('of a container that is deleted here and gets a child there', async () => {
    const ours = made(without('crate'))
    const { text, conflicts } = await merge(ours, made(add(shown('new', at(0, 0), { parent: 'crate' }))))
    expect(conflicts).toEqual(['once merged, widget "new" sits in "crate", which does not exist'])
    expect(text).toMatch(/<<<<<<< this branch\n=======\n {2}- id: crate\n[\s\S]*parentId: crate\n[\s\S]*>>>>>>> /)
  })

  test('of two widgets that were put at the same place', async () => {
    const { text, conflicts } = await merge(made(add(shown('e', at(0, 3)))), made(add(shown('f', at(0, 3)), 0)))
    expect(conflicts).toEqual(['once merged, widgets "e" and "f" overlap'])
    expect(text).toMatch(
      /<<<<<<< this branch\n=======\n {2}- id: f\n[\s\S]*- id: box[\s\S]*<<<<<<< this branch\n {2}- id: e/,
    )
  })

  test('of a widget that lines would show twice, with both results', async () => {
    const added = shown('e', at(0, 3))
    const { text, conflicts } = await merge(made(add(added, 0)), made(add(added)))
    expect(conflicts).toEqual(['merged by lines, the file says something else than merged by widgets and keys'])
    expect(text).toMatch(/<<<<<<< merged by lines\n {2}- id: e\n[\s\S]*=======\n>>>>>>> merged by widgets and keys\n/)
  })

  test('of a comment on a widget that the other branch removed', async () => {
    const { text, conflicts } = await merge(made(change('a', { above: ['keep this'] })), made(without('a')))
    expect(conflicts).toEqual(['comments that both branches changed, or on what the other removed'])
    expect(text).toContain('# keep this')
  })

  test('of a query that no longer gives what the other branch draws', async () => {
    const report = (measures: string, drawn: string): string =>
      `id: AAAAAAAAAAAA
name: Orders
kind: vega
query:
  measures: [${measures}]
spec:
  $schema: https://vega.github.io/schema/vega-lite/v5.json
  mark: bar
  encoding:
    y: {field: ${drawn}, type: quantitative}
`
    const base = report('orders.count, orders.net', 'orders.count')
    const [ours, theirs] = [report('orders.count', 'orders.count'), report('orders.count, orders.net', 'orders.net')]
    const end = await mergeFile({ base, ours, theirs }, 'content/sales/board/reports/orders.yaml')
    expect(end.conflicts).toEqual(['once merged, the query gives the chart no column "orders.net"'])
    expect(end.text.match(/<<<<<<< this branch/g)).toHaveLength(2)
  })
})

/** What a board says, unit by unit, worked out without the program. */
function unitsOf({ title, widgets }: Board): Map<string, string> {
  const units = new Map([['title', title]])
  for (const { id, type, text, parent, position } of widgets) {
    units.set(id, type)
    units.set(`${id} config`, JSON.stringify([text, parent]))
    units.set(`${id} position`, JSON.stringify(position))
  }
  return units
}

function boardIn(text: string): Board {
  const { value, problems } = readYaml(text, '')
  expect(problems).toEqual([])
  type Written = { id: string; type: 'TEXT'; config: { text: string; parentId?: string }; position: Position }
  const { title, widgets } = value as { title: string; widgets: Written[] }
  const plain = ({ x, y, w, h }: Position): Position => ({ x: Number(x), y: Number(y), w: Number(w), h: Number(h) })
  return {
    ...{ title, head: [] },
    widgets: widgets.map(({ id, type, config, position }) =>
      shown(id, plain(position), { type, text: config.text, parent: config.parentId }),
    ),
  }
}

function brokenIn({ widgets }: Board): string[] {
  const ids = widgets.map(({ id }) => id)
  return widgets.flatMap(({ id, parent, position }, index) => [
    ...(ids.indexOf(id) === index ? [] : [`${id} twice`]),
    ...(parent === undefined || ids.includes(parent) ? [] : [`${id} in no ${parent}`]),
    ...widgets
      .filter((other, place) => place < index && other.parent === parent && overlaps(other.position, position))
      .map((other) => `${[other.id, id].sort().join()} overlap`),
  ])
}

const WIDGETS = ['box', 'in1', 'a', 'b', 'c', 'd', 'crate', 'e', 'f', 'g']
const id = fc.constantFrom(...WIDGETS)
const place = fc.tuple(fc.nat(2), fc.nat(6)).map(([x, y]) => at(x, y))
const word = fc.constantFrom('red', 'green', 'blue')
const lines = fc.uniqueArray(fc.constantFrom('the board', 'note', 'see above', 'why'), { maxLength: 2 })
const edit = fc.oneof(
  fc.record({ do: fc.constant('move' as const), id, place }),
  fc.record({ do: fc.constant('say' as const), id, word }),
  fc.record({ do: fc.constant('delete' as const), id }),
  fc.record({ do: fc.constant('comment' as const), id, lines }),
  fc.record({ do: fc.constant('head' as const), lines }),
  fc.record({ do: fc.constant('title' as const), word }),
  fc.record({ do: fc.constant('put in' as const), id, into: fc.constantFrom('box', 'crate', undefined), place }),
  fc.record({ do: fc.constant('add' as const), id, place, index: fc.nat(8), above: lines }),
  fc.record({ do: fc.constant('reorder' as const), id, index: fc.nat(8) }),
)
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

function edited(board: Board, made: Edit): Board {
  const found = 'id' in made ? board.widgets.find((each) => each.id === made.id) : undefined
  switch (made.do) {
    case 'move':
      return change(made.id, { position: made.place })(board)
    case 'say':
      return change(made.id, { text: made.word })(board)
    case 'delete':
      return without(made.id)(board)
    case 'comment':
      return change(made.id, { above: made.lines })(board)
    case 'head':
      return { ...board, head: made.lines }
    case 'title':
      return { ...board, title: made.word }
    case 'put in':
      return made.id === made.into ? board : change(made.id, { parent: made.into, position: made.place })(board)
    case 'add':
      return found ? board : add(shown(made.id, made.place, { above: made.above }), made.index)(board)
    case 'reorder':
      return found ? add(found, made.index)(without(made.id)(board)) : board
  }
}

function countOf(text: string): (comment: string) => number {
  const comments = commentsOf(text).map((each) => each.text)
  return (comment) => comments.filter((each) => each === comment).length
}

test('merges of generated branches with comments end clean only if they say all of both, and are valid', async () => {
  const branch = fc.array(edit, { minLength: 1, maxLength: 4 }).map((edits) => edits.reduce(edited, BASE))
  const counts = { clean: 0, marked: 0, asked: 0 }
  await fc.assert(
    fc.asyncProperty(branch, branch, async (ours, theirs) => {
      const texts = { base: print(BASE), ours: print(ours), theirs: print(theirs) }
      const { text, conflicts } = await mergeFile(texts, DASHBOARD)
      const sides = [BASE, ours, theirs].map(unitsOf)
      const [base, here, there] = sides
      const units = [...new Set(sides.flatMap((side) => [...side.keys()]))]
      const [was, added, others] = [texts.base, texts.ours, texts.theirs].map(countOf)
      if (!base || !here || !there || !was || !added || !others) return
      const changes = units.map((unit) => {
        const [before, one, other] = [base.get(unit), here.get(unit), there.get(unit)]
        return {
          unit,
          wanted: one === before ? other : one,
          isContested: one !== before && other !== before && one !== other,
        }
      })
      const comments = commentsOf(`${texts.base}${texts.ours}${texts.theirs}`).map((each) => each.text)
      if (conflicts.length > 0) {
        counts.marked += 1
        if (changes.some(({ isContested }) => isContested)) counts.asked += 1
        expect(text).toMatch(/^<<<<<<< /m)
        for (const { id, text: says } of [...ours.widgets, ...theirs.widgets])
          if (!BASE.widgets.some((each) => each.id === id)) expect(text).toContain(`- id: ${id}\n`)
          else if (says !== id) expect(text).toContain(`text: ${says}`)
        for (const comment of comments)
          if (Math.max(added(comment), others(comment)) > was(comment)) expect(text).toContain(comment)
        return
      }
      counts.clean += 1
      const merged = boardIn(text)
      expect(changes.filter(({ isContested }) => isContested)).toEqual([])
      const says = unitsOf(merged)
      for (const { unit, wanted } of changes) expect(says.get(unit), unit).toBe(wanted)
      expect(says.size).toBe(changes.filter(({ wanted }) => wanted !== undefined).length)
      const known = [...brokenIn(ours), ...brokenIn(theirs)]
      expect(brokenIn(merged).filter((fault) => !known.includes(fault))).toEqual([])
      const kept = countOf(text)
      for (const comment of comments) {
        const [before, one, other] = [was(comment), added(comment), others(comment)]
        expect(kept(comment), comment).toBeGreaterThanOrEqual(Math.min(one + other - before, Math.max(one, other)))
      }
    }),
    { numRuns: isLong ? 10_000 : 100, seed: Number(process.env['BOARDWRIGHT_SEED'] ?? 57) },
  )
  expect(counts.clean).toBeGreaterThan(5)
  expect(counts.marked).toBeGreaterThan(5)
})
