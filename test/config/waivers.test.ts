import { expect, test } from 'vitest'
import { unusedWaivers, type Waiver, waive } from '../../src/config/waivers.ts'
import type { Problem } from '../../src/content/problem.ts'

const AT = { at: { file: 'boardwright.yaml', line: 9 }, length: 1 }
const waiver = (more: Partial<Waiver>): Waiver => ({
  ...{ rule: 'owner', path: 'content/sales', reason: 'r', owner: 'o', expires: '2027-01-01', at: AT },
  ...more,
})
const FOUND: Problem = {
  ...{ kind: 'RULE', rule: 'owner', message: 'm', fault: 'f', units: ['widget a'] },
  at: { file: 'content/sales/a/dashboard.yaml' },
}

test.each<[string, Partial<Waiver>, Partial<Problem>, boolean]>([
  ['its rule and path', {}, {}, true],
  ['an error of a rule', {}, { units: [] }, true],
  ['another rule', { rule: 'title' }, {}, false],
  ['one of our own', { rule: 'member-unknown' }, { kind: 'MEMBER_UNKNOWN', rule: undefined as never }, true],
  ['another path', { path: 'content/sale' }, {}, false],
  ['a file in it', { path: 'content/sales/a/dashboard.yaml' }, {}, true],
  ['what an overlay says of it', {}, { at: { file: 'overlays/dev/content/sales/a/dashboard.yaml' } }, true],
  ['its units', { units: ['widget *'] }, {}, true],
  ['other units', { units: ['theme'] }, {}, false],
  ['more than its units', { units: ['widget a'] }, { units: ['widget a', 'widget b'] }, false],
  ['what is in no unit', { units: ['widget a'] }, { units: [] }, false],
  ['another target', { targets: ['dev'] }, {}, false],
])('a waiver covers %s: %s', (_what, said, found, isCovered) => {
  const problem = { ...FOUND, ...found }
  const one = waiver(said)
  const result = waive([problem], [one])
  expect([result.problems, result.waived]).toEqual(isCovered ? [[], [{ problem, waiver: one }]] : [[problem], []])
})

test('a waiver for a target applies there', () => {
  expect(waive([FOUND], [waiver({ targets: ['de*'] })], 'dev').problems).toEqual([])
})

test('one that covers nothing is a warning at its place, unless others know what it is for', () => {
  const all = [
    waiver({}),
    waiver({ path: 'content/finance' }),
    waiver({ rule: 'difference' }),
    waiver({ targets: ['dev'] }),
  ]
  expect(unusedWaivers(all, waive([FOUND], all))).toEqual([
    { kind: 'WAIVER_UNUSED', ...AT, warning: true, message: 'the waiver of owner for content/finance covers nothing' },
  ])
})
