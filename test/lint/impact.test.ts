import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGraph } from '../../src/lint/uses/graph.ts'
import { impactOf } from '../../src/lint/uses/impact.ts'
import { readSources } from '../../src/lint/uses/index-uses.ts'
import { renameUses } from '../../src/lint/uses/rename.ts'
import { isLong } from '../support/long.ts'

/**
 * The judge of `impact`: it knows what the generated model means because it wrote it, and finds users by searching the
 * text of each document. It shares no code with the index.
 */
interface Owner {
  readonly name: string
  readonly isView: boolean
  readonly text: string
  /** By member, the full names that it is made of. */
  readonly members: ReadonlyMap<string, readonly string[]>
}
interface Document {
  readonly file: string
  readonly files: Readonly<Record<string, string>>
  readonly isSql: boolean
}

const pick = fc.nat(1_000_000)
const world = fc.record({
  cubes: fc.array(
    fc.record({
      own: fc.integer({ min: 1, max: 3 }),
      base: pick,
      picks: fc.array(pick, { minLength: 3, maxLength: 3 }),
    }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  views: fc.array(fc.record({ of: pick, style: fc.nat(3), item: pick }), { maxLength: 3 }),
  reports: fc.array(fc.record({ style: fc.nat(9), owner: pick, member: pick }), { minLength: 1, maxLength: 6 }),
  asked: pick,
})
type World = typeof world extends fc.Arbitrary<infer T> ? T : never

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const NAMES = ['orders', 'sales', 'users', 'visits']

function cubesOf({ cubes }: World): Owner[] {
  const made: Owner[] = []
  for (const [nth, { own, base, picks }] of cubes.entries()) {
    const name = NAMES[nth] ?? ''
    const parent = nth > 0 && base % 2 === 0 ? at(made, base) : undefined
    const members = new Map<string, readonly string[]>(
      [...(parent?.members.keys() ?? [])].map((each) => [each, [`${parent?.name}.${each}`]]),
    )
    const lines = Array.from({ length: own }, (_, index) => {
      const member = `m${nth}${index}`
      const chosen = picks[index] ?? 0
      const other = chosen % 3 === 0 && nth > 0 ? at(made, chosen) : undefined
      const source = other && at([...other.members.keys()], chosen)
      members.set(member, other && source ? [`${other.name}.${source}`] : [])
      const sql = other && source ? `{${other.name}.${source}} * 2` : 'x'
      return `      - {name: ${member}, type: number, sql: "${sql}"}\n`
    })
    const body = `  - name: ${name}\n${parent ? `    extends: ${parent.name}\n` : '    sql_table: t\n'}    measures:\n${lines.join('')}`
    made.push({ name, isView: false, text: body, members })
  }
  return made
}

function viewsOf({ views }: World, cubes: readonly Owner[]): Owner[] {
  return views.map(({ of, style, item }, nth): Owner => {
    const [name, cube] = [`view${nth}`, at(cubes, of)]
    const all = [...cube.members.keys()]
    const one = at(all, item)
    const alias = `alias${nth}`
    const [includes, shown, more] = [
      ['"*"', all.map((each) => [each, each] as const), ''],
      [`[${one}]`, [[one, one] as const], ''],
      [`[{name: ${one}, alias: ${alias}}]`, [[alias, one] as const], ''],
      ['"*"', all.map((each) => [`${cube.name}_${each}`, each] as const), ', prefix: true'],
    ][style] as [string, readonly (readonly [string, string])[], string]
    return {
      ...{ name, isView: true },
      text: `  - name: ${name}\n    cubes:\n      - {join_path: ${cube.name}, includes: ${includes}${more}}\n`,
      members: new Map(shown.map(([as, source]) => [as, [`${cube.name}.${source}`]])),
    }
  })
}

const hex = (letter: string, width: number): string => letter.charCodeAt(0).toString(16).padStart(width, '0')

function documentsOf({ reports }: World, owners: readonly Owner[]): Document[] {
  return reports.map(({ style, owner: nth, member: item }, index): Document => {
    const owner = at(owners, nth)
    const member = at([...owner.members.keys()], item)
    const name = `${owner.name}.${member}`
    const file = `content/a/r${index}.report.yaml`
    const head = `id: AAAAAAAAAAA${index}\nname: R\n`
    const side = (ending: string, text: string) => ({ [file]: head, [file.replace('yaml', ending)]: text })
    const sql = (text: string): Document => ({ file, files: side('sql', `${text}\n`), isSql: true })
    const yaml = (text: string): Document => ({ file, files: { [file]: `${head}${text}\n` }, isSql: false })
    const written: readonly (() => Document)[] = [
      () => yaml(`query: {measures: [${name}]}`),
      () => yaml(`query:\n  measures: ["${name.replace('.', '\\u002e')}"]`),
      () => yaml(`query:\n  measures: ["${owner.name}.\\x${hex(member.charAt(0), 2)}${member.slice(1)}"]`),
      () => yaml(`query:\n  measures: ["${owner.name}.\\\n    ${member}"]`),
      () => ({
        file,
        isSql: false,
        files: side('query.json', `{"measures": ["\\u${hex(name.charAt(0), 4)}${name.slice(1)}"]}\n`),
      }),
      () => sql(`select ${member} from ${owner.name}`),
      () => sql(`SELECT O.${member.toUpperCase()} FROM ${owner.name.toUpperCase()} O`),
      () => sql(`select * from ${owner.name}`),
      () => sql(`Select s.* From (Select * From ${owner.name}) s`),
      () => yaml(`sql: "select \\x${hex(member.charAt(0), 2)}${member.slice(1)} from \\"${owner.name}\\""`),
    ]
    const made = at(written, style)()
    return style === 9 ? { ...made, isSql: true } : made
  })
}

function made(one: World) {
  const cubes = cubesOf(one)
  const owners = [...cubes, ...viewsOf(one, cubes)]
  const documents = documentsOf(one, owners)
  const text = (isView: boolean): string => owners.flatMap((each) => (each.isView === isView ? each.text : [])).join('')
  const views = text(true)
  const texts = {
    'data-model/model/a.yml': `cubes:\n${text(false)}${views === '' ? '' : `views:\n${views}`}`,
    'content/a/folder.yaml': 'name: A\n',
    ...Object.assign({}, ...documents.map(({ files }) => files)),
  } as Readonly<Record<string, string>>
  const files = new Map(Object.entries(texts).map(([file, content]) => [file, Buffer.from(content)]))
  return { owners, documents, files }
}

/** A name, and every member that is made of it. */
function reached(owners: readonly Owner[], asked: string): ReadonlySet<string> {
  const all = owners.flatMap(({ name, members }) =>
    [...members].map(([member, of]) => ({ name: `${name}.${member}`, of })),
  )
  const found = new Set([asked, ...all.flatMap(({ name }) => (name.startsWith(`${asked}.`) ? [name] : []))])
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const { name, of } of all) if (of.some((each) => found.has(each))) found.add(name)
  }
  return found
}

const decoded = (text: string): string =>
  text
    .replace(/\\\n\s*/g, '')
    .replace(/\\(?:x([\da-f]{2})|u([\da-f]{4}))/g, (_, two?: string, four?: string) =>
      String.fromCharCode(Number.parseInt(two ?? four ?? '', 16)),
    )
    .toLowerCase()

const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<!\\w)${word.replace('.', '\\.')}(?!\\w)`).test(text)

function names({ files, isSql }: Document, name: string): boolean {
  const text = decoded(Object.values(files).join('\n'))
  const [owner = '', member] = name.split('.')
  if (!isSql) return hasWord(text, name) && member !== undefined
  return hasWord(text, owner) && (member === undefined || hasWord(text, member) || text.includes('*'))
}

test('impact misses no user that a search through the text finds, and rename changes no byte there and back', () => {
  let found = 0
  fc.assert(
    fc.property(world, (one) => {
      const { owners, documents, files } = made(one)
      const all = owners.flatMap(({ name, members }) => [name, ...[...members.keys()].map((each) => `${name}.${each}`)])
      const asked = at(all, one.asked)
      const { usedBy } = impactOf(createGraph(readSources(files), [asked]), asked)
      const users = new Set(usedBy.map(({ by }) => by))
      const closure = reached(owners, asked)
      for (const name of closure) if (name !== asked) expect(users, `${name} is made of ${asked}`).toContain(name)
      const expected = documents.filter((each) => [...closure].some((name) => names(each, name)))
      found += expected.length
      expect([...users].filter((by) => by.startsWith('content/')).sort()).toEqual(
        expected.map(({ file }) => file).sort(),
      )
    }),
    { numRuns: isLong ? 1000 : 30, seed: Number(process.env['BOARDWRIGHT_SEED'] ?? 57) },
  )
  expect(found).toBeGreaterThan(30)
})

test('rename of a cube or a member, there and back, changes no byte', () => {
  let renamed = 0
  fc.assert(
    fc.property(world, (one) => {
      // A letter written as an escape is renamed to plain letters.
      const plain = { ...one, reports: one.reports.filter(({ style }) => ![2, 4, 9].includes(style % 10)) }
      const { owners, files } = made(plain)
      const cubes = owners.filter(({ isView }) => !isView)
      const cube = at(cubes, one.asked)
      const own = [...cube.members.keys()].filter((each) => each.startsWith(`m${NAMES.indexOf(cube.name)}`))
      const [from, back] =
        one.asked % 2 === 0 ? [cube.name, 'fresh'] : [`${cube.name}.${at(own, one.asked)}`, `${cube.name}.fresh`]
      const written = (before: ReadonlyMap<string, Uint8Array>, name: string, to: string) =>
        new Map([
          ...before,
          ...[...renameUses(before, name, to, false).written].map(([file, text]) => [file, Buffer.from(text)] as const),
        ])
      const there = written(files, from, 'fresh')
      expect(impactOf(createGraph(readSources(there), [from]), from).usedBy.map(({ by }) => by)).toEqual([])
      const again = written(there, back, from.split('.').at(-1) ?? '')
      for (const [file, bytes] of files)
        expect(Buffer.from(again.get(file) ?? []).toString()).toBe(Buffer.from(bytes).toString())
      if ([...there].some(([file, bytes]) => bytes !== files.get(file))) renamed += 1
    }),
    { numRuns: isLong ? 1000 : 30, seed: Number(process.env['BOARDWRIGHT_SEED'] ?? 57) },
  )
  expect(renamed).toBeGreaterThan(20)
})
