// Slow: it merges in many ways, each with git.
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printYaml } from '../../packages/common/yaml/print.ts'
import { readYaml } from '../../packages/common/yaml/read.ts'
import { mergeFile } from '../../src/edit/merge.ts'
import { MERGE_DRIVER } from '../../src/setup/merge-driver.ts'
import { commitAll, git, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { isLong } from '../support/long.ts'
import { cliProject, TREE } from './project.ts'

const DASHBOARD = 'content/sales/board/dashboard.yaml'
const REPORTS = 'content/sales/board/reports'

type Widget = { readonly id: string; readonly type: string; readonly [key: string]: unknown }
const widget = (id: string, y: number, more: object = {}): Widget => ({
  ...{ id, type: 'TEXT', title: `Title of ${id}` },
  position: { x: 0, y, w: 6, h: 4 },
  ...more,
})
const dashboard = (widgets: readonly Widget[]): string => printYaml({ title: 'Board', widgets })
const widgetsIn = (text: string): readonly Widget[] =>
  (readYaml(text, '').value as { readonly widgets: readonly Widget[] }).widgets

describe('a merge by units', () => {
  const base = dashboard([widget('a', 0), widget('b', 4)])
  const merged = (ours: string, theirs: string, was = base) => mergeFile({ base: was, ours, theirs }, DASHBOARD)

  test('keeps both of two widgets that were added at the end', async () => {
    const { text, conflicts } = await merged(
      dashboard([widget('a', 0), widget('b', 4), widget('c', 8)]),
      dashboard([widget('a', 0), widget('b', 4), widget('d', 12)]),
    )
    expect(conflicts).toEqual([])
    expect(widgetsIn(text).map(({ id }) => id)).toEqual(['a', 'b', 'd', 'c'])
  })

  test('combines a move and a rename of one widget', async () => {
    const { text, conflicts } = await merged(
      dashboard([widget('a', 40), widget('b', 4)]),
      dashboard([widget('a', 0, { title: 'New' }), widget('b', 4)]),
    )
    expect(conflicts).toEqual([])
    expect(widgetsIn(text)[0]).toEqual(widget('a', 40, { title: 'New' }))
  })

  test('marks a value that both changed, in its place, and explains it', async () => {
    const { text, conflicts } = await merged(
      dashboard([widget('a', 0, { title: 'One' }), widget('b', 4), widget('c', 8)]),
      dashboard([widget('a', 0, { title: 'Other' }), widget('b', 9)]),
    )
    expect(conflicts).toEqual(['widget "a", title: "One" on this branch, "Other" on the other; it was "Title of a"'])
    expect(text).toContain('<<<<<<< this branch\n    title: One\n=======\n    title: Other\n>>>>>>> the other branch\n')
    expect(text).toContain('y: 9')
    expect(text).toContain('- id: c')
  })

  test('conflicts when one deletes a widget and the other changes it', async () => {
    const { text, conflicts } = await merged(dashboard([widget('b', 4)]), dashboard([widget('a', 7), widget('b', 4)]))
    expect(conflicts).toEqual([
      'widget "a": gone on this branch, {"position":{"y":7}} on the other; it was {"position":{"y":0}}',
    ])
    expect(text).toMatch(/<<<<<<< this branch\n=======\n {2}- id: a\n[\s\S]*>>>>>>> the other branch\n/)
  })

  test('treats the query of a report as one unit', async () => {
    const report = (measures: string, title: string) =>
      `id: AAAAAAAAAAAA\nname: Orders\ntitle: ${title}\nquery:\n  measures:\n    - ${measures}\n`
    const was = report('orders.count', 'T')
    expect((await merged(report('orders.a', 'T'), report('orders.count', 'U'), was)).text).toBe(report('orders.a', 'U'))
    expect((await merged(report('orders.a', 'T'), report('orders.b', 'T'), was)).conflicts).toHaveLength(1)
  })

  const query = (dimension: string, order: object) =>
    printYaml({ query: { dimensions: ['o.x', 'o.y', dimension], limit: 5, timezone: 'UTC', order } })
  const byA = { 'o.a': 'asc', 'o.b': 'asc' }
  const byB = { 'o.b': 'asc', 'o.a': 'asc' }
  const ids = (order: string) => dashboard([...order].map((id) => widget(id, 0)))

  test.each([
    ['lines of one query', query('o.z', byA), query('o.w', byA), query('o.z', { 'o.a': 'asc', 'o.b': 'desc' })],
    ['the sort order of a query', query('o.z', byA), query('o.w', byA), query('o.z', byB)],
    ['the place of one widget', ids('abcdefgh'), ids('bcdaefgh'), ids('bcdefgah')],
    ['the places of two widgets', ids('abcdefgh'), ids('bacdefgh'), ids('abcdefhg')],
  ])('marks each line where the branches differ in %s', async (_, was, ours, theirs) => {
    const { text, conflicts } = await merged(ours, theirs, was)
    expect(conflicts).toHaveLength(1)
    const side = (keep: '$1' | '$2') =>
      text.replace(/<<<<<<< this branch\n([\s\S]*?)=======\n([\s\S]*?)>>>>>>> the other branch\n/g, keep)
    expect([side('$1'), side('$2')]).toEqual([ours, theirs])
  })

  test('takes a new sort order of a query from either branch', async () => {
    const [was, named, sorted] = [query('o.z', byA), `name: New\n${query('o.z', byA)}`, query('o.z', byB)]
    const both = `name: New\n${sorted}`
    expect([(await merged(named, sorted, was)).text, (await merged(sorted, named, was)).text]).toEqual([both, both])
  })

  test('names only what differs in a conflict', async () => {
    const { conflicts } = await merged(
      query('o.z', byB),
      query('o.z', { 'o.a': 'asc', 'o.b': 'desc' }),
      query('o.z', byA),
    )
    expect(conflicts).toEqual([
      'query: {"order":{"o.b":"asc","o.a":"asc"}} on this branch, {"order":{"o.a":"asc","o.b":"desc"}} on the other; it was {"order":{"o.a":"asc","o.b":"asc"}}',
    ])
  })

  test('keeps the comments of both branches; where both changed them, merges their lines', async () => {
    const commented = base.replace('  - id: a', '  # the first\n  - id: a')
    const added = dashboard([widget('a', 0), widget('b', 4), widget('c', 8)])
    const { text, conflicts } = await merged(added, commented)
    expect([text.includes('# the first'), widgetsIn(text).length, conflicts.length]).toEqual([true, 3, 0])
    const both = await merged(`# ours\n${base}`, `# theirs\n${base}`)
    expect(both.conflicts).toEqual(['comments that both branches changed, or on what the other removed'])
    expect(both.text).toContain('<<<<<<< this branch\n# ours\n=======\n# theirs\n>>>>>>> the other branch\n')
  })

  test('merges invalid YAML by lines, and never calls it merged', async () => {
    expect(await merged('a: [1\n', 'a: [\n', 'a: [\n')).toEqual({
      text: 'a: [1\n',
      conflicts: ['the file is not valid YAML'],
    })
  })

  test('of a file that both add keeps the keys of both', async () => {
    expect((await merged('name: Sales\nwas: x\n', 'name: Sales\nmeta: {a: 1}\n', '')).text).toBe(
      'name: Sales\nwas: x\nmeta: {a: 1}\n',
    )
  })
})

describe('git with the driver', () => {
  const DRIVER = MERGE_DRIVER.replace('npx --no boardwright', `${process.execPath} ${resolve('dist/cli/main.js')}`)
  const driven = (root: string, driver = DRIVER): string => git(root, 'config', 'merge.boardwright.driver', driver)

  async function twoTitles() {
    const { root, run } = await cliProject({ ...TREE, '.gitattributes': 'content/**/*.yaml merge=boardwright\n' })
    const title = async (text: string) => {
      await writeFiles(root, { [DASHBOARD]: TREE[DASHBOARD].replace('title: Board', `title: ${text}`) })
      commitAll(root, text)
    }
    git(root, 'checkout', '-q', '-b', 'other')
    await title('Other')
    git(root, 'checkout', '-q', 'main')
    await title('One')
    return { root, run }
  }

  test('says what is left to do, and validate names the place', async () => {
    const { root, run } = await twoTitles()
    driven(root)
    expect(() => git(root, 'merge', 'other')).toThrow(
      /content\/sales\/board\/dashboard\.yaml: 1 conflict\n {2}title: "One" on this branch, "Other" on the other; it was "Board"/,
    )
    expect((await run(['validate'])).stdout).toContain(`${DASHBOARD}:1:1  BW-E1109  git left a merge conflict here`)
  })

  test('merges by lines where the program cannot run, and leaves marks', async () => {
    const { root } = await twoTitles()
    driven(root, MERGE_DRIVER.replace('npx --no boardwright', 'no-such-program'))
    expect(() => git(root, 'merge', 'other')).toThrow()
    expect(readFiles(root)[DASHBOARD]).toMatch(/^<<<<<<< ours\ntitle: One\n=======\ntitle: Other\n>>>>>>> theirs\n/)
  })

  test('keeps the marks of the program as they are', async () => {
    const { root } = await twoTitles()
    driven(root)
    expect(() => git(root, 'merge', 'other')).toThrow()
    expect(readFiles(root)[DASHBOARD]?.match(/^<<<<<<< .*/gm)).toEqual(['<<<<<<< this branch'])
  })

  const COUNT = 24
  const start = Array.from({ length: COUNT }, (_, index) => widget(`w${index}`, index * 4))
  const edit = fc.oneof(
    fc.record({ do: fc.constant('add' as const), at: fc.constantFrom(0, COUNT) }),
    fc.record({ do: fc.constant('move' as const), at: fc.nat(COUNT - 1) }),
    fc.record({ do: fc.constant('delete' as const), at: fc.nat(COUNT - 1) }),
    fc.record({ do: fc.constant('add report' as const), at: fc.nat(5) }),
    fc.record({ do: fc.constant('edit report' as const), at: fc.nat(5) }),
    fc.record({ do: fc.constant('delete report' as const), at: fc.nat(5) }),
  )
  type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

  const report = (index: number, title: string): Record<string, string> => ({
    [`${REPORTS}/r${index}.yaml`]: `id: ${'R'.repeat(11)}${index}\nname: Report ${index}\ntitle: ${title}\n`,
  })

  /** The edit that both sides make: a widget at the end. */
  const ADDS: Edit = { do: 'add', at: COUNT }

  /** The edits of one side: the units that differ, and their new values. */
  function does(edits: readonly Edit[], who: string) {
    let widgets = [...start]
    const files: Record<string, string | null> = {}
    const done = new Map<string, unknown>()
    for (const [index, { do: what, at }] of edits.entries()) {
      const id = `w${at}`
      if (what === 'add') {
        const added = widget(`${who}${index}`, 200 * who.length + 4 * index)
        widgets = at === 0 ? [added, ...widgets] : [...widgets, added]
        done.set(added.id, added)
      } else if (what === 'move' && widgets.some((each) => each.id === id)) {
        const moved = widget(id, 1000 * who.length + 10 * index)
        widgets = widgets.map((each) => (each.id === id ? moved : each))
        done.set(id, moved)
      } else if (what === 'delete') {
        widgets = widgets.filter((each) => each.id !== id)
        done.set(id, undefined)
      } else if (what.endsWith('report')) {
        const number = what === 'add report' ? 10 + at * 10 + who.length : at
        const [path, text] = Object.entries(report(number, `${who} ${index}`))[0] ?? ['', '']
        if (files[path] === null) continue
        files[path] = what === 'delete report' ? null : text
        done.set(path, files[path])
      }
    }
    files[DASHBOARD] = dashboard(widgets)
    return { files, done }
  }

  const asksForMore = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): string[] =>
    [...one.keys()].filter(
      (unit) => other.has(unit) && JSON.stringify(one.get(unit)) !== JSON.stringify(other.get(unit)),
    )

  test('merges generated edits, asks only where both sides changed one unit otherwise, and loses nothing', async () => {
    const some = fc.array(edit, { minLength: 1, maxLength: 3 })
    const all = fc
      .sample(fc.tuple(some, some), { numRuns: 60, seed: 29 })
      .map(([one, other]) => [does([ADDS, ...one], 'o'), does([ADDS, ...other], 'th')] as const)
    const needs = all.map(([ours, theirs]) => asksForMore(ours.done, theirs.done).length > 0)
    const [asking, quiet] = [true, false].map((need) => all.filter((_, index) => needs[index] === need))
    expect(asking?.length).toBeGreaterThan(0)
    expect(asking?.length).toBeLessThanOrEqual(all.length * 0.1)
    const cases = isLong ? all : [...(quiet?.slice(0, 2) ?? []), ...(asking?.slice(0, 1) ?? [])]
    const root = temporaryDirectory()
    const reports = Object.assign({}, ...Array.from({ length: 6 }, (_, index) => report(index, 'first')))
    await writeFiles(root, { ...TREE, ...reports, [DASHBOARD]: dashboard(start) })
    await writeFiles(root, { '.gitattributes': 'content/**/*.yaml merge=boardwright\n' })
    const first = commitAll(root)
    const branch = async (name: string, files: Readonly<Record<string, string | null>>) => {
      git(root, 'checkout', '-q', '-B', name, first)
      for (const [file, text] of Object.entries(files)) if (text === null) rmSync(join(root, file))
      await writeFiles(
        root,
        Object.fromEntries(Object.entries(files).filter((each): each is [string, string] => each[1] !== null)),
      )
      commitAll(root, name)
    }
    const isClean = (...config: string[]): boolean => {
      try {
        git(root, ...config, 'merge', '-q', '--no-edit', 'theirs')
        return true
      } catch {
        return false
      }
    }
    const clean = { with: 0, without: 0 }
    for (const [ours, theirs] of cases) {
      await branch('theirs', theirs.files)
      await branch('ours', ours.files)
      const mine = git(root, 'rev-parse', 'HEAD').trim()
      if (isClean()) clean.without += 1
      git(root, 'reset', '-q', '--hard', mine)
      const isWhole = isClean('-c', `merge.boardwright.driver=${DRIVER}`)
      const both = asksForMore(ours.done, theirs.done)
      expect(isWhole, both.join()).toBe(both.length === 0)
      if (isWhole) {
        clean.with += 1
        const files = readFiles(root)
        const widgets = new Map(widgetsIn(files[DASHBOARD] ?? '').map((each) => [each.id, each]))
        const wanted = new Map<string, unknown>([
          ...start.map((each) => [each.id, each] as const),
          ...ours.done,
          ...theirs.done,
        ])
        for (const [unit, value] of wanted)
          expect(unit.includes('/') ? (files[unit] ?? null) : widgets.get(unit), unit).toEqual(value)
        expect(widgets.size).toBe(
          [...wanted].filter(([unit, value]) => !unit.includes('/') && value !== undefined).length,
        )
      } else {
        const text = readFileSync(join(root, DASHBOARD), 'utf8')
        for (const { done } of [ours, theirs])
          for (const [unit, value] of done)
            if (value !== undefined && !unit.includes('/')) expect(text).toContain(`id: ${unit}`)
      }
      git(root, 'reset', '-q', '--hard', mine)
    }
    expect(clean.with).toBe(cases.filter((each) => quiet?.includes(each)).length)
    expect(clean.without).toBeLessThanOrEqual(Math.ceil(cases.length * 0.1))
  })
})
