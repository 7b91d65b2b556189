import { describe, expect, test } from 'vitest'
import type { DashboardConfig } from '../../packages/platform/api/dashboards.ts'
import { NOTHING } from '../../src/content/entity.ts'
import type { Key } from '../../src/content/model.ts'
import { digestsOf, unitDigest, unitsOfDashboard, unitsOfReport } from '../../src/content/units.ts'
import { reportNamer, toContent } from '../../src/live/content.ts'
import { versionsOf, workInProgress } from '../../src/live/in-progress.ts'
import { ledgerFactsOf } from '../../src/live/ledger-facts.ts'
import { dashboardFromWire } from '../../src/live/map/dashboard.ts'
import { nameObjects } from '../../src/live/names/names.ts'
import { suspiciousNumbers, unknownFields } from '../../src/live/notes.ts'
import { numbersIn } from '../../src/live/numbers.ts'
import type { Inventory } from '../../src/live/wire.ts'
import * as declare from '../content/values.ts'
import { contentIn, type Lists } from '../support/lists.ts'
import { completed, errorOf, HOME, inventory, ledgerOn } from './support.ts'
import { chart, folder, publication, report, workbook } from './wire.ts'

const A = 'h4Kq9ZtB2wLm'
const B = 'Xp03vNdR8cYs'

function know(rows: Partial<Inventory>, declared: Partial<Lists> = {}, gone: Parameters<typeof completed>[2] = {}) {
  const read = completed(rows, HOME, gone)
  const tree = contentIn({ ...declare.EMPTY, ...declared })
  const names = nameObjects(read.inventory, read.ledgers, { ...HOME, declared: tree })
  return ledgerFactsOf(read, names, tree)
}

const lives = (known: ReadonlyMap<Key, { readonly live: number }>) =>
  Object.fromEntries([...known].map(([key, { live }]) => [key, live]))

describe('what ledgers know', () => {
  test('about a report is what its own record says, not what the workbook that it left says', () => {
    const says = (name: string) => ({ [`report/${A}`]: { live: 101, base: { name } } })
    const rows = {
      workbooks: [workbook(21, 'W', { slug: 'cash', meta: ledgerOn(21, says('left______')) }), workbook(22, 'Other')],
      reports: [report(101, 'R', { publicId: A, workbookId: 22, meta: ledgerOn(101, says('carried___')) })],
    }
    expect(know(rows).entries.get(`report/${A}`)?.base).toEqual({ name: 'carried___' })
  })

  test('is listed under the names that objects have now', () => {
    const meta = ledgerOn(21, { 'workbook/cash': { live: 21, folder: 11 }, [`report/${A}`]: { live: 101 } })
    const rows = {
      folders: [folder(11, 'F')],
      workbooks: [workbook(21, 'W', { slug: 'money', folderId: 11, meta })],
      reports: [report(101, 'R', { publicId: B, workbookId: 21 })],
    }
    const declared = {
      workbooks: [declare.workbook('money', { was: 'cash' })],
      reports: [{ ...declare.report(B), ids: {} }],
    }
    const { entries: known, ledgers } = know(rows, declared)
    expect(lives(known)).toEqual({ 'workbook/money': 21, [`report/${B}`]: 101 })
    expect([...ledgers.keys()]).toEqual(['workbook/money'])
  })

  test('includes what is gone, under the name that the tree has for it', () => {
    const meta = ledgerOn(101, {
      [`report/${A}`]: { live: 101 },
      'workbook/cash': { live: 99 },
      [`report/${B}`]: { live: 98 },
    })
    const rows = { reports: [report(101, 'R', { publicId: A, meta })] }
    const declared = { workbooks: [declare.workbook('money', { was: 'cash' })] }
    const { entries: known, gone } = know(rows, declared, { workbook: new Set([99]) })
    expect(lives(known)).toEqual({ [`report/${A}`]: 101, 'workbook/money': 99, [`report/${B}`]: 98 })
    expect([...gone]).toEqual(['workbook/money'])
  })

  test('is what the workbook that contains the report says, if two say something', () => {
    const entry = (name: string) => ({ [`report/${A}`]: { live: 101, base: { name } } })
    const rows = (workbookId: number) => ({
      workbooks: [
        workbook(21, 'Old', { slug: 'old', meta: ledgerOn(21, entry('aaaaaaaaaa')) }),
        workbook(22, 'New', { slug: 'new', meta: ledgerOn(22, entry('bbbbbbbbbb')) }),
      ],
      reports: [report(101, 'R', { publicId: A, workbookId })],
    })
    expect(know(rows(22)).entries.get(`report/${A}`)?.base).toEqual({ name: 'bbbbbbbbbb' })
    expect(know(rows(21)).entries.get(`report/${A}`)?.base).toEqual({ name: 'aaaaaaaaaa' })
  })

  test('of an existing object counts more than that of an earlier one with its name', () => {
    const rows = {
      workbooks: [
        workbook(21, 'Old', { slug: 'old', meta: ledgerOn(21, { [`report/${A}`]: { live: 99 } }) }),
        workbook(22, 'New', { slug: 'new', meta: ledgerOn(22, { [`report/${A}`]: { live: 101 } }) }),
      ],
      reports: [report(101, 'R', { publicId: A, workbookId: 21 })],
    }
    const { entries: known, gone } = know(rows, {}, { report: new Set([99]) })
    expect([lives(known), [...gone]]).toEqual([{ [`report/${A}`]: 101 }, []])
  })

  test('a record of another object marks a copy, whatever its name', () => {
    const meta = ledgerOn(99, { 'workbook/cash': { live: 99 } })
    const { copies, copied, entries: known } = know({ workbooks: [workbook(21, 'Cash', { slug: 'cash', meta })] })
    expect([...copies]).toEqual(['workbook/cash'])
    expect([...copied]).toEqual(['workbook/cash'])
    expect(known.size).toBe(0)
  })

  test('about a workbook is what its own ledger says, not what another ledger says', () => {
    const says = (name: string) => ({ 'workbook/cash': { live: 22, base: { name } } })
    const rows = {
      workbooks: [
        workbook(21, 'A', { slug: 'a', meta: ledgerOn(21, says('elsewhere_')) }),
        workbook(22, 'Cash', { slug: 'cash', meta: ledgerOn(22, says('its_own___')) }),
      ],
    }
    expect(know(rows).entries.get('workbook/cash')?.base).toEqual({ name: 'its_own___' })
  })

  test('from a copy says that its original existed, and nothing about other workbooks', () => {
    const entries = { 'workbook/cash': { live: 99 }, 'workbook/other': { live: 98 } }
    const { copied } = know({
      workbooks: [
        workbook(21, 'Cash', { slug: 'cash', meta: ledgerOn(99, { ...entries, [`report/${A}`]: { live: 97 } }) }),
      ],
    })
    expect([...copied].sort()).toEqual([`report/${A}`, 'workbook/cash'])
  })

  test('about a missing report without a number is only its name', () => {
    const entries = { 'workbook/cash': { live: 21 }, [`report/${A}`]: { live: 0 } }
    const { entries: known, unnumbered } = know({
      workbooks: [workbook(21, 'Cash', { slug: 'cash', meta: ledgerOn(21, entries) })],
    })
    expect([[...known.keys()], [...unnumbered]]).toEqual([['workbook/cash'], [`report/${A}`]])
  })

  test('about a report with another id now leaves nothing under its former one', () => {
    const meta = ledgerOn(21, { 'workbook/cash': { live: 21 }, [`report/${A}`]: { live: 101 } })
    const rows = {
      workbooks: [workbook(21, 'Cash', { slug: 'cash', meta })],
      reports: [report(101, 'R', { publicId: B, workbookId: 21 })],
    }
    const { entries: known, unnumbered } = know(rows, { reports: [{ ...declare.report(B), ids: {} }] })
    expect([...known.keys()]).toContain(`report/${B}`)
    expect([...unnumbered]).toEqual([])
  })

  test('about a place that was renamed keeps both what was sent and what was stored', () => {
    const place = (path: string) => unitDigest('folder', path)
    const base = { folder: [place('Sent'), place('Old')] as const, name: 'aaaaaaaaaa' }
    const rows = {
      folders: [folder(11, 'New'), folder(12, 'Sent')],
      workbooks: [
        workbook(21, 'W', { slug: 'w', folderId: 11, meta: ledgerOn(21, { 'workbook/w': { live: 21, base } }) }),
      ],
    }
    const declared = { folders: [{ path: ['New'], was: 'Old' }] }
    expect(know(rows, declared).entries.get('workbook/w')).toMatchObject({
      base: { folder: [place('Sent'), place('New')], name: 'aaaaaaaaaa' },
      baseAsWritten: base,
    })
  })

  test('what is pending is found by its number, or by its name in the tree now', () => {
    const was = { live: 11, commit: '41ab9c0', base: {} }
    const pending = [
      { key: 'folder/Was', why: 'held', was } as const,
      { key: 'workbook/cash', why: 'not selected' } as const,
    ]
    const rows = {
      folders: [folder(11, 'F')],
      workbooks: [workbook(21, 'W', { slug: 'w', meta: ledgerOn(21, { 'workbook/w': { live: 21 } }, { pending }) })],
    }
    const facts = know(rows, { workbooks: [declare.workbook('money', { was: 'cash' })] })
    expect([...facts.pending.values()].map(({ key, why }) => [key, why])).toEqual([
      ['folder/F', 'held'],
      ['workbook/money', 'not selected'],
    ])
    expect(facts.entries.get('folder/F')).toMatchObject({ ...was, isPending: true })
    expect(facts.entries.has('workbook/money')).toBe(false)
  })

  test.each([
    ['is lost with the ledger that had it', [{ isListElsewhere: true }], ['41ab9c0']],
    ['is there', [{ isListElsewhere: true }, { pending: [] }], []],
    ['is of another commit', [{ isListElsewhere: true }, { pending: [], applied: ['abcdef0'] }], ['41ab9c0']],
  ] as const)('of what is pending %s', (_, ledgers, unlisted) => {
    const workbooks = ledgers.map((more, index) =>
      workbook(20 + index, 'W', { slug: `w${index}`, meta: ledgerOn(20 + index, {}, more) }),
    )
    expect([...know({ workbooks }).unlisted]).toEqual(unlisted)
  })

  test('from an entry counts more than from a list of what is pending', () => {
    const entry = { live: 21, base: { name: 'aaaaaaaaaa' } }
    const pending = [{ key: 'workbook/w', why: 'held', was: { live: 21, commit: 'abcdef0' } } as const]
    const rows = {
      workbooks: [
        workbook(20, 'A', { slug: 'a', meta: ledgerOn(20, {}, { pending }) }),
        workbook(21, 'W', { slug: 'w', meta: ledgerOn(21, { 'workbook/w': entry }) }),
      ],
    }
    const { entries: known, commits } = know(rows)
    expect(known.get('workbook/w')).toMatchObject({ ...entry, commit: '41ab9c0' })
    expect(commits).toEqual(['41ab9c0', 'abcdef0'])
  })

  test('has no base under another canonical form, and nothing from copies', () => {
    const entries = { 'workbook/w': { live: 21, base: { name: 'aaaaaaaaaa' } } }
    const rows = (meta: object) => ({
      workbooks: [workbook(21, 'W', { slug: 'w', meta: meta as Record<string, unknown> })],
    })
    expect(know(rows(ledgerOn(21, entries, { canon: 9 }))).entries.get('workbook/w')).toMatchObject({
      live: 21,
      base: undefined,
    })
    expect(know(rows(ledgerOn(22, entries))).entries.size).toBe(0)
  })
})

describe('work in progress', () => {
  const seen: DashboardConfig = { title: 'Seen', widgets: [chart('a', 101)] }
  const draft: DashboardConfig = { title: 'Draft', widgets: [chart('a', 101)] }
  const notes = (wire: Parameters<typeof workbook>[2], live: Parameters<typeof report>[2], meta: object = {}) => {
    const rows = inventory({
      workbooks: [workbook(21, 'W', { slug: 'w', meta: meta as Record<string, unknown>, ...wire })],
      reports: [report(101, 'R', { publicId: A, version: 2, sqlQuery: 'select 1', ...live })],
    })
    const read = completed(rows)
    const names = nameObjects(rows, read.ledgers, { ...HOME, declared: NOTHING })
    const objects = toContent(rows, names, 2, false)
    const known = ledgerFactsOf(read, names, NOTHING)
    const records = { ...known, versions: versionsOf(rows, objects, known) }
    return workInProgress(rows, objects, records, names, reportNamer(names, objects.ids, 2)).map(({ kind }) => kind)
  }
  const snapshot = (versionNumber: number) => ({ id: 1, reportId: 101, versionNumber })
  const published = (version: number) => publication(21, seen, { reportSnapshots: [snapshot(version)] })
  const digests = (units: ReadonlyMap<string, unknown>) => Object.fromEntries(digestsOf(units))
  const drafted = digests(unitsOfDashboard(dashboardFromWire(draft, () => `report/${A}`)))
  const reported = digests(unitsOfReport(declare.report(A, { name: 'R', sql: 'select 1' })))

  const sent = { sql: reported['sql'] ?? '' }
  const cutOff = { commit: '41ab9c0', at: '', from: 1 }

  test.each([
    ['nothing differs', { publishedDashboard: published(2), dashboardDraft: seen }, {}, {}, []],
    ['there is no draft', { publishedDashboard: published(2) }, {}, {}, []],
    ['it was never published', { dashboardDraft: draft }, {}, {}, []],
    ['the draft differs', { publishedDashboard: published(2), dashboardDraft: draft }, {}, {}, ['unpublished-edits']],
    [
      'the draft differs in nothing that means anything',
      { publishedDashboard: published(2), dashboardDraft: { ...seen, kind: null, theme: null } },
      {},
      {},
      [],
    ],
    [
      'the draft is what we applied',
      { publishedDashboard: published(2), dashboardDraft: draft },
      {},
      ledgerOn(21, { 'workbook/w': { live: 21, base: drafted } }),
      [],
    ],
    [
      'the draft is what a killed run wrote',
      { publishedDashboard: published(2), dashboardDraft: draft },
      {},
      ledgerOn(21, { 'workbook/w': { live: 21, next: { commit: '41ab9c0', at: '', units: drafted } } }),
      [],
    ],
    [
      'the draft is what we applied, and edited',
      { publishedDashboard: published(2), dashboardDraft: { ...draft, title: 'Mine' } },
      {},
      ledgerOn(21, { 'workbook/w': { live: 21, base: drafted } }),
      ['unpublished-edits'],
    ],
    ['a report was edited since', { publishedDashboard: published(1) }, {}, {}, ['edited-since-publish']],
    [
      'nobody knows whether it was',
      { publishedDashboard: published(2) },
      { version: null },
      {},
      ['edited-since-publish'],
    ],
    [
      'it was edited by us',
      { publishedDashboard: published(1) },
      {},
      ledgerOn(21, { [`report/${A}`]: { live: 101, base: reported } }),
      [],
    ],
    [
      'a killed run wrote it beside an edit that viewers see',
      { publishedDashboard: published(1) },
      { title: 'Mine' },
      ledgerOn(21, { [`report/${A}`]: { live: 101, next: { ...cutOff, units: sent } } }),
      [],
    ],
    [
      'a killed run was writing it, and somebody saved it since',
      { publishedDashboard: published(1) },
      { title: 'Mine', version: 3 },
      ledgerOn(21, { [`report/${A}`]: { live: 101, next: { ...cutOff, units: sent } } }),
      ['edited-since-publish'],
    ],
    [
      'a killed run was writing another one of its name',
      { publishedDashboard: published(1) },
      { title: 'Mine' },
      ledgerOn(21, { [`report/${A}`]: { live: 999, next: { ...cutOff, units: sent } } }),
      ['edited-since-publish'],
    ],
  ] as const)('when %s', (_, wire, live, meta, expected) => {
    expect(notes(wire as Parameters<typeof workbook>[2], live, meta)).toEqual(expected)
  })
})

describe('notes', () => {
  test('name an unknown field once, for each shape', () => {
    const odd = { novelty: 1 }
    const config = {
      ...odd,
      app: odd,
      widgets: [
        { ...chart('a'), ...odd },
        { ...chart('b'), ...odd },
      ],
    } as DashboardConfig
    const rows = inventory({
      folders: [folder(11, 'A', null, odd), folder(12, 'B', null, odd)],
      workbooks: [
        workbook(21, 'W', { ...odd, dashboardDraft: config, publishedDashboard: publication(21, config, odd) }),
      ],
      reports: [report(101, 'R', odd), report(102, 'S', { ...odd, other: 1 })],
    })
    expect(unknownFields(rows).map(({ kind, message }) => [kind, message.split(' is ')[0]])).toEqual(
      ['a app', 'a dashboard', 'a folder', 'a publication', 'a report', 'a workbook', 'a widget', 'a report']
        .map((of, index) => ['unknown-field', `"${index === 7 ? 'other' : 'novelty'}" of ${of}`])
        .toSorted(([, a], [, b]) =>
          (a ?? '').split(' of a ').reverse().join('.') < (b ?? '').split(' of a ').reverse().join('.') ? -1 : 1,
        ),
    )
    expect(
      unknownFields(
        inventory({ folders: [folder(11, 'A')], workbooks: [workbook(21, 'W')], reports: [report(101, 'R')] }),
      ),
    ).toEqual([])
  })

  test.each([
    ['a large number under any key', { a: [{ b: 20_031 }] }, ['meta.a[0].b']],
    ['a small one under a key of an id', { reportId: 31 }, ['meta.reportId']],
    ['ids in a list', { ids: [31] }, ['meta.ids[0]']],
    ['a key that only ends like one', { grid: 31, width: 31, valid: 31, paid: 31 }, []],
    ['a number of no report', { reportId: 32, a: 20_032 }, []],
    ['a text', { reportId: '31' }, []],
  ])('name a suspicious number: %s', (_, meta, paths) => {
    const rows = inventory({
      workbooks: [workbook(21, 'W', { meta }), workbook(22, 'Of others', { meta: { reportId: 31 } })],
      reports: [report(31, 'Small', { jsonQuery: '{"limit":20031}', sqlQuery: '20031' }), report(20_031, 'Large')],
    })
    const ours = (kind: string, id: number): Key | undefined => (id === 22 ? undefined : (`${kind}/${id}` as Key))
    const found = suspiciousNumbers(rows, ours, false)
    expect(found.map(({ message }) => message.split(' of ')[0])).toEqual(paths)
  })
})

describe('numbers of a deployment', () => {
  const numbers = numbersIn(
    {
      ids: new Map<Key, number>([
        ['folder/Sales/a\\/b', 11],
        ['workbook/cash', 21],
        [`report/${A}`, 101],
      ]),
      publicIds: new Map<Key, string>([[`report/${A}`, 'aaaaaaaaaaaa']]),
      outside: new Map([['bbbbbbbbbbbb', 102]]),
    },
    2,
  )

  test('are those of what exists', () => {
    expect([numbers.folder(['Sales', 'a/b']), numbers.workbook('cash'), numbers.report(`report/${A}`)]).toEqual([
      11, 21, 101,
    ])
    expect([
      numbers.report('id:bbbbbbbbbbbb'),
      numbers.report('id:aaaaaaaaaaaa'),
      numbers.report('missing(2/7)'),
    ]).toEqual([102, 101, 7])
  })

  test.each([
    ['a folder', () => numbers.folder(['Other']), 'REFERENCE_UNKNOWN', 'folder "Other"'],
    ['a workbook', () => numbers.workbook('other'), 'REFERENCE_UNKNOWN', 'workbook "other"'],
    ['a report', () => numbers.report(`report/${B}`), 'REFERENCE_UNKNOWN', B],
    ['a public id', () => numbers.report('id:cccccccccccc'), 'REFERENCE_UNKNOWN', 'cccccccccccc'],
    [
      'a dangling number of another deployment',
      () => numbers.report('missing(1/7)'),
      'REFERENCE_DANGLING',
      'missing(1/7)',
    ],
  ] as const)('of %s are an error if it does not exist', (_, run, kind, text) => {
    const error = errorOf(run)
    expect([error.kind, error.message.includes(text)]).toEqual([kind, true])
  })
})
