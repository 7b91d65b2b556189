import { ABSENT } from '../content/digest.ts'
import type { Base, BaseDigest } from '../content/threeway.ts'

/** Digests of an object as it was sent, or as the platform keeps it, by unit. */
export type Digests = ReadonlyMap<string, string>

/**
 * A base, with what the platform made of a unit where that is not what was sent. `sent` are the digests of the object
 * that was written: a unit that it has from the UI is none of the repo's. Of a unit that no answer tells, the base says
 * what it said.
 */
export function withStored(base: Base, sent: Digests, answered: Digests): Base {
  const units = new Set([...Object.keys(base), ...answered.keys()])
  const entries = [...units].flatMap((unit): [string, BaseDigest][] => {
    const known = Object.hasOwn(base, unit) ? base[unit] : undefined
    const [text = ABSENT] = [known ?? []].flat()
    const [wrote, kept] = [sent.get(unit) ?? ABSENT, answered.get(unit)]
    const isTold = kept !== undefined && text === wrote
    if (isTold && kept !== wrote) return [[unit, [wrote, kept]]]
    return known === undefined ? [] : [[unit, isTold ? text : known]]
  })
  return Object.fromEntries(entries)
}

/** Units that the platform keeps otherwise than they were sent. */
export const alteredIn = (sent: Digests, answered: Digests): string[] =>
  [...answered]
    .filter(([unit, kept]) => kept !== (sent.get(unit) ?? ABSENT))
    .map(([unit]) => unit)
    .sort()
