import { describe, expect, test } from 'vitest'
import { readApprovals, unapprovedIn, writeApprovals } from '../../src/plan/approval.ts'
import { fingerprintOf } from '../../src/plan/fingerprint.ts'
import type { Plan, PlannedObject } from '../../src/plan/plan-file.ts'
import { object, plan } from '../words/plans.ts'

const publish = (dashboard: boolean, ...reports: Plan['objects'][number]['key'][]): Partial<PlannedObject> => ({
  publish: { ...{ from: 1, to: 2, dashboard, reports }, notice: { notifications: 0, tenants: 0, embedded: false } },
})
const CREATED = object({
  ...{ key: 'workbook/cash', title: ['Cash'], action: 'create' },
  units: [
    { unit: 'name', after: 'Cash' },
    { unit: 'layout', after: { grid: 1 } },
  ],
  ...publish(true, 'report/A', 'report/B'),
})
const UPDATED = object({ key: 'report/A', title: ['A'], units: [{ unit: 'sql', before: 'x', after: 'y' }] })
const DELETED = object({
  ...{ key: 'report/C', title: ['C'], action: 'delete' },
  units: [{ unit: 'sql', before: 'z' }],
})
const OVER = object({
  ...{ key: 'report/D', title: ['D'], replaces: [{ what: 'draft', unit: 'theme' }] },
  units: [{ unit: 'title', before: 'theirs', after: 'ours', overwrites: true }],
})
const PLAN = plan({ objects: [CREATED, UPDATED, DELETED, OVER] })
const ROOM = 60_000
const approvalsOf = (...plans: readonly Plan[]) => readApprovals(writeApprovals(plans, ROOM))?.plans ?? []
const keysOf = (objects: readonly PlannedObject[]): string[] => objects.map(({ key }) => key)
const rest = (...objects: readonly PlannedObject[]): Plan => plan({ objects: [...objects] })

test('a plan that was shown is approved', () => {
  expect(unapprovedIn(PLAN, approvalsOf(PLAN))).toEqual([])
  expect(keysOf(unapprovedIn(PLAN, []))).toEqual(keysOf(PLAN.objects))
})

test.each<[string, Plan]>([
  ['some of its objects', rest(UPDATED)],
  ['some units of one', rest({ ...CREATED, units: CREATED.units.slice(1) })],
  [
    'an object that is there meanwhile, in part',
    rest({ ...CREATED, action: 'update', units: [{ unit: 'layout', before: {}, after: { grid: 1 } }] }),
  ],
  [
    'what is left to publish',
    rest(object({ key: 'workbook/cash', title: [], action: 'publish', ...publish(false, 'report/B') })),
  ],
  [
    'a change from what an earlier run wrote',
    rest({ ...UPDATED, units: [{ unit: 'sql', before: 'between', after: 'y' }] }),
  ],
])('of a plan that was shown, %s is approved', (_, left) => {
  expect(left.fingerprint).not.toBe(PLAN.fingerprint)
  expect(unapprovedIn(left, approvalsOf(PLAN))).toEqual([])
})

const change = (base: PlannedObject, more: Partial<PlannedObject>): Plan => rest({ ...base, ...more })

test.each<[string, Plan]>([
  ['another value', change(UPDATED, { units: [{ unit: 'sql', before: 'x', after: 'other' }] })],
  ['a removed unit', change(UPDATED, { units: [{ unit: 'sql', before: 'x' }] })],
  ['null instead of nothing', change(UPDATED, { units: [{ unit: 'sql', before: 'x', after: null }] })],
  ['another unit', change(UPDATED, { units: [{ unit: 'title', before: 'x', after: 'y' }] })],
  ['a deletion that takes something from more people', change(DELETED, { joined: 1 })],
  ['another object', change(UPDATED, { key: 'report/Z' })],
  ['that something is created instead of changed', change(UPDATED, { action: 'create' })],
  ['that something is deleted instead of changed', change(UPDATED, { action: 'delete' })],
  ['the deletion of what is something else by now', change(DELETED, { units: [{ unit: 'sql', before: 'new' }] })],
  ['a report that is published too', change(CREATED, publish(true, 'report/A', 'report/B', 'report/Z'))],
  ['a layout that is published too', change(UPDATED, publish(true))],
  [
    'an edit that is written over',
    change(UPDATED, { units: [{ unit: 'sql', before: 'x', after: 'y', overwrites: true }] }),
  ],
  [
    'another edit that is written over',
    change(OVER, { units: [{ unit: 'title', before: 'newer', after: 'ours', overwrites: true }] }),
  ],
  ['another draft that is replaced', change(OVER, { replaces: [{ what: 'draft', unit: 'layout' }] })],
  ['the same in another project', plan({ objects: [UPDATED], project: { id: 'other', name: 'acme' } })],
  ['the same in another deployment', plan({ objects: [UPDATED], target: { ...PLAN.target, deployment: 3 } })],
  [
    'the same at another address',
    plan({ objects: [UPDATED], target: { ...PLAN.target, url: 'https://evil.example' } }),
  ],
  ['the same for another branch', plan({ objects: [UPDATED], target: { ...PLAN.target, branch: 'main' } })],
  ['content of another target', plan({ objects: [UPDATED], promotion: { from: 'dev' } })],
])('%s is not approved', (_, other) => {
  expect(keysOf(unapprovedIn(other, approvalsOf(PLAN)))).toEqual(keysOf(other.objects))
})

test('the same plan for another target is not approved', () => {
  const dev = { ...PLAN, target: { ...PLAN.target, name: 'dev' } }
  const other = { ...dev, fingerprint: fingerprintOf(dev) }
  expect(keysOf(unapprovedIn(other, approvalsOf(PLAN)))).toEqual(keysOf(PLAN.objects))
  expect(unapprovedIn(other, approvalsOf(PLAN, other))).toEqual([])
})

test('of an object that was approved in part, only the rest is named', () => {
  const more = change(CREATED, { units: [...CREATED.units, { unit: 'theme', after: 'dark' }] })
  expect(unapprovedIn(more, approvalsOf(PLAN))).toMatchObject([{ key: CREATED.key, units: [{ unit: 'theme' }] }])
})

test('two plans approve together what each of them contains', () => {
  const both = rest(UPDATED, DELETED)
  expect(unapprovedIn(both, approvalsOf(rest(UPDATED)))).toHaveLength(1)
  expect(unapprovedIn(both, [...approvalsOf(rest(UPDATED)), ...approvalsOf(rest(DELETED))])).toEqual([])
})

test('an approval that does not count for one object does not approve it, nor the whole plan', () => {
  const left = unapprovedIn(PLAN, approvalsOf(PLAN), (_, key) => key !== UPDATED.key)
  expect(keysOf(left)).toEqual([UPDATED.key])
})

describe('the record', () => {
  const large = rest(...Array.from({ length: 400 }, (_, n) => ({ ...UPDATED, key: `report/R${n}` as const })))

  test('is one line that cannot end a comment, whatever the names are', () => {
    const evil = plan({ objects: [UPDATED], project: { id: '--><script>\n', name: 'x' } })
    const line = writeApprovals([evil], ROOM)
    expect(line).not.toMatch(/[<>\n]/)
    expect(readApprovals(line)?.project).toBe('--><script>\n')
  })

  test('without room leaves out the parts of the largest plan: that one is applied as a whole or not at all', () => {
    const dev = { ...large, target: { ...large.target, name: 'dev' } }
    const line = writeApprovals([PLAN, { ...dev, fingerprint: fingerprintOf(dev) }], 5_000)
    expect(line.length).toBeLessThan(5_000)
    const [first, second] = readApprovals(line)?.plans ?? []
    expect(first?.parts?.length).toBeGreaterThan(3)
    expect(second).toEqual({ target: 'dev', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const alone = readApprovals(writeApprovals([large], 200))?.plans ?? []
    expect(unapprovedIn(large, alone)).toEqual([])
    expect(unapprovedIn(rest(...large.objects.slice(1)), alone)).toHaveLength(399)
  })

  test.each([
    '',
    'text',
    '{}',
    '[]',
    '{"format":2,"project":"a","plans":[]}',
    '{"format":1,"project":"a","plans":[{}]}',
  ])('%j is not a record', (line) => expect(readApprovals(line)).toBeUndefined())
})
