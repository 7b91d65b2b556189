import type { Fold } from '../../plan/fleet.ts'
import type { Notice, Plan } from '../../plan/plan-file.ts'

/** Adds a target to a fold, and its notices to those of the fold. */
export const withTarget = (fold: Fold, target: string, { objects }: Plan): Fold => ({
  ...fold,
  targets: [...fold.targets, target],
  ...(fold.plan ? { plan: { ...fold.plan, objects: fold.plan.objects.map(withNotices(objects)) } } : {}),
})

const withNotices =
  (others: Plan['objects']) =>
  (object: Plan['objects'][number], index: number): Plan['objects'][number] => {
    const other = others[index]?.publish?.notice
    if (!object.publish || !other) return object
    return { ...object, publish: { ...object.publish, notice: sumNotices(object.publish.notice, other) } }
  }

const sumNotices = (a: Notice, b: Notice): Notice => ({
  notifications: sumOf(a.notifications, b.notifications),
  tenants: sumOf(a.tenants, b.tenants),
  embedded: a.embedded || b.embedded,
})

/** Null means that a key may not see the number, so the sum is unknown too. */
const sumOf = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)
