import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoardwrightError } from '../../packages/common/errors.ts'
import { isMap } from '../../packages/common/maps.ts'
import { readSql } from '../../packages/platform/query/sql/resolve.ts'
import { readMembers } from '../../src/lint/members.ts'
import { createGraph, type Edge } from '../../src/lint/uses/graph.ts'
import { indexUses, readSources, type UsesIndex } from '../../src/lint/uses/index-uses.ts'
import { type MemberRenaming, renameUses } from '../../src/lint/uses/rename.ts'
import { readAllDocuments } from '../../src/serialize/locate.ts'
import { readTreeModel } from '../../src/serialize/model/read.ts'
import { decodeText } from '../../src/serialize/text.ts'
import { isLong } from '../support/long.ts'

type Files = ReadonlyMap<string, Uint8Array>
const filesOf = (texts: Readonly<Record<string, string>>): Files =>
  new Map(Object.entries(texts).map(([file, text]) => [file, Buffer.from(text)]))
const textsOf = (files: Files): Record<string, string> =>
  Object.fromEntries([...files].map(([file, bytes]) => [file, `${decodeText(bytes, file) ?? ''}`]))

/** Words that mean something elsewhere are names as good as any. */
const WORDS = [
  'count',
  'status',
  'order',
  'select',
  'größe',
  '売上',
  'day',
  'id',
  'total_2',
  'from',
  'a',
  'ab',
] as const
const OWNERS = ['orders', 'customers', 'group', 'sales', 'käufe', 'order_items'] as const
const FRESH = ['renamed', 'neu_1', 'имя', 'rows'] as const

interface Cube {
  readonly name: string
  readonly measures: readonly string[]
  readonly dimensions: readonly string[]
  readonly extended: boolean
}

const cube = (name: string): fc.Arbitrary<Cube> =>
  fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 5 }).chain((words) =>
    fc.record({
      name: fc.constant(name),
      measures: fc.constant(words.slice(0, Math.ceil(words.length / 2))),
      dimensions: fc.constant(words.slice(Math.ceil(words.length / 2))),
      extended: fc.boolean(),
    }),
  )

/** Mentions of members of its own and of the cube before, in each of the ways that a model has. */
function cubeText({ name, measures, dimensions, extended }: Cube, before: Cube | undefined): string {
  const [measure = ''] = measures
  const joined = before?.dimensions[0]
  const base = extended && before ? `    extends: ${before.name}\n` : ''
  const joins = joined
    ? `    joins:\n      - {name: ${before.name}, relationship: many_to_one, sql: "{CUBE}.x = {${before.name}.${joined}}"}\n`
    : ''
  const made = measures.map(
    (each, nth) =>
      `      - name: ${each}   # ${name}.${each}\n        type: number\n        sql: ${nth === 0 ? 'count(*)' : `"{${measure}} + {CUBE.${measure}} + {${name}.${measure}}"`}\n        drill_members: [${dimensions.join(', ')}]\n`,
  )
  return `  - name: ${name}\n${base}${joins}    measures:\n${made.join('')}    dimensions:\n${dimensions.map((each) => `      - {name: ${each}, sql: '{CUBE}.${each}', type: string}\n`).join('')}`
}

const world = fc.uniqueArray(fc.constantFrom(...OWNERS), { minLength: 1, maxLength: 3 }).chain((names) =>
  fc.record({
    cubes: fc.tuple(...names.map(cube)),
    view: fc.constantFrom('everything', 'prefixed', 'listed'),
    picks: fc.array(fc.nat(1000), { minLength: 6, maxLength: 6 }),
    fresh: fc.constantFrom(...FRESH),
    isOwner: fc.boolean(),
    isInline: fc.boolean(),
  }),
)

type World = typeof world extends fc.Arbitrary<infer T> ? T : never

const quoted = (name: string, pick: number): string =>
  pick % 2 === 0 || /^(order|select|from|group)$/.test(name) ? `"${name}"` : name

function treeOf({ cubes, view, picks, isInline }: World): Files {
  const [first] = cubes as readonly Cube[]
  if (!first) throw new Error('there is a cube')
  const one = <T>(items: readonly T[], nth: number): T => items[(picks[nth] ?? 0) % items.length] as T
  const includes = view === 'listed' ? `[${[...first.measures, ...first.dimensions].join(', ')}]` : "'*'"
  const part = `join_path: ${first.name}, includes: ${includes}${view === 'prefixed' ? ', prefix: true' : ''}`
  const shown = (member: string): string => `board.${view === 'prefixed' ? `${first.name}_` : ''}${member}`
  const { name, measures, dimensions } = one(cubes as readonly Cube[], 0)
  const [measure, dimension] = [one(measures, 1), one(dimensions, 2)]
  const [quotedMeasure, quotedDimension] = [quoted(measure, picks[3] ?? 0), quoted(dimension, picks[4] ?? 0)]
  const from = quoted(name, 1)
  const sql = `with t as (select ${quotedDimension}, MEASURE(x.${quotedMeasure}) as m from ${from} as x group by 1)\nselect ${quotedDimension}, m from t join ${from} on ${from}.${quotedDimension} = t.${quotedDimension}`
  const report = [
    'id: AAAAAAAAAAAA',
    'name: Made',
    `query: {measures: [${name}.${measure}, ${shown(one(first.measures, 5))}], dimensions: [${name}.${dimension}], order: {${name}.${measure}: desc}}`,
    'kind: vega',
    `spec: {encoding: {x: {field: '${name}\\.${dimension}'}}} # ${name}.${dimension}`,
  ]
  return filesOf({
    'data-model/model/a.yml': `cubes:\n${(cubes as readonly Cube[]).map((each, nth) => cubeText(each, cubes[nth - 1])).join('')}views:\n  - name: board\n    cubes:\n      - {${part}}\n`,
    'content/a/folder.yaml': 'name: A\n',
    'content/a/x.report.yaml': `${report.join('\n')}\n`,
    'content/a/y.report.yaml': `id: BBBBBBBBBBBB\nname: SQL\n${isInline ? `sql: |\n  ${sql.replaceAll('\n', '\n  ')}\n` : ''}`,
    ...(isInline ? {} : { 'content/a/y.report.sql': `${sql}\n` }),
    'content/a/b/workbook.yaml': 'slug: b\nname: B\n',
    'content/a/b/dashboard.yaml': `title: B\nwidgets:\n  - {id: w, type: FILTER, config: {member: ${name}.${dimension}}}\n`,
  })
}

const written = (files: Files, { written: changed }: MemberRenaming): Files =>
  new Map([...files, ...[...changed].map(([file, text]) => [file, Buffer.from(text)] as const)])

const undefinedIn = ({ model, uses }: UsesIndex): string[] =>
  uses.flatMap(({ name }) => {
    const [owner = '', member] = name.split('.')
    const isThere = member === undefined ? model.owners.has(owner) : model.members.get(owner)?.has(member)
    return isThere ? [] : [name]
  })

/** Where content names it. */
const usersIn = (users: readonly Pick<Edge, 'by' | 'at'>[]): string[] =>
  [
    ...new Set(users.flatMap(({ by, at }) => (by.startsWith('content/') ? `${by} ${at?.line}:${at?.column}` : []))),
  ].sort()

/** Columns of other queries, too: what a query gives keeps its name. */
function missingInSql(files: Files): string[] {
  const members = readMembers(readTreeModel(files))
  const { placed } = readAllDocuments(files)
  const sqls = placed.flatMap(
    ({ document: { sides, value } }) => sides['sql']?.text ?? (isMap(value) ? value['sql'] : undefined) ?? [],
  )
  return sqls.flatMap((sql) =>
    members.known
      ? readSql(String(sql), (owner) => members.of.get(owner)).missing.map(({ message }) => message)
      : ['no members'],
  )
}

test('a renamed member is used nowhere but in reported places, and renaming it back restores every byte', () => {
  let renamed = 0
  fc.assert(
    fc.property(world, (made) => {
      const files = treeOf(made)
      const before = indexUses(files)
      const model = readTreeModel(files)
      const owners = [...model.owners.keys()]
      const members = [...model.members].flatMap(([owner, all]) => [...all.keys()].map((each) => `${owner}.${each}`))
      const all = made.isOwner ? owners : members
      const name = all[(made.picks[0] ?? 0) % all.length] ?? ''
      // To read only what may name it finds the same.
      expect(usersIn(createGraph(readSources(files), [name]).usersOf(name))).toEqual(
        usersIn(before.uses.filter((use) => use.name === name)),
      )
      const renaming = attempt(() => renameUses(files, name, made.fresh, false))
      if (!renaming) return
      renamed += 1
      const after = written(files, renaming)
      const [owner] = name.split('.')
      const index = indexUses(after, owners)
      expect([...undefinedIn(before), ...missingInSql(files)]).toEqual([])
      const still = index.uses.filter(({ name: used }) => renaming.names.has(used))
      const isSaid = ({ at }: { readonly at: { readonly file: string; readonly line: number } }): boolean =>
        renaming.left.some((each) => each.at.file === at.file && each.at.line === at.line)
      expect(still.filter((use) => !isSaid(use))).toEqual([])
      expect(undefinedIn(index).filter((each) => !renaming.names.has(each))).toEqual([])
      expect(missingInSql(after)).toEqual([])
      const back = made.isOwner ? made.fresh : `${owner}.${made.fresh}`
      const again = renameUses(after, back, name.split('.').at(-1) ?? '', false)
      expect(textsOf(written(after, again))).toEqual(textsOf(files))
    }),
    { numRuns: isLong ? 5000 : 15 },
  )
  expect(renamed).toBeGreaterThan(isLong ? 50 : 4)
})

/** What cannot be renamed by itself is refused. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch (cause) {
    if (cause instanceof BoardwrightError && cause.kind === 'RENAME_REFUSED') return undefined
    throw cause
  }
}
