import { ABSENT } from '../content/digest.ts'
import { type Base, type BaseDigest, sentIn, type UnitDigests, unitBase } from '../content/threeway.ts'

/**
 * A base that includes how the platform stored a unit, if that differs from what was sent. `sent` has the digests of
 * the object that was written.
 */
export const withStored = (base: Base, sent: UnitDigests, stored: UnitDigests): Base =>
  Object.fromEntries(
    [...new Set([...Object.keys(base), ...stored.keys()])].flatMap((unit): [string, BaseDigest][] => {
      const digest = storedUnit(unitBase(base, unit), sent.get(unit) ?? ABSENT, stored.get(unit))
      return digest === undefined ? [] : [[unit, digest]]
    }),
  )

/** What the UI has in a unit, or what no answer contains, says nothing about what the repo sent. */
function storedUnit(
  before: BaseDigest | undefined,
  sentNow: string,
  stored: string | undefined,
): BaseDigest | undefined {
  const sentBefore = sentIn(before) ?? ABSENT
  if (stored === undefined || sentBefore !== sentNow) return before
  if (stored !== sentNow) return [sentNow, stored]
  return before === undefined ? undefined : sentBefore
}

/** Units that the platform stored differently from what was sent. */
export const alteredIn = (sent: UnitDigests, stored: UnitDigests): string[] =>
  [...stored]
    .filter(([unit, kept]) => kept !== (sent.get(unit) ?? ABSENT))
    .map(([unit]) => unit)
    .sort()
