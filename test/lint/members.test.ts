import { expect, test } from 'vitest'
import { hasMember, hasOwner, readMembers } from '../../src/lint/members.ts'
import { readTreeModel } from '../../src/serialize/model/read.ts'

const membersIn = (files: Readonly<Record<string, string | Uint8Array>>) =>
  readMembers(
    readTreeModel(
      new Map(Object.entries(files).map(([name, text]) => [`data-model/model/${name}`, Buffer.from(text)])),
    ),
  )

const ORDERS = 'cubes:\n  - name: orders\n    sql_table: orders\n    measures:\n      - {name: count, type: count}\n'

test('code and templates may define anything', () => {
  expect(membersIn({ 'a.yml': ORDERS, 'b.js': '' })).toMatchObject({ known: false })
  expect(membersIn({ 'a.yml': ORDERS, 'b.yml': '{% if x %}\n' })).toMatchObject({ known: false })
  expect(membersIn({ 'a.yml': ORDERS, 'b.yml': '# {# no template #}\n' })).toMatchObject({ known: true })
})

test('a file that is not YAML leaves open only what it names, and what takes members from that', () => {
  const views = 'views:\n  - name: sales\n    cubes:\n      - {join_path: fresh, includes: "*"}\n'
  const base = 'cubes:\n  - name: online\n    extends: fresh\n  - name: shop\n    extends: orders\n'
  const text = 'cubes:\n  - name: "fresh"\n    measures: [\n'
  for (const fresh of [text, Buffer.from(`\ufeff${text}`, 'utf16le')]) {
    const members = membersIn({ 'a.yml': ORDERS, 'b.yml': views, 'c.yml': base, 'd.yml': fresh })
    if (!members.known) throw new Error(members.because)
    expect([...members.open].sort()).toEqual(['fresh', 'online', 'sales'])
    expect(
      ['fresh.x', 'online.x', 'sales.x', 'orders.count', 'shop.count'].map((name) => hasMember(members, name)),
    ).toEqual([true, true, true, true, true])
    expect(['orders.x', 'shop.x', 'nothing.x'].map((name) => hasMember(members, name))).toEqual([false, false, false])
    expect(['orders', 'fresh', 'nothing'].map((name) => hasOwner(members, name))).toEqual([true, true, false])
  }
})
