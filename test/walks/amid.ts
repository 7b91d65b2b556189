import type { Fault } from '../../packages/sandbox/control/faults.ts'
import { UI_ACTS } from './acts.ts'
import { RUNS, randomFrom, type Step, stepsOf } from './steps.ts'

export type RequestKind = 'read' | 'write'

interface Mishap {
  /** Which requests of a run are counted. */
  readonly on: RequestKind
  readonly fault: Partial<Fault> & Pick<Fault, 'kind'>
}

/** What goes wrong once, in the middle of a run. */
export const MISHAPS: Readonly<Record<string, Mishap>> = {
  'a read fails': { on: 'read', fault: { kind: 'status' } },
  'an answer is cut': { on: 'read', fault: { kind: 'truncate' } },
  'a write fails': { on: 'write', fault: { kind: 'status' } },
  'a write happens, and its answer is an error': { on: 'write', fault: { kind: 'status', when: 'after' } },
  'a write happens, and its answer is lost': { on: 'write', fault: { kind: 'drop', when: 'after' } },
  // What is read next is as it was before this write.
  'an answer is one state too old': { on: 'write', fault: { kind: 'stale', method: 'GET' } },
}

/** Commands that are there only to have people act in the middle of them. */
const TRYING: typeof RUNS = [
  [4, 'try copies --name look'],
  [4, 'try drop --name look'],
  [4, 'try sweep'],
]
const WRITES = /^(?:apply|promote|adopt|try)\b/

/** A walk on which people act, or something goes wrong, in the middle of runs. */
export function stepsAmid(seed: number, count: number): Step[] {
  const random = randomFrom(seed ^ 0x5eed)
  const below = (most: number): number => Math.floor(random() * most)
  const oneOf = (table: object): string => Object.keys(table)[below(Object.keys(table).length)] ?? ''
  const steps: Step[] = []
  const amid = ({ target, clone }: Step, what: string, most: number): void => {
    steps.push({
      nth: 0,
      kind: 'amid',
      what,
      target,
      clone,
      at: below(1000),
      other: below(1000),
      before: 1 + below(most),
    })
  }
  for (const step of stepsOf(seed, count, {}, [...RUNS, ...TRYING])) {
    if (WRITES.test(step.what) && !step.what.endsWith(', cut')) {
      // People and an answer that is too old are apart: no run can see what it is not told.
      if (below(3) === 0) amid(step, oneOf(MISHAPS), 8)
      else for (let acts = 1 + below(3); acts > 0; acts -= 1) amid(step, oneOf(UI_ACTS), 40)
    }
    steps.push(step)
  }
  return steps.map((step, nth) => ({ ...step, nth }))
}
