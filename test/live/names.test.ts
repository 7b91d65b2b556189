import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Report as WireReport } from '../../src/api/reports.ts'
import { derivedId, legacyId } from '../../src/content/identity.ts'
import { type Content, pathText, type Report } from '../../src/content/model.ts'
import { shortHash } from '../../src/content/slug.ts'
import { unitDigest } from '../../src/content/units.ts'
import * as declare from '../content/values.ts'
import { AWAY, errorOf, HOME, ledgerOn, nameIn } from './support.ts'
import { folder, report, workbook } from './wire.ts'

const ID = 'h4Kq9ZtB2wLm'
const OTHER = 'Xp03vNdR8cYs'
const own = (publicId: string, more: Partial<WireReport> = {}) => report(31, 'Live', { publicId, ...more })

describe('a report of the tree is found', () => {
  const declared = (more: Partial<Report> = {}): Partial<Content> => ({ reports: [{ ...declare.report(ID), ...more }] })
  const derived = derivedId(AWAY.projectId, AWAY.deployment, ID)

  test.each([
    ['by its id for the target', AWAY, { ids: { dev: OTHER } }, own(OTHER)],
    ['not by its id for another target', AWAY, { ids: { test: derived, dev: OTHER } }, own(OTHER)],
    ['by the id as written', HOME, {}, own(ID)],
    ['by the id as written away from home too', AWAY, {}, own(ID)],
    ['by the derived id', AWAY, {}, own(derived)],
    [
      'by the derived id at home too, where the platform refused the other',
      HOME,
      {},
      own(derivedId(HOME.projectId, HOME.deployment, ID, 1)),
    ],
    ['by the second derived id', AWAY, {}, own(derivedId(AWAY.projectId, AWAY.deployment, ID, 1))],
    [
      'by the ledger',
      AWAY,
      {},
      own(OTHER, { meta: ledgerOn(31, { [`report/${ID}`]: { live: 31 } }, { self: [1, 31] }) }),
    ],
    [
      'by the ledger when it has no stable id',
      HOME,
      {},
      own('000000000001', { meta: ledgerOn(31, { [`report/${ID}`]: { live: 31 } }) }),
    ],
  ] as const)('%s', (_, target, more, live) => {
    expect(nameIn({ reports: [live] }, declared(more), target).reportOf(31)).toMatchObject({ id: ID })
  })

  const ledger = ledgerOn(31, { [`report/${ID}`]: { live: 31 } })
  test.each([
    [
      'its id for the target, then the ledger',
      [own(OTHER, { meta: ledger }), report(32, 'Second', { publicId: 'u7GmJw5QeT1a' })],
      32,
    ],
    ['the ledger, then the id as written', [own(OTHER, { meta: ledger })], 31],
  ] as const)('first by %s', (_, live, expected) => {
    const names = nameIn({ reports: live }, declared({ ids: { production: 'u7GmJw5QeT1a' } }))
    expect(live.map(({ id }) => [id, names.reportOf(id)?.id]).find(([, id]) => id === ID)?.[0]).toBe(expected)
  })

  test('and otherwise not: its number means nothing', () => {
    expect(nameIn({ reports: [own(OTHER)] }, declared()).reportOf(31)?.id).toBe(OTHER)
  })

  test.each([
    ['a copied ledger', ledgerOn(99, { [`report/${ID}`]: { live: 31 } })],
    ['the ledger of another deployment', ledgerOn(31, { [`report/${ID}`]: { live: 31 } }, { self: [1, 31] })],
    ['the ledger of another project', ledgerOn(31, { [`report/${ID}`]: { live: 31 } }, { p: 'other' })],
    ['garbage', { boardwright: '{' }],
  ])('not by %s', (_, meta) => {
    expect(nameIn({ reports: [own(OTHER, { meta })] }, declared()).reportOf(31)?.id).toBe(OTHER)
  })
})

describe('a report that nobody declares', () => {
  test('is its public id at home', () => {
    expect(nameIn({ reports: [own(ID)] }).reportOf(31)).toEqual({ id: ID, publicId: ID })
  })

  test('elsewhere gets an id derived from it, and keeps its own for that target', () => {
    const id = derivedId(AWAY.projectId, AWAY.deployment, ID)
    expect(nameIn({ reports: [own(ID)] }, {}, AWAY).reportOf(31)).toEqual({ id, ids: { dev: ID }, publicId: ID })
  })

  test('is what the ledger calls it still', () => {
    const meta = ledgerOn(31, { [`report/${OTHER}`]: { live: 31 } })
    expect(nameIn({ reports: [own(ID, { meta })] }).reportOf(31)).toEqual({ id: OTHER, publicId: ID })
  })

  test.each([
    ['a placeholder', [own('000000000001')]],
    ['an id that another report shows too', [own(ID), report(32, 'Twin', { publicId: ID })]],
  ])('and shows %s gets an id that is always the same', (_, reports) => {
    for (const target of [HOME, AWAY]) {
      const id = legacyId(target.projectId, target.deployment, 31)
      expect(nameIn({ reports }, {}, target).reportOf(31)).toEqual({ id, publicId: undefined })
      const declared = { reports: [declare.report(id)] }
      expect(nameIn({ reports }, declared, target).reportOf(31)).toMatchObject({ id })
    }
  })
})

describe('two answers for a report', () => {
  const clash = (reports: readonly WireReport[], declared: Partial<Content> = {}) =>
    errorOf(() => nameIn({ reports }, declared))

  test('are refused, both named', () => {
    const reports = [own(ID), report(32, 'Wanted', { publicId: OTHER })]
    const error = clash(reports, { reports: [{ ...declare.report(ID), ids: { production: OTHER } }] })
    expect(error).toMatchObject({
      kind: 'IDENTITY_AMBIGUOUS',
      message: `2 reports claim "${ID}": "Live" (31) and "Wanted" (32)`,
    })
  })

  test('of two ledgers', () => {
    const meta = (id: number) => ledgerOn(id, { [`report/${ID}`]: { live: id } })
    const reports = [own(OTHER, { meta: meta(31) }), report(32, 'Second', { meta: meta(32) })]
    expect(clash(reports, { reports: [declare.report(ID)] }).message).toContain(
      `"${ID}" is "Live" (31) and "Second" (32) by the ledgers`,
    )
  })

  test('that the tree gives', () => {
    const two = [{ ...declare.report(OTHER), ids: { production: ID } }, declare.report(ID)]
    expect(clash([own(ID)], { reports: two }).message).toContain(
      `"Live" (31) is both "${OTHER}" and "${ID}" in the tree`,
    )
  })

  test('are none where a ledger lists what its workbook no longer holds', () => {
    const meta = ledgerOn(21, { 'workbook/cash': { live: 21 }, [`report/${ID}`]: { live: 99 } })
    const names = nameIn(
      { workbooks: [workbook(21, 'Cash', { slug: 'cash', meta })], reports: [own(ID)] },
      { reports: [declare.report(ID)] },
    )
    expect(names.reportOf(31)?.id).toBe(ID)
  })
})

describe('a workbook is bound', () => {
  const cash = (more = {}) => workbook(21, 'Cash', { slug: 'cash', ...more })
  const slugOf = (live: ReturnType<typeof workbook>, ...declared: Content['workbooks'][number][]) => {
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
      'by such a ledger when it lost its slug',
      cash({ slug: null, meta: ledgerOn(21, { 'workbook/cash': { live: 21 } }) }),
      [declare.workbook('cash')],
      'cash',
      {},
    ],
    [
      'by a ledger that the tree does not know any more',
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
      'by what a create left that was cut off',
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
      'by it after the rename was applied',
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
    ['not by another name', cash({ slug: null }), [declare.workbook('something', { name: 'cash' })], 'cash', {}],
    [
      'not by the same name in another folder',
      cash({ slug: null }),
      [declare.workbook('something', { name: 'Cash', folder: ['Finance'] })],
      'cash',
      {},
    ],
    [
      'not by a name that two have',
      cash({ slug: null }),
      [declare.workbook('one', { name: 'Cash' }), declare.workbook('two', { name: 'Cash' })],
      'cash',
      {},
    ],
    ['not by a blank slug', cash({ slug: '  ' }), [], 'cash', {}],
  ] as const)('%s', (_, live, declared, slug, renamed) => {
    expect(slugOf(live, ...declared)).toEqual({ slug, renamed })
  })

  test('has no slug on the platform until it is assigned', () => {
    const meta = ledgerOn(22, { 'workbook/lost': { live: 22 } })
    const names = nameIn({ workbooks: [workbook(21, 'A'), workbook(22, 'B', { meta }), cash({ id: 23 })] })
    expect([...names.slugless]).toEqual([21, 22])
  })

  test.each([
    [
      'a slug that was changed to that of another one',
      [cash({ slug: 'money', meta: ledgerOn(21, { 'workbook/cash': { live: 21 } }) })],
      [declare.workbook('cash'), declare.workbook('money')],
      '"Cash" (21) is "cash" by its ledger and "money" by its slug',
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
      '"Cash" (21) is "cash" and "money" by its ledger',
    ],
    [
      'slugs that are one when they are written alike',
      [cash(), workbook(22, 'B', { slug: 'CASH' })],
      [],
      '2 workbooks claim "cash"',
    ],
  ] as const)('to two answers is refused, both named: %s', (_, workbooks, declared, message) => {
    const error = errorOf(() => nameIn({ workbooks }, { workbooks: declared }))
    expect(error.kind).toBe('IDENTITY_AMBIGUOUS')
    expect(error.message).toContain(message)
  })

  test('all ambiguities are named at once, and not without end', () => {
    const workbooks = Array.from({ length: 14 }, (_, index) =>
      workbook(index + 1, `W${index}`, { slug: `s${index >> 1}` }),
    )
    const error = errorOf(() => nameIn({ workbooks }))
    expect(error.message.match(/claim/g)).toHaveLength(5)
    expect(error.message).toContain('and 2 more')
  })
})

describe('a slug that is chosen', () => {
  const slugs = (names: ReturnType<typeof nameIn>, ...ids: number[]) => ids.map((id) => names.slugOf(id))
  const numbered = (spot: string, id: number) => `sales-${shortHash(`${spot}\n${id}`)}`

  test('comes from the name, and is nobody else’s', () => {
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

  test('is nobody’s whose slug was changed in the UI either', () => {
    const meta = ledgerOn(21, { 'workbook/cash': { live: 21 } })
    const names = nameIn({ workbooks: [workbook(21, 'Cash', { slug: 'sales', meta }), workbook(22, 'Sales')] })
    expect(names.slugOf(22)).not.toBe('sales')
  })

  test('of several with one name in one folder tells them apart by their number', () => {
    const names = nameIn({ workbooks: [workbook(21, 'Sales'), workbook(22, 'Sales')] })
    expect(slugs(names, 21, 22)).toEqual([numbered('\nSales', 21), numbered('\nSales', 22)])
  })

  test('is chosen again, whatever the tree made of it', () => {
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
        expect(
          slugs(nameIn({ folders: folders.toReversed(), workbooks }, { workbooks: declared.toReversed() }), ...ids),
        ).toEqual(slugs(first, ...ids))
      }),
      { numRuns: 300 },
    )
  })
})

describe('a folder', () => {
  const paths = (names: ReturnType<typeof nameIn>, ...ids: number[]) => ids.map((id) => pathText(names.pathOf(id)))
  const tree = [folder(11, 'Sales'), folder(12, 'Q1', 11), folder(13, 'a/b', 12)]

  test('is its path of names', () => {
    expect(paths(nameIn({ folders: tree }), 11, 12, 13)).toEqual(['Sales', 'Sales/Q1', 'Sales/Q1/a\\/b'])
  })

  test('that was not seen is the root, and one whose parent was not seen hangs there', () => {
    const names = nameIn({ folders: [folder(12, 'Q1', 99)] })
    expect([names.pathOf(99), names.pathOf(null), names.pathOf(12)]).toEqual([[], [], ['Q1']])
  })

  test('that is its own ancestor is nowhere', () => {
    const names = nameIn({ folders: [folder(11, 'A', 12), folder(12, 'B', 11), folder(13, 'C')] })
    expect(paths(names, 11, 12, 13)).toEqual(['', '', 'C'])
  })

  test('that the tree renamed is the renamed one, with all below it', () => {
    const declared = {
      folders: [
        { path: ['Turnover'], was: 'Sales' },
        { path: ['Turnover', 'Quarter 1'], was: 'Q1' },
      ],
    }
    const names = nameIn({ folders: tree }, declared)
    expect(paths(names, 11, 12, 13)).toEqual(['Turnover', 'Turnover/Quarter 1', 'Turnover/Quarter 1/a\\/b'])
    expect([...names.renamed]).toEqual([])
  })

  test('that the tree renamed is not the renamed one where live has that too', () => {
    const folders = [folder(11, 'Sales'), folder(12, 'Turnover')]
    const names = nameIn({ folders }, { folders: [{ path: ['Turnover'], was: 'Sales' }] })
    expect(paths(names, 11, 12)).toEqual(['Sales', 'Turnover'])
  })

  const declared: Partial<Content> = {
    folders: [{ path: ['Sales'] }, { path: ['Sales', 'Q1'] }],
    workbooks: [declare.workbook('cash', { folder: ['Sales', 'Q1'] })],
  }
  const inQ1 = (base: string, more = {}) =>
    workbook(21, 'Cash', {
      slug: 'cash',
      folderId: 12,
      meta: ledgerOn(
        21,
        { 'workbook/cash': { live: 21, folder: 12, base: { folder: unitDigest('folder', base) } } },
        more,
      ),
    })

  test('that was renamed in the UI is found by the number in a ledger', () => {
    const folders = [folder(11, 'Turnover'), folder(12, 'Quarter 1', 11), folder(13, 'New', 12)]
    const names = nameIn({ folders, workbooks: [inQ1('Sales/Q1')] }, declared)
    expect(paths(names, 11, 12, 13)).toEqual(['Sales', 'Sales/Q1', 'Sales/Q1/New'])
    expect(Object.fromEntries(names.renamed)).toEqual({ 'folder/Sales': 'Turnover', 'folder/Sales/Q1': 'Quarter 1' })
  })

  test.each([
    ['the tree moved the workbook since', [folder(11, 'Turnover'), folder(12, 'Q1', 11)], inQ1('Elsewhere/Q1')],
    [
      'live has a folder of the old name',
      [folder(11, 'Turnover'), folder(12, 'Q1', 11), folder(13, 'Sales')],
      inQ1('Sales/Q1'),
    ],
    ['it was moved, not renamed', [folder(12, 'Turnover')], inQ1('Sales/Q1')],
    ['the ledger is a copy', [folder(11, 'Turnover'), folder(12, 'Q1', 11)], inQ1('Sales/Q1', { self: [2, 99] })],
    [
      'the ledger has another canonical form',
      [folder(11, 'Turnover'), folder(12, 'Q1', 11)],
      inQ1('Sales/Q1', { canon: 2 }),
    ],
  ])('is what it is called now when %s', (_, folders, holder) => {
    const names = nameIn({ folders, workbooks: [holder] }, declared)
    expect(names.pathOf(folders[0]?.id)).toEqual(['Turnover'])
    expect([...names.renamed]).toEqual([])
  })

  test('that has a twin shares its path with it, and what is in both', () => {
    const folders = [folder(11, 'Sales'), folder(12, 'Sales'), folder(13, 'Q1', 11), folder(14, 'Q1', 12)]
    const names = nameIn({ folders })
    expect(paths(names, 11, 12, 13, 14)).toEqual(['Sales', 'Sales', 'Sales/Q1', 'Sales/Q1'])
    expect(names.twins.map(({ id }) => id)).toEqual([12, 14])
  })
})

test('numbers of one kind mean nothing in another', () => {
  const names = nameIn({
    folders: [folder(5, 'F')],
    workbooks: [workbook(5, 'W', { slug: 'w' })],
    reports: [report(5, 'R', { publicId: ID, workbookId: 5, folderId: 5 })],
  })
  expect([
    names.keyOf('folder', 5),
    names.keyOf('workbook', 5),
    names.keyOf('report', 5),
    names.keyOf('model', 5),
  ]).toEqual(['folder/F', 'workbook/w', `report/${ID}`, undefined])
  expect(names.placeOf(report(5, 'R', { workbookId: 5, folderId: 5 }))).toEqual({ workbook: 'w', folder: ['F'] })
  expect(names.placeOf(report(6, 'R', { workbookId: 7 }))).toBe(undefined)
})
