import { describe, expect, test } from 'vitest'
import type { Report as WireReport } from '../../packages/platform/api/reports.ts'
import { derivedId, legacyId } from '../../src/content/identity.ts'
import type { Report } from '../../src/content/model.ts'
import * as declare from '../content/values.ts'
import type { Lists } from '../support/lists.ts'
import { AWAY, errorOf, HOME, ledgerOn, nameIn } from './support.ts'
import { folder, report, workbook } from './wire.ts'

const ID = 'h4Kq9ZtB2wLm'
const OTHER = 'Xp03vNdR8cYs'
const own = (publicId: string, more: Partial<WireReport> = {}) => report(31, 'Live', { publicId, ...more })

describe('a report of the tree is found', () => {
  const declared = (more: Partial<Report> = {}): Partial<Lists> => ({ reports: [{ ...declare.report(ID), ...more }] })
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

  test('and not by a number of another object', () => {
    expect(nameIn({ reports: [own(OTHER)] }, declared()).reportOf(31)?.id).toBe(OTHER)
  })

  test.each([
    ['a copied ledger', ledgerOn(99, { [`report/${ID}`]: { live: 31 } })],
    ['the ledger of another deployment', ledgerOn(31, { [`report/${ID}`]: { live: 31 } }, { self: [1, 31] })],
    ['the ledger of another project', ledgerOn(31, { [`report/${ID}`]: { live: 31 } }, { project: 'other' })],
    ['garbage', { boardwright: '{' }],
  ])('not by %s', (_, meta) => {
    expect(nameIn({ reports: [own(OTHER, { meta })] }, declared()).reportOf(31)?.id).toBe(OTHER)
  })
})

describe('a report that nobody declares', () => {
  test('is named by its public id at home', () => {
    expect(nameIn({ reports: [own(ID)] }).reportOf(31)).toEqual({ id: ID, publicId: ID })
  })

  test('elsewhere gets an id derived from it, and keeps its own for that target', () => {
    const id = derivedId(AWAY.projectId, AWAY.deployment, ID)
    expect(nameIn({ reports: [own(ID)] }, {}, AWAY).reportOf(31)).toEqual({ id, ids: { dev: ID }, publicId: ID })
  })

  test('keeps the name that its ledger gives it', () => {
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

describe('two names for a report', () => {
  const clash = (reports: readonly WireReport[], declared: Partial<Lists> = {}) =>
    errorOf(() => nameIn({ reports }, declared))

  test('are refused, with both', () => {
    const reports = [own(ID), report(32, 'Wanted', { publicId: OTHER })]
    const error = clash(reports, { reports: [{ ...declare.report(ID), ids: { production: OTHER } }] })
    expect(error).toMatchObject({
      kind: 'IDENTITY_AMBIGUOUS',
      message: `2 reports claim "${ID}": "Live" (31) and "Wanted" (32)`,
    })
  })

  test('from two ledgers', () => {
    const meta = (id: number) => ledgerOn(id, { [`report/${ID}`]: { live: id } })
    const reports = [own(OTHER, { meta: meta(31) }), report(32, 'Second', { meta: meta(32) })]
    expect(clash(reports, { reports: [declare.report(ID)] }).message).toContain(
      `"${ID}" is both "Live" (31) and "Second" (32), according to what was recorded on them`,
    )
  })

  test('from the tree', () => {
    const two = [{ ...declare.report(OTHER), ids: { production: ID } }, declare.report(ID)]
    expect(clash([own(ID)], { reports: two }).message).toContain(
      `"Live" (31) is both "${OTHER}" and "${ID}" in the tree`,
    )
  })

  test('do not arise from a ledger that lists what its workbook no longer contains', () => {
    const meta = ledgerOn(21, { 'workbook/cash': { live: 21 }, [`report/${ID}`]: { live: 99 } })
    const names = nameIn(
      { workbooks: [workbook(21, 'Cash', { slug: 'cash', meta })], reports: [own(ID)] },
      { reports: [declare.report(ID)] },
    )
    expect(names.reportOf(31)?.id).toBe(ID)
  })
})

test('numbers of one kind mean nothing for another', () => {
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
