import { type CarriedLedger, ledgersOn, namesInLedgers } from '../../base/carried.ts'
import { type Content, ofKind } from '../../content/entity.ts'
import { groupBy } from '../../content/group-by.ts'
import { derivedId, derivedIds, isPublicId, legacyId } from '../../content/identity.ts'
import { idIn, isKind } from '../../content/kinds.ts'
import type { Own } from '../../content/model.ts'
import type { ReportRow as Wire } from '../rows/known.ts'
import { type Clash, findClashes, show } from './clash.ts'

export interface ReportName {
  readonly id: string
  readonly ids?: Readonly<Record<string, string>>
  /** Undefined if the platform has no stable id for it. We chose the id in the file, and `adopt` assigns it. */
  readonly publicId: string | undefined
}

export interface ReportNames {
  readonly names: ReadonlyMap<number, ReportName>
  readonly clashes: readonly Clash[]
}

export interface ReportTarget {
  readonly deployment: number
  readonly projectId: string
  /** The name of the target, as `ids` in a file uses it. */
  readonly target: string
  /** Whether the files contain this target's public ids. */
  readonly home: boolean
}

/**
 * Finds a report of the tree by `ids.<target>` in its file, then by the ledger, then by its id, then by the derived id.
 * An undeclared report is named by its public id at home, and elsewhere by an id derived from that.
 */
export function nameReports(
  reports: readonly Wire[],
  target: ReportTarget,
  declared: Content,
  ledgers: readonly CarriedLedger[],
): ReportNames {
  const publicIds = stableIds(reports)
  const live = new Map(reports.map((report) => [report.id, report]))
  const known = namesInLedgers(trustedOnly(ledgers, live, publicIds.of, target), 'report')
  const byPublicId = (id: string | undefined): readonly Wire[] => {
    const found = id === undefined ? undefined : publicIds.byId.get(id)
    return found ? [found] : NONE
  }
  const byNumbers = (numbers: readonly number[]): readonly Wire[] => numbers.flatMap((number) => live.get(number) ?? [])
  const steps: readonly ((report: Own['report']) => readonly Wire[])[] = [
    ({ ids }) => byPublicId(ids?.[target.target]),
    ({ id }) => byNumbers(known.numbersOf(id)),
    ({ id }) => byPublicId(id),
    ({ id }) => derivedIds(target.projectId, target.deployment, id).flatMap(byPublicId).slice(0, 1),
  ]

  const bound = new Map<number, Own['report']>()
  const clashes: Clash[] = []
  for (const { own: report } of ofKind(declared, 'report')) {
    const [found, another] = firstAnswer(steps, report)
    if (!found) continue
    if (another)
      clashes.push({
        message: `"${report.id}" is both ${show(found)} and ${show(another)}, according to what was recorded on them`,
      })
    const other = bound.get(found.id)
    if (other) clashes.push({ message: `${show(found)} is both "${other.id}" and "${report.id}" in the tree` })
    bound.set(found.id, report)
  }

  const named = new Set([...bound.values()].map(({ id }) => id))
  const names = new Map(
    reports.map((report): [number, ReportName] => {
      const publicId = publicIds.of(report)
      const match = bound.get(report.id)
      if (match) return [report.id, { id: match.id, ...(match.ids && { ids: match.ids }), publicId }]
      const inLedgers = known.namesOf(report.id).filter((id) => !named.has(id))
      return [report.id, nameNew(report.id, publicId, inLedgers, target)]
    }),
  )
  const claims = reports.map(({ id, name }) => ({ logicalId: names.get(id)?.id ?? '', id, name }))
  return { names, clashes: [...clashes, ...findClashes('report', claims)] }
}

/**
 * Anyone who may edit a single workbook can write a ledger that gives every report a name. So a ledger names a report
 * elsewhere only if its public id agrees, or if it has none.
 */
function trustedOnly(
  ledgers: readonly CarriedLedger[],
  live: ReadonlyMap<number, Wire>,
  publicIdOf: (report: Wire) => string | undefined,
  { projectId, deployment }: ReportTarget,
): CarriedLedger[] {
  const mayBeCalled = (report: Wire, id: string): boolean => {
    const publicId = publicIdOf(report)
    return publicId === undefined || publicId === id || derivedIds(projectId, deployment, id).includes(publicId)
  }
  const trusted = (held: readonly CarriedLedger[], holderOf: (report: Wire) => number | null | undefined) =>
    held.map((ledger) => ({
      ...ledger,
      entries: ledger.entries.filter(([key, known]) => {
        const report = isKind(key, 'report') ? live.get(known.live) : undefined
        return report === undefined || holderOf(report) === ledger.id || mayBeCalled(report, idIn(key))
      }),
    }))
  return [
    ...trusted(ledgersOn('workbook', ledgers), ({ workbookId }) => workbookId),
    ...trusted(ledgersOn('report', ledgers), ({ id }) => id),
  ]
}

function firstAnswer(
  steps: readonly ((report: Own['report']) => readonly Wire[])[],
  report: Own['report'],
): readonly Wire[] {
  for (const step of steps) {
    const found = step(report)
    if (found.length > 0) return found
  }
  return NONE
}

const NONE: readonly Wire[] = []

/** The name of a report that the tree does not have, although a ledger may list it. */
function nameNew(
  number: number,
  publicId: string | undefined,
  inLedgers: readonly string[],
  target: ReportTarget,
): ReportName {
  const { deployment, projectId, home } = target
  const [inLedger, another] = inLedgers
  if (inLedger !== undefined && another === undefined) return { id: inLedger, publicId }
  if (publicId === undefined) return { id: legacyId(projectId, deployment, number), publicId }
  if (home) return { id: publicId, publicId }
  return { id: derivedId(projectId, deployment, publicId), ids: { [target.target]: publicId }, publicId }
}

/** Old reports show placeholder ids that several share. An id that two reports show identifies neither. */
function stableIds(reports: readonly Wire[]) {
  const byId = new Map<string, Wire>()
  for (const [publicId, group] of groupBy(reports, (report) => report.publicId)) {
    const [report, another] = group
    if (report && !another && isPublicId(publicId)) byId.set(publicId, report)
  }
  return { byId, of: ({ publicId, id }: Wire) => (byId.get(publicId)?.id === id ? publicId : undefined) }
}
