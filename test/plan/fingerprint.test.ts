import { describe, expect, test } from 'vitest'
import { parseJson } from '../../packages/common/json.ts'
import { type Approvable, fingerprintOf, shortFingerprint } from '../../src/plan/fingerprint.ts'
import type { Plan, UnitChange } from '../../src/plan/plan-file.ts'
import { isLong } from '../support/long.ts'
import { object, plan } from '../words/plans.ts'

const UPDATE = object({
  key: 'workbook/revenue',
  title: ['Sales', 'Revenue'],
  file: 'content/sales/revenue',
  units: [
    { unit: 'name', before: 'Revenue', after: 'Revenue overview' },
    { unit: 'meta', before: { owner: 'sales' }, after: { owner: 'finance' } },
  ],
  replaces: [{ what: 'draft', unit: 'theme' }],
  publish: {
    ...{ from: 14, to: 15, dashboard: true, reports: ['report/A', 'report/B'] },
    notice: { notifications: 2, tenants: 1, embedded: false },
  },
})
const DELETE = object({ key: 'report/OLD', title: ['Old'], action: 'delete', units: [{ unit: 'sql', before: 'x' }] })
const PLAN = plan({
  target: {
    ...{ name: 'production', deployment: 2, host: 'acme.example', url: 'https://acme.example', protected: true },
    ...{ branch: 'main', merge: 'parent' },
  },
  promotion: { from: 'dev' },
  objects: [UPDATE, DELETE],
})

/** The plan with one thing changed, wherever it stands. */
const changed = (change: (value: Plan) => void): Approvable => {
  const copy = structuredClone(PLAN)
  change(copy)
  expect(copy).not.toEqual(PLAN)
  return copy
}
const first = (value: Plan): Plan['objects'][number] => value.objects[0] as Plan['objects'][number]
const unit = (value: Plan): UnitChange => first(value).units[0] as UnitChange
const publish = (value: Plan) => first(value).publish as NonNullable<typeof UPDATE.publish>

test('is a SHA-256; people see the first part of it', () => {
  expect(PLAN.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  expect(shortFingerprint(PLAN)).toBe(`${PLAN.fingerprint.slice(0, 4)}-${PLAN.fingerprint.slice(4, 8)}`)
})

const OTHERS: [string, (value: Plan) => unknown][] = [
  ['another project', (value) => (value.project.id = 'other')],
  ['another target', (value) => (value.target.name = 'dev')],
  ['another deployment', (value) => (value.target.deployment = 3)],
  ['another tenant', (value) => (value.target.url = 'https://evil.example')],
  ['another path on the host', (value) => (value.target.url = 'https://acme.example/other')],
  ['another branch of the data model', (value) => (value.target.branch = 'develop')],
  ['no branch', (value) => delete value.target.branch],
  ['a merge of that branch into another one', (value) => (value.target.merge = 'default')],
  ['no merge', (value) => delete value.target.merge],
  ['content of another target', (value) => (value.promotion = { from: 'staging' })],
  ['content of the tree itself', (value) => delete value.promotion],
  ['more people whom a delete takes something from', (value) => (first(value).joined = 1)],
  ['another object', (value) => (first(value).key = 'workbook/costs')],
  ['another kind of object', (value) => (first(value).key = 'report/revenue')],
  ['another action', (value) => (first(value).action = 'create')],
  ['another unit', (value) => (unit(value).unit = 'slug')],
  ['another value before', (value) => (unit(value).before = 'Costs')],
  ['another value after', (value) => (unit(value).after = 'Costs')],
  ['nothing before', (value) => delete unit(value).before],
  ['nothing after', (value) => delete unit(value).after],
  [
    'null instead of nothing',
    (value) => (value.objects[1] as Plan['objects'][number]).units.push({ unit: 'meta', after: null }),
  ],
  ['a UI edit that is written over', (value) => (unit(value).overwrites = true)],
  ['a unit more', (value) => first(value).units.push({ unit: 'folder', before: '', after: 'Finance' })],
  ['a unit less', (value) => first(value).units.pop()],
  ['units of another object', (value) => value.objects[1]?.units.push(...first(value).units.splice(1))],
  ['a draft that is replaced', (value) => first(value).replaces.push({ what: 'draft', unit: 'layout' })],
  ['no draft that is replaced', (value) => (first(value).replaces = [])],
  ['a layout that is not published', (value) => (publish(value).dashboard = false)],
  ['a report that is not published', (value) => publish(value).reports.pop()],
  ['nothing that is published', (value) => delete first(value).publish],
  ['one object less', (value) => value.objects.pop()],
  ['one object more', (value) => value.objects.push({ ...DELETE, key: 'report/OTHER' })],
  ['another order of objects', (value) => value.objects.reverse()],
]

test.each(OTHERS)('%s changes the fingerprint', (_, change) => {
  expect(fingerprintOf(changed(change))).not.toBe(PLAN.fingerprint)
})

const SAME: [string, (value: Plan) => unknown][] = [
  ['another commit', (value) => (value.commit = 'c0ffee0')],
  ['another name of the project', (value) => (value.project.name = 'else')],
  ['the revision that a promotion was asked for', (value) => (value.promotion = { from: 'dev', at: 'v2' })],
  ['a target that is protected now', (value) => (value.target.protected = false)],
  ['another title', (value) => (first(value).title = ['Else'])],
  ['another file', (value) => (first(value).file = 'content/else')],
  ['another reason', (value) => (first(value).because = 'else')],
  ['a later version of what viewers see', (value) => Object.assign(publish(value), { from: 15, to: 16 })],
  ['who notices', (value) => (publish(value).notice.tenants = 9)],
  ['a UI edit beside it', (value) => first(value).keeps.push({ unit: 'theme', before: 1, after: 2 })],
  ['flags that lead to the same changes', (value) => (value.inputs.select = ['sales/**'])],
  ['what is said beside the changes', (value) => value.notes.push('a note')],
]

test.each(SAME)('%s does not change the fingerprint', (_, change) => {
  expect(fingerprintOf(changed(change))).toBe(PLAN.fingerprint)
})

describe('of values', () => {
  const of = (before: unknown, after?: unknown): string => {
    const units = [{ unit: 'query', before, ...(after === undefined ? {} : { after }) }]
    return fingerprintOf(plan({ objects: [object({ key: 'report/A', title: [], units })] }))
  }

  test('null is not an absent value, and a number is not its text', () => {
    expect(new Set([of(1, null), of(1), of('1'), of(['1']), of({ 1: '1' })]).size).toBe(5)
  })

  test('the order of a query counts, that of keys and the notation of a number do not', () => {
    expect(of({ order: { a: 'asc', b: 'asc' } })).not.toBe(of({ order: { b: 'asc', a: 'asc' } }))
    expect(of(parseJson('{"a": 1, "b": 2}'))).toBe(of(parseJson('{"b": 2.0, "a": 1}')))
  })

  test('a text never equals the hash of a binary file', () => {
    const file = (after: unknown) =>
      fingerprintOf(plan({ objects: [object({ key: 'model/a', title: [], units: [{ unit: 'bytes', after }] })] }))
    expect(file({ sha256: 'ab' })).not.toBe(file('{"sha256":"ab"}'))
  })
})

const COUNT = isLong ? 1_000_000 : 5_000

/**
 * Somebody who writes both trees looks for two plans of one hash. That the search finds what can be found is shown with
 * the eight characters that were demanded once, where it takes long.
 */
test('a search for two plans with one hash finds none, but plenty with the same beginning', () => {
  const begun = new Set<string>()
  const whole = new Set<string>()
  for (let n = 0; n < COUNT; n += 1) {
    const units = [{ unit: 'sql', before: 'select 1', after: `select ${n % 2 === 0 ? n : `* from secrets -- ${n}`}` }]
    const hash = fingerprintOf({ ...PLAN, objects: [{ ...UPDATE, units }] })
    begun.add(hash.slice(0, 8))
    whole.add(hash.slice(0, 32))
  }
  expect(whole.size).toBe(COUNT)
  if (isLong) expect(begun.size).toBeLessThan(COUNT)
})
