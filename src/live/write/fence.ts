import { ABSENT } from '../../content/digest.ts'
import type { Key } from '../../content/model.ts'
import { digestsOf, type Units } from '../../content/units.ts'
import { BoardwrightError } from '../../errors.ts'

/** Live is no longer what the plan saw: somebody else was faster. */
export const changedSince = (key: Key, what: string): BoardwrightError =>
  new BoardwrightError('CONFLICT', `${key} changed since the plan: ${what}`)

/** The units in which two states of an object differ. */
export function differing(a: Units, b: Units): string[] {
  const [before, now] = [digestsOf(a), digestsOf(b)]
  const names = new Set([...before.keys(), ...now.keys()])
  return [...names].filter((name) => (before.get(name) ?? ABSENT) !== (now.get(name) ?? ABSENT)).sort()
}

/** Throws unless the object is still what the plan saw. */
export function requireSame(key: Key, seen: Units | undefined, fresh: Units): void {
  const units = seen ? differing(seen, fresh) : ['it was not there']
  if (units.length > 0) throw changedSince(key, units.join(', '))
}
