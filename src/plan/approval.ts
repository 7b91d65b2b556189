import { createHash } from 'node:crypto'
import { jsonIn } from '@boardwright/common'
import { z } from 'zod'
import { canonicalText } from '../content/digest.ts'
import type { Key } from '../content/kinds.ts'
import { textOfSide, whereOf } from './fingerprint.ts'
import type { CommonPlan, PlannedObject, UnitChange } from './plan-file.ts'

/**
 * What a plan showed, short enough for a comment: its fingerprint, plus a digest of each thing it does, so that the
 * rest of a partly applied plan is recognised as part of it.
 */
export const Approval = z.strictObject({
  target: z.string(),
  fingerprint: z.string(),
  /** Left out if there are too many; the plan is then approved only as a whole. */
  parts: z.array(z.string()).optional(),
})
export type Approval = z.output<typeof Approval>

/** The plans of one project that were shown together in one comment. */
const ApprovalRecord = z.strictObject({ format: z.literal(1), project: z.string(), plans: z.array(Approval) })
export type ApprovalRecord = z.output<typeof ApprovalRecord>

export const writeApprovals = (plans: readonly CommonPlan[], mostCharacters: number): string =>
  writeApprovalRecord({ project: plans[0]?.project.id ?? '', plans: plans.map(approvalOf) }, mostCharacters)

/**
 * The record as one line that cannot close an HTML comment. If space is short, first the largest plans lose their
 * parts, then the last plans are dropped; a dropped plan is not approved.
 */
export function writeApprovalRecord(
  { project, plans }: Omit<ApprovalRecord, 'format'>,
  mostCharacters: number,
): string {
  const textOf = (value: unknown): string => JSON.stringify(value).replace(/[<>]/g, inUnicode)
  const written = plans.map((approval) => ({ approval, whole: textOf(approval), bare: textOf(withoutParts(approval)) }))
  const isBare = new Set<Approval>()
  let length = textOf({ format: 1, project, plans: [] }).length
  for (const { whole } of written) length += whole.length + 1
  for (const { approval, whole, bare } of written.toSorted((a, b) => b.whole.length - a.whole.length)) {
    if (length <= mostCharacters) break
    isBare.add(approval)
    length += bare.length - whole.length
  }
  const kept = written.map(({ approval, whole, bare }) => (isBare.has(approval) ? bare : whole))
  while (length > mostCharacters && kept.length > 1) length -= (kept.pop()?.length ?? 0) + 1
  return `{"format":1,"project":${textOf(project)},"plans":[${kept.join()}]}`
}

const withoutParts = ({ target, fingerprint }: Approval): Approval => ({ target, fingerprint })

const inUnicode = (character: string): string => `\\u00${character.charCodeAt(0).toString(16)}`

export const approvalOf = (plan: CommonPlan): Approval => ({
  ...{ target: plan.target.name, fingerprint: plan.fingerprint },
  parts: [...new Set(plan.objects.flatMap((object) => partsOf(plan, object)).map(digestOf))],
})

/** Parses a line that `writeApprovalRecord` wrote; undefined for any other line. */
export function readApprovals(line: string): ApprovalRecord | undefined {
  return ApprovalRecord.safeParse(jsonIn(line)).data
}

/**
 * The planned objects that lack approval, each reduced to its unapproved units. Empty if the whole plan, or every part
 * of it, was approved. `countsFor` says which approvals count for an object.
 */
export function unapprovedIn<T extends Approval>(
  plan: CommonPlan,
  approvals: readonly T[],
  countsFor: (approval: T, key: Key) => boolean = () => true,
): PlannedObject[] {
  const own = approvals.filter(({ target }) => target === plan.target.name)
  const isWhole = (each: T): boolean =>
    each.fingerprint === plan.fingerprint && plan.objects.every(({ key }) => countsFor(each, key))
  if (own.some(isWhole)) return []
  return plan.objects.flatMap((object) => {
    const counting = own.filter((each) => countsFor(each, object.key))
    const approved = new Set(counting.flatMap(({ parts = [] }) => parts))
    const isApproved = (part: unknown): boolean => approved.has(digestOf(part))
    if (partsOf(plan, object).every(isApproved)) return []
    const units = object.units.filter((change) => !isApproved(unitPart(plan, object, change)))
    return [{ ...object, units: units.length === 0 || object.action === 'delete' ? object.units : units }]
  })
}

type Where = Pick<CommonPlan, 'project' | 'target' | 'promotion'>

/**
 * Each thing that is done to an object. A unit's previous value counts only if it is a UI edit: otherwise it is what
 * was applied last, and an earlier run may have written part of it.
 */
function partsOf(where: Where, object: PlannedObject): unknown[] {
  const { key, action, units, replaces, publish, joined } = object
  const place = whereOf(where)
  if (action === 'delete') {
    const before = units.map((change) => [change.unit, textOfSide(change, 'before')])
    return [[place, 'delete', key, before, ...(joined ? [joined] : [])]]
  }
  return [
    ...(action === 'create' ? [[place, 'create', key]] : []),
    ...units.map((change) => unitPart(where, object, change)),
    ...replaces.map((name) => [place, 'replace', key, name]),
    ...(publish?.dashboard ? [[place, 'publish', key]] : []),
    ...(publish?.reports ?? []).map((report) => [place, 'publish', key, report]),
  ]
}

const unitPart = (where: Where, { key }: PlannedObject, change: UnitChange): unknown =>
  change.overwrites
    ? [
        whereOf(where),
        'overwrite',
        key,
        change.unit,
        textOfSide(change, 'before') ?? null,
        textOfSide(change, 'after') ?? null,
      ]
    : [whereOf(where), 'set', key, change.unit, textOfSide(change, 'after') ?? null]

/** 192 bits: nobody can find a collision, not even somebody who writes both sides. */
const digestOf = (part: unknown): string =>
  createHash('sha256').update(canonicalText(part)).digest('base64url').slice(0, 32)
