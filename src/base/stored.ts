import { ABSENT } from '../content/digest.ts'
import type { Base, BaseDigest, UnitDigests } from '../content/threeway.ts'

/**
 * A base that includes how the platform stored a unit, if that differs from what was sent. `sent` has the digests of
 * the object that was written; units that it took from the UI are not the repo's. Units that no answer contains stay as
 * they were in the base.
 */
export function withStored(base: Base, sent: UnitDigests, answered: UnitDigests): Base {
  const units = new Set([...Object.keys(base), ...answered.keys()])
  const entries = [...units].flatMap((unit): [string, BaseDigest][] => {
    const before = Object.hasOwn(base, unit) ? base[unit] : undefined
    const sentBefore = typeof before === 'string' ? before : (before?.[0] ?? ABSENT)
    const [sentNow, stored] = [sent.get(unit) ?? ABSENT, answered.get(unit)]
    const isOfRepo = stored !== undefined && sentBefore === sentNow
    if (isOfRepo && stored !== sentNow) return [[unit, [sentNow, stored]]]
    if (before === undefined) return []
    return [[unit, isOfRepo ? sentBefore : before]]
  })
  return Object.fromEntries(entries)
}

/** Units that the platform stored differently from what was sent. */
export const alteredIn = (sent: UnitDigests, answered: UnitDigests): string[] =>
  [...answered]
    .filter(([unit, kept]) => kept !== (sent.get(unit) ?? ABSENT))
    .map(([unit]) => unit)
    .sort()
