import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shortHash } from '../../src/content/slug.ts'
import * as declare from '../content/values.ts'
import type { Lists } from '../support/lists.ts'
import { errorOf, ledgerOn, nameIn } from './support.ts'
import { folder, workbook } from './wire.ts'

describe('a workbook is found', () => {
  const cash = (more = {}) => workbook(21, 'Cash', { slug: 'cash', ...more })
  const slugOf = (live: ReturnType<typeof workbook>, ...declared: Lists['workbooks'][number][]) => {
    const names = nameIn({ workbooks: [live] }, { workbooks: declared })
    return { slug: names.slugOf(21), renamed: Object.fromEntries(names.renamed) }
  }

  test.each([
    ['by its slug', cash(), [declare.workbook('cash')], 'cash', {}],
    ['by its slug, however it is written', cash({ slug: ' Cash ' }), [declare.workbook('cash')], 'cash', {}],
    [
      'by a ledger that names its slug',
      cash({ slug: 'money', meta: ledgerOn(21, { 'workbook/cash': { live: 21 } }) }),
      [declare.workbook('cash')],
      'cash',
      { 'workbook/cash': 'money' },
    ],
    [
      'by such a ledger if the workbook lost its slug',
      cash({ slug: null, meta: ledgerOn(21, { 'workbook/cash': { live: 21 } }) }),
      [declare.workbook('cash')],
      'cash',
      {},
    ],
    [
      'by a ledger of a workbook that left the tree',
      cash({ slug: 'money', meta: ledgerOn(21, { 'workbook/cash': { live: 21 } }) }),
      [],
      'cash',
      { 'workbook/cash': 'money' },
    ],
    [
      'not by a copied ledger',
      cash({ slug: 'money', meta: ledgerOn(99, { 'workbook/cash': { live: 99 } }) }),
      [declare.workbook('cash')],
      'money',
      {},
    ],
    [
      'not by a ledger that names another number',
      cash({ slug: 'money', meta: ledgerOn(21, { 'workbook/cash': { live: 99 } }) }),
      [declare.workbook('cash')],
      'money',
      {},
    ],
    [
      'by the ledger of an interrupted create',
      cash({ meta: ledgerOn(0, { 'workbook/cash': { live: 0 } }, { self: null }) }),
      [declare.workbook('cash')],
      'cash',
      {},
    ],
    [
      'by the slug that it had before the tree renamed it',
      cash(),
      [declare.workbook('money', { was: 'cash' })],
      'money',
      {},
    ],
    [
      'by the ledger of that time',
      cash({ meta: ledgerOn(21, { 'workbook/cash': { live: 21 } }) }),
      [declare.workbook('money', { was: 'cash' })],
      'money',
      {},
    ],
    [
      'by its new slug after the rename was applied',
      cash({ slug: 'money', meta: ledgerOn(21, { 'workbook/cash': { live: 21 } }) }),
      [declare.workbook('money', { was: 'cash' })],
      'money',
      {},
    ],
    [
      'by folder and name, when it has neither',
      cash({ slug: null }),
      [declare.workbook('something', { name: 'Cash' })],
      'something',
      {},
    ],
    [
      'by folder and name, when it is a copy of another one',
      cash({ slug: null, meta: ledgerOn(99, { 'workbook/else': { live: 99 } }) }),
      [declare.workbook('something', { name: 'Cash' })],
      'something',
      {},
    ],
    [
      'by the slug that its name had made for it, before the tree gave it another',
      cash({ slug: null }),
      [declare.workbook('money', { was: 'cash' })],
      'money',
      {},
    ],
    ['not by another name', cash({ slug: null }), [declare.workbook('something', { name: 'cash' })], 'cash', {}],
    [
      'not by the same name in another folder',
      cash({ slug: null }),
      [declare.workbook('something', { name: 'Cash', folder: ['Finance'] })],
      'cash',
      {},
    ],
    [
      'not by a name that two workbooks have',
      cash({ slug: null }),
      [declare.workbook('one', { name: 'Cash' }), declare.workbook('two', { name: 'Cash' })],
      'cash',
      {},
    ],
    [
      'by the slug that its name had made for it, before the tree gave it another name and folder',
      cash({ slug: null }),
      [declare.workbook('cash', { name: 'Money', folder: ['Finance'] })],
      'cash',
      {},
    ],
    ['not by a blank slug', cash({ slug: '  ' }), [], 'cash', {}],
  ] as const)('%s', (_, live, declared, slug, renamed) => {
    expect(slugOf(live, ...declared)).toEqual({ slug, renamed })
  })

  test('has no slug on the platform until one is assigned', () => {
    const meta = ledgerOn(22, { 'workbook/lost': { live: 22 } })
    const names = nameIn({ workbooks: [workbook(21, 'A'), workbook(22, 'B', { meta }), cash({ id: 23 })] })
    expect([...names.slugless]).toEqual([21, 22])
  })

  test.each([
    [
      'a slug that was changed to that of another one',
      [cash({ slug: 'money', meta: ledgerOn(21, { 'workbook/cash': { live: 21 } }) })],
      [declare.workbook('cash'), declare.workbook('money')],
      '"Cash" (21) is "cash" according to what was recorded on it, but "money" according to its slug',
    ],
    [
      'a slug that one has by its ledger and another one in truth',
      [
        cash({ slug: 'money', meta: ledgerOn(21, { 'workbook/cash': { live: 21 } }) }),
        workbook(22, 'New', { slug: 'cash' }),
      ],
      [declare.workbook('cash')],
      '2 workbooks claim "cash": "Cash" (21) and "New" (22)',
    ],
    [
      'a ledger that gives it two names',
      [cash({ slug: null, meta: ledgerOn(21, { 'workbook/cash': { live: 21 }, 'workbook/money': { live: 21 } }) })],
      [],
      '"Cash" (21) is both "cash" and "money", according to what was recorded on it',
    ],
    [
      'slugs that are one when they are written alike',
      [cash(), workbook(22, 'B', { slug: 'CASH' })],
      [],
      '2 workbooks claim "cash"',
    ],
  ] as const)('with two answers is refused, with both: %s', (_, workbooks, declared, message) => {
    const error = errorOf(() => nameIn({ workbooks }, { workbooks: declared }))
    expect(error.kind).toBe('IDENTITY_AMBIGUOUS')
    expect(error.message).toContain(message)
  })

  test('all ambiguities are named at once, up to a limit', () => {
    const workbooks = Array.from({ length: 14 }, (_, index) =>
      workbook(index + 1, `W${index}`, { slug: `s${index >> 1}` }),
    )
    const error = errorOf(() => nameIn({ workbooks }))
    expect(error.message.match(/claim/g)).toHaveLength(5)
    expect(error.message).toContain('and 2 more')
  })
})

describe('a chosen slug', () => {
  const slugs = (names: ReturnType<typeof nameIn>, ...ids: number[]) => ids.map((id) => names.slugOf(id))
  const numbered = (spot: string, id: number) => `sales-${shortHash(`${spot}\n${id}`)}`

  test('comes from the name, and differs from all others', () => {
    const folders = [folder(11, 'A'), folder(12, 'B')]
    const workbooks = [
      workbook(21, 'Sales', { folderId: 11 }),
      workbook(22, 'Sales', { folderId: 12 }),
      workbook(23, 'Costs', { slug: 'costs' }),
      workbook(24, 'Costs'),
    ]
    const names = nameIn({ folders, workbooks })
    expect(slugs(names, 21, 22, 23)).toEqual(['sales', numbered('B\nSales', 22), 'costs'])
    expect(names.slugOf(24)).toMatch(/^costs-[0-9a-f]{6}$/)
  })

  test('differs from a slug that was changed in the UI, too', () => {
    const meta = ledgerOn(21, { 'workbook/cash': { live: 21 } })
    const names = nameIn({ workbooks: [workbook(21, 'Cash', { slug: 'sales', meta }), workbook(22, 'Sales')] })
    expect(names.slugOf(22)).not.toBe('sales')
  })

  test('of several workbooks with one name in one folder ends in their number', () => {
    const names = nameIn({ workbooks: [workbook(21, 'Sales'), workbook(22, 'Sales')] })
    expect(slugs(names, 21, 22)).toEqual([numbered('\nSales', 21), numbered('\nSales', 22)])
    const twins = [workbook(21, 'Sales'), workbook(22, 'Sales')]
    for (const id of [20, 23]) {
      const named = nameIn({ workbooks: [...twins, workbook(id, numbered('\nSales', 21))] })
      expect(slugs(named, 21, 22)).toEqual(slugs(names, 21, 22))
      expect(named.slugOf(id)).toMatch(/^sales-[0-9a-f]{6}-[0-9a-f]{6}$/)
    }
  })

  test('is the same in the next read, with any tree and in any order', () => {
    const name = fc.constantFrom('Sales', 'sales', 'Costs', '漢字')
    const row = fc.record({
      name,
      folderId: fc.constantFrom(null, 11, 12),
      slug: fc.constantFrom(null, null, 'sales', 'costs'),
    })
    const rows = fc.uniqueArray(row, { maxLength: 8, selector: ({ slug }) => slug ?? {} })
    fc.assert(
      fc.property(rows, (given) => {
        const folders = [folder(11, 'A'), folder(12, 'B')]
        const workbooks = given.map(({ name: text, ...more }, index) => workbook(21 + index, text, more))
        const first = nameIn({ folders, workbooks })
        const declared = workbooks.map(({ id, name: text, folderId }) =>
          declare.workbook(first.slugOf(id) ?? '', { name: text, folder: first.pathOf(folderId) }),
        )
        const ids = workbooks.map(({ id }) => id)
        expect(new Set(slugs(first, ...ids)).size).toBe(ids.length)
        expect(slugs(nameIn({ folders, workbooks }, { workbooks: declared }), ...ids)).toEqual(slugs(first, ...ids))
        const mixed = { folders: folders.toReversed(), workbooks: workbooks.toReversed() }
        expect(slugs(nameIn(mixed, { workbooks: declared.toReversed() }), ...ids)).toEqual(slugs(first, ...ids))
        expect(slugs(nameIn(mixed), ...ids)).toEqual(slugs(first, ...ids))
        const renamed = declared.map((each, index) => ({ ...each, name: `Other ${index}`, folder: ['C'] }))
        expect(slugs(nameIn({ folders, workbooks }, { workbooks: renamed }), ...ids)).toEqual(slugs(first, ...ids))
      }),
      { numRuns: 300 },
    )
  })
})
