import { createHash } from 'node:crypto'
import { canonicalText } from '../content/digest.ts'
import { unitDigest } from '../content/units.ts'
import type { PlannedObject } from './plan-file.ts'

/**
 * What a plan changes and what it changes it from, in one text: the same for every commit that leads to the same
 * changes, however often the branch was rewritten.
 */
export function fingerprintOf(objects: readonly PlannedObject[]): string {
  const changes = objects.map(({ key, action, units, publish }) => ({
    key,
    action,
    units: units.map(({ unit, before, after }) => [unit, sideText(unit, before), sideText(unit, after)]),
    publish: publish && { dashboard: publish.dashboard, reports: publish.reports },
  }))
  return createHash('sha256').update(canonicalText(changes)).digest('hex')
}

const sideText = (unit: string, value: unknown): string => (value === undefined ? '' : unitDigest(unit, value))

/** What people compare and type: `7c1e-40d9`. */
export const shortHash = ({ fingerprint }: { readonly fingerprint: string }): string =>
  `${fingerprint.slice(0, 4)}-${fingerprint.slice(4, 8)}`
