import { isMap, objectOf, pattern, stringifyJson } from '@boardwright/common'
import { isKind } from '../content/kinds.ts'
import { fingerprintOf } from '../plan/fingerprint.ts'
import type { Fold } from '../plan/fleet.ts'
import type { CommonPlan, Notice, Plan, PlannedObject, Publish } from '../plan/plan-file.ts'

/**
 * A plan in words that hold for several targets: where a text has the value of a variable, it has the variable.
 */
export function commonPlan(
  { applied: _, summary, ...plan }: Plan,
  variables: Readonly<Record<string, string>>,
): CommonPlan {
  const { create, update, delete: deletes, publish, held } = summary
  const { objects, held: heldOnes, left, stops, notes, affected } = plan
  const parts = { objects, held: heldOnes, left, stops, notes, ...(affected && { affected }) }
  const said = named(parts, namerOf(variables)) as typeof plan
  const common = { ...plan, ...said, summary: { create, update, delete: deletes, publish, held } }
  return { ...common, fingerprint: fingerprintOf(common) }
}

/** What a fold says of its targets, apart from what `withTarget` leaves out or adds up where they differ. */
export const markedIn = ({ objects, held, stops, inputs, target, promotion }: CommonPlan): unknown => {
  const { protected: isProtected, branch = null, branchFrom = null, merge = null } = target
  const isOfModel = [...objects, ...held].some(({ key }) => isKind(key, 'model'))
  return [
    objects.map(({ publish, loss, ...object }) => [
      object,
      publish ? shownBy(publish) : null,
      loss ? loss.version === null : null,
    ]),
    held.map(({ updatedAt: _, owner: __, commit: ___, ...object }) => object),
    ...[stops, inputs, promotion ?? null],
    ...[isProtected, isOfModel ? [branch, branchFrom, merge] : []],
  ]
}

const shownBy = ({ from, dashboard, reports }: Publish) => ({ isFirst: from === null, dashboard, reports })

/** Adds a target to a fold, which then says only what holds for that one, too. */
export const withTarget = (fold: Fold, target: string, other: CommonPlan): Fold => ({
  ...fold,
  targets: [...fold.targets, target],
  ...(fold.plan ? { plan: shared(fold.plan, other) } : {}),
})

function shared(plan: CommonPlan, other: CommonPlan): CommonPlan {
  const isSaidIn = (list: readonly unknown[]) => {
    const texts = new Set(list.map((each) => stringifyJson(each)))
    return (each: unknown): boolean => texts.has(stringifyJson(each))
  }
  const { affected, ...rest } = plan
  return {
    ...rest,
    ...(affected && isSaidIn(other.affected ? [other.affected] : [])(affected) ? { affected } : {}),
    target: {
      ...withoutOthers(plan.target, other.target, ['branch', 'branchFrom', 'merge']),
      ...(other.target.notHome && { notHome: true }),
    },
    objects: plan.objects.map((object, index) => sharedObject(object, other.objects[index])),
    held: plan.held.map((held, index) => withoutOthers(held, other.held[index], ['updatedAt', 'owner', 'commit'])),
    left: plan.left.filter(isSaidIn(other.left)),
    notes: plan.notes.filter(isSaidIn(other.notes)),
  }
}

function sharedObject(
  object: PlannedObject,
  other: { readonly publish?: PlannedObject['publish']; readonly loss?: PlannedObject['loss'] } = {},
): PlannedObject {
  const [publish, loss] = [
    sharedPart(object.publish, other.publish, ['from', 'to', 'address']),
    sharedPart(object.loss, other.loss, ['version']),
  ]
  return { ...object, ...(publish && { publish }), ...(loss && { loss }) }
}

function sharedPart<T extends { readonly notice: Notice }, K extends keyof T>(
  part: T | undefined,
  other: T | undefined,
  keys: readonly K[],
): T | undefined {
  if (!part || !other) return part
  return { ...withoutOthers(part, other, keys), notice: sumNotices(part.notice, other.notice) }
}

/** Without those of the keys whose values differ. */
function withoutOthers<T extends object, K extends keyof T>(value: T, other: T | undefined, keys: readonly K[]): T {
  const result = { ...value }
  for (const key of keys) if (value[key] !== other?.[key]) delete result[key]
  return result
}

const sumNotices = (a: Notice, b: Notice): Notice => ({
  notifications: sumOf(a.notifications, b.notifications),
  tenants: sumOf(a.tenants, b.tenants),
  embedded: a.embedded || b.embedded,
})

/** Null means that a key may not see the number, so the sum is unknown too. */
const sumOf = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)

type Namer = (text: string) => string

function namerOf(variables: Readonly<Record<string, string>>): Namer {
  const names = new Map(Object.entries(variables).map(([name, value]) => [value, `\${var.${name}}`]))
  const values = [...names.keys()].filter((value) => value !== '').sort((a, b) => b.length - a.length)
  if (values.length === 0) return (text) => text
  const whole = pattern('gu')`(?<![\p{L}\p{N}_])${values}(?![\p{L}\p{N}_])`
  return (text) => text.replace(whole, (value) => names.get(value) ?? value)
}

/** Which object it is, and where its file is. */
const KEYS: ReadonlySet<string> = new Set([
  'key',
  'within',
  'file',
  'action',
  'reason',
  'what',
  'kind',
  'unit',
  'needs',
  'waitsFor',
  'lostBy',
])

function named(value: unknown, namer: Namer): unknown {
  if (typeof value === 'string') return namer(value)
  if (Array.isArray(value)) return value.map((each) => named(each, namer))
  if (!isMap(value)) return value
  return objectOf(Object.entries(value).map(([key, inner]) => [key, KEYS.has(key) ? inner : named(inner, namer)]))
}
