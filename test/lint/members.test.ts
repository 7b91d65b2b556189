import { expect, test } from 'vitest'
import { hasMember, hasOwner, type KnownMembers, readMembers } from '../../src/lint/members.ts'
import { readTreeModel } from '../../src/serialize/model/read.ts'

type Texts = Readonly<Record<string, string | Uint8Array>>

const membersIn = (files: Texts) =>
  readMembers(
    readTreeModel(
      new Map(Object.entries(files).map(([name, text]) => [`data-model/model/${name}`, Buffer.from(text)])),
    ),
  )

function entriesFound(files: Texts): KnownMembers {
  const members = membersIn(files)
  if (!members.known) throw new Error(members.because)
  return members
}

/** Which of these nobody would call missing. */
const mayBeIn = (members: KnownMembers, names: string): string =>
  names
    .split(' ')
    .filter((name) => (name.includes('.') ? hasMember(members, name) : hasOwner(members, name)))
    .join(' ')

const ORDERS = 'cubes:\n  - name: orders\n    sql_table: orders\n    measures:\n      - {name: count, type: count}\n'

test('code and templates may define anything', () => {
  expect(membersIn({ 'a.yml': ORDERS, 'b.js': '' })).toMatchObject({ known: false })
  expect(membersIn({ 'a.yml': ORDERS, 'b.yml': '{% if x %}\n' })).toMatchObject({ known: false })
  expect(membersIn({ 'a.yml': ORDERS, 'b.yml': '# {# no template #}\n' })).toMatchObject({ known: true })
})

const VIEWS = 'views:\n  - name: sales\n    cubes:\n      - {join_path: fresh, includes: "*"}\n'
const BASES =
  'cubes:\n  - name: online\n    extends: fresh\n  - name: shop\n    extends: orders\n    sql_table: shops\n'
const NAMES = 'orders orders.count orders.x shop.count shop.x online.x sales.x fresh fresh.x other other.x'

test('a file that cannot be read leaves open what no other defines, and what takes members from that', () => {
  const text = 'cubes:\n  - name: fresh\n    measures: [\n'
  for (const broken of [text, 'cubes: [', Buffer.from(`\ufeff${text}`, 'utf16le')]) {
    const members = entriesFound({ 'a.yml': ORDERS, 'b.yml': VIEWS, 'c.yml': BASES, 'd.yml': broken })
    expect(mayBeIn(members, NAMES)).toBe('orders orders.count shop.count online.x sales.x fresh fresh.x other other.x')
    expect(members.gone).toEqual(new Map())
  }
})

test.each([
  ['measures that are no list', 'measures: 3', 'fresh online.x sales.x fresh.x'],
  ['a base that is not there', 'extends: nothing', 'fresh online.x sales.x fresh.x'],
  ['a misspelled key', 'mesures: []', 'fresh online.x sales.x fresh.x'],
  ['joins that are no list', 'joins: 3', 'fresh'],
  ['a measure of an unknown type', 'measures: [{name: x, type: cuont}]', 'fresh online.x sales.x fresh.x'],
  ['what holds no members', 'pre_aggregations: 3', 'fresh'],
])('a cube with %s leaves that open alone', (_, part, open) => {
  const fresh = `cubes:\n  - name: fresh\n    sql_table: t\n    ${part}\n`
  const members = entriesFound({ 'a.yml': ORDERS, 'b.yml': VIEWS, 'c.yml': BASES, 'd.yml': fresh })
  const sorted = (names: string): string[] => names.split(' ').sort()
  expect(sorted(mayBeIn(members, NAMES))).toEqual(sorted(`orders orders.count shop.count ${open}`))
  expect(members.facts.has('fresh.x')).toBe(false)
})

test('a view of a cube that is not there is refused itself, and has what it likes', () => {
  const views = 'views:\n  - name: sales\n    cubes:\n      - {join_path: nothing, includes: [count]}\n'
  const members = entriesFound({ 'a.yml': ORDERS, 'b.yml': views })
  expect(mayBeIn(members, 'sales.count sales.x orders.x nothing')).toBe('sales.count sales.x')
  const gone = 'views:\n  - name: sales\n    cubes:\n      - {join_path: orders, includes: [sum]}\n'
  expect(mayBeIn(entriesFound({ 'a.yml': ORDERS, 'b.yml': gone }), 'sales.sum')).toBe('')
})
