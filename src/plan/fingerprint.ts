import { isMap, oncePer } from '@boardwright/common'
import { canonicalQuery, canonicalText, sha256Of } from '../content/digest.ts'
import type { Plan, PlannedObject, UnitChange, Unsealed } from './plan-file.ts'

export type Approvable = Pick<Plan, 'project' | 'target' | 'promotion' | 'objects'>

/**
 * Identifies where a plan writes and what, with both sides of every change, and from how many people a delete takes
 * something. Commits that lead to the same changes give the same fingerprint, even after a rebase; another target gives
 * another.
 */
export const fingerprintOf = (plan: Approvable): string =>
  sha256Of(canonicalText([whereOf(plan), plan.objects.map(digestOfChange)]))

/** The plan as it is approved and saved. */
export const sealed = (plan: Unsealed): Plan => ({ ...plan, fingerprint: fingerprintOf(plan) })

export const whereOf = ({ project, target, promotion }: Omit<Approvable, 'objects'>) => ({
  project: project.id,
  target: {
    ...{ name: target.name, url: target.url, deployment: target.deployment },
    ...{ branch: target.branch, branchFrom: target.branchFrom, merge: target.merge },
  },
  from: promotion?.from,
})

/** Covers the object and everything that is done to it. */
export const digestOfChange = oncePer((object: PlannedObject): string => sha256Of(changeText(object)))

const changeText = ({ key, action, units, replaces, publish, joined }: PlannedObject): string =>
  canonicalText({
    ...{ key, action, replaces, joined },
    units: units.map((change) => ({
      ...{ unit: change.unit, overwrites: change.overwrites },
      ...{ before: textOfSide(change, 'before'), after: textOfSide(change, 'after') },
    })),
    publish: publish && { dashboard: publish.dashboard, reports: publish.reports },
  })

/** The canonical text of a side; undefined (unlike null) if the side does not have the unit. */
export function textOfSide(change: UnitChange, side: 'before' | 'after'): string | undefined {
  const value = change[side]
  if (value === undefined) return undefined
  return change.unit === 'query' && isMap(value) ? canonicalQuery(value) : canonicalText(value)
}

/** For comparing by eye: `7c1e-40d9`. Nothing depends on it. */
export const shortFingerprint = ({ fingerprint }: { readonly fingerprint: string }): string =>
  `${fingerprint.slice(0, 4)}-${fingerprint.slice(4, 8)}`
