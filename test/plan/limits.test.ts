import { expect, test } from 'vitest'
import { type Key, reportKey } from '../../src/content/model.ts'
import type { Accepted } from '../../src/plan/accept.ts'
import type { Decided } from '../../src/plan/decided.ts'
import { stopsOf } from '../../src/plan/limits.ts'
import { type Outcome, Outcomes, UNCHANGED } from '../../src/plan/outcome.ts'

const OUTCOMES = {
  delete: { kind: 'delete', because: 'gone' },
  write: { kind: 'write', because: 'changed', units: new Set(['name']) },
  create: { kind: 'create', because: 'new' },
} as const satisfies Record<string, Outcome>

interface Case {
  /** How many reports are live and ours, and what happens to the first of them. */
  readonly ours?: number
  readonly first?: { readonly [verb in keyof typeof OUTCOMES]?: number }
  readonly protected?: boolean
  readonly accept?: readonly Accepted[]
}

/** The limits are those that a project has if it says nothing: 30 %, from ten of a kind on. */
function stopsIn({ ours = 0, first = {}, protected: isProtected = false, accept = [] }: Case): string[] {
  const wanted = Object.entries(first).flatMap(([verb, n]) =>
    Array.from({ length: n }, () => OUTCOMES[verb as 'write']),
  )
  const keys = Array.from({ length: Math.max(ours, wanted.length) }, (_, n): Key => reportKey(`R${n}`))
  const comparisons = keys.map((key, n) => ({
    ...{ key, kind: 'report', ownership: { state: n < ours ? 'ours' : 'unclaimed' } },
    ...{ repo: new Map(), live: n < ours ? new Map() : undefined },
  }))
  const decided = {
    compared: { comparisons: new Map(comparisons.map((each) => [each.key, each])) },
    outcomes: new Outcomes(new Set(keys)).changed(keys.map((key, n) => [key, wanted[n] ?? UNCHANGED])),
    inputs: {
      target: { protected: isProtected, limits: { deletePercent: 30, changePercent: 30, fromCount: 10 } },
      ...{ shaping: { accept }, live: { counts: { report: ours } } },
    },
  }
  return stopsOf(decided as unknown as Decided).map(({ kind, accept: word }) => [kind, word].filter(Boolean).join(' '))
}

test.each<Case & { stops: readonly string[] }>([
  { ours: 10, first: { delete: 3 }, stops: [] },
  { ours: 10, first: { delete: 4 }, stops: ['limit-delete deletes=4'] },
  { ours: 9, first: { delete: 9 }, stops: [] },
  { ours: 10, first: { delete: 4 }, accept: ['deletes=4'], stops: [] },
  { ours: 10, first: { delete: 4 }, accept: ['deletes=3'], stops: ['limit-delete deletes=4'] },
  { ours: 10, first: { write: 3 }, stops: [] },
  { ours: 10, first: { write: 4 }, stops: ['limit-change'] },
  { ours: 9, first: { delete: 2 }, protected: true, stops: ['protected deletes=2'] },
  { ours: 9, first: { delete: 2 }, protected: true, accept: ['deletes=1'], stops: ['protected deletes=2'] },
  { ours: 9, first: { delete: 2 }, protected: true, accept: ['deletes=2'], stops: [] },
  { ours: 9, first: { write: 2 }, protected: true, stops: [] },
  { first: { create: 9 }, stops: [] },
  { first: { create: 10 }, stops: ['first-apply first-apply'] },
  { first: { create: 10 }, accept: ['first-apply'], stops: [] },
  { ours: 1, first: { create: 10 }, stops: [] },
])('what stops a plan: %o', ({ stops, ...given }) => {
  expect(stopsIn(given)).toEqual(stops)
})
