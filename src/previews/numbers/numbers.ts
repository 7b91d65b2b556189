import { addAll, BoardwrightError } from '@boardwright/common'
import type { DataClient } from '@boardwright/platform'
import type { Target, TrySettings } from '../../config/model.ts'
import type { ComparedWith } from '../../content/compared.ts'
import { counted } from '../../content/counted.ts'
import { previewNamed } from '../../content/preview.ts'
import type { SoundProject } from '../../project/local/project.ts'
import { compareRows, type RowsCompared, type RowsSide } from '../decide/compare-rows.ts'
import { askFor, type DataPlace, isMadeByPython, openData, type RowsAsked } from '../page/rows.ts'
import type { AffectedReports, IsSum } from './affected.ts'
import { columnsOf, limitOf } from './columns.ts'
import type { Picked } from './pick.ts'
import { requireModelOf } from './preview-commit.ts'

export interface NumbersOptions extends DataPlace {
  /** The name of the preview whose data model to query. Two targets are compared as they are without one. */
  readonly name?: string | undefined
  readonly say?: ((text: string) => void) | undefined
}

export interface ReportNumbers extends Pick<Picked, 'report' | 'name' | 'because'> {
  readonly compared?: RowsCompared
  /** Why there is nothing to compare. */
  readonly error?: string
  /** The base's error, if it was broken before. */
  readonly errorBefore?: string
  readonly isNew?: true
}

export interface ComparedNumbers {
  readonly target: string
  readonly branch: string | null
  /** The commit that the preview was made at; null if it does not say. Only with a preview that has a data model. */
  readonly commit?: string | null
  readonly base: string
  /** Set if the base is not a target. */
  readonly comparedWith?: ComparedWith | undefined
  /** Reports that differ, are new, or failed. */
  readonly reports: readonly ReportNumbers[]
  readonly same: number
  readonly notAsked: readonly string[]
  /** Reports that are affected too, but make their rows with Python, which only the platform can run. */
  readonly byPython: readonly string[]
  /** Reports that only the changed data model affects, which is on no branch of this name. */
  readonly needBranch: readonly string[]
  readonly queries: number
  /** Why nothing was asked. */
  readonly skipped?: string
}

/** Compares the rows of affected reports before and after. Requests rows and nothing else. */
export async function compareNumbers(
  project: SoundProject,
  { target, baseTarget, base, compared, picked, isSum }: AffectedReports,
  options: NumbersOptions,
): Promise<ComparedNumbers> {
  const { name } = options
  const settings = project.config.try
  const preview = name === undefined ? undefined : previewNamed(target.projectId, name)
  const nothing = {
    ...{ target: target.name, branch: null, base, reports: [], same: 0, notAsked: [], needBranch: [], queries: 0 },
    ...(compared ? { comparedWith: compared } : {}),
    byPython: picked.flatMap(({ report, after }) => (after && isMadeByPython(after) ? report : [])),
  }
  const withRows = picked.filter(({ after }) => !after || !isMadeByPython(after))
  if (withRows.length === 0) return nothing
  const opened = await openBoth(baseTarget ?? target, target, preview?.branch, options)
  if (typeof opened === 'string') return { ...nothing, skipped: opened, notAsked: withRows.map(({ report }) => report) }
  const [old, now, branch] = opened
  try {
    // On one data model, a changed member gives the same rows twice.
    const isOnBranch = ({ because }: Picked): boolean => branch !== undefined || !NEEDS_MODEL.has(because)
    const asked = withRows.filter(isOnBranch)
    const commit =
      preview && name !== undefined && branch !== undefined
        ? await requireModelOf(project, target, { preview, name }, options)
        : undefined
    const found: ReportNumbers[] = []
    let queries = 0
    const within = asked.filter(({ before, after }) => {
      const cost = after === undefined ? 0 : before === undefined ? 1 : 2
      if (queries + cost > settings.budget) return false
      queries += cost
      return true
    })
    const was = { data: old, isSum: isSum.before }
    const is = { data: now, isSum: isSum.after }
    for (let at = 0; at < within.length; at += AT_ONCE) {
      options.say?.(`Asked for ${at} of ${counted(within.length)} reports`)
      addAll(found, await Promise.all(within.slice(at, at + AT_ONCE).map((each) => numbersOf(each, was, is, settings))))
    }
    const isSame = ({ compared, error }: ReportNumbers): boolean => error === undefined && compared?.isSame === true
    return {
      ...{ ...nothing, branch: branch ?? null, ...(commit === undefined ? {} : { commit }) },
      reports: found.filter((each) => !isSame(each)),
      same: found.filter(isSame).length,
      notAsked: asked.filter((each) => !within.includes(each)).map(({ report }) => report),
      needBranch: withRows.flatMap((each) => (isOnBranch(each) ? [] : each.report)),
      queries,
    }
  } finally {
    await Promise.all([old.close(), now.close()])
  }
}

const AT_ONCE = 3

/** Reasons that need this tree's data model. */
const NEEDS_MODEL: ReadonlySet<Picked['because']> = new Set([
  'a member that it uses changed',
  'the data model changed in a part that cannot be read',
])

/** A token's missing rights are not the fault of the change. */
const NOT_ALLOWED = new Set(['TOKEN_MISSING', 'FORBIDDEN'])

/** Both data models, and the branch if there is one. Or why nothing can be asked. */
async function openBoth(
  base: Target,
  target: Target,
  branch: string | undefined,
  options: NumbersOptions,
): Promise<readonly [old: DataClient, now: DataClient, branch: string | undefined] | string> {
  const opened: DataClient[] = []
  try {
    const old = await openData(base, options)
    opened.push(old)
    try {
      return [old, await openData(target, { ...options, branch }), branch]
    } catch (cause) {
      // A preview that changes no data model has no branch.
      if (branch === undefined || BoardwrightError.from(cause).kind !== 'REJECTED') throw cause
      return [old, await openData(target, options), undefined]
    }
  } catch (cause) {
    await Promise.all(opened.map((each) => each.close()))
    const { kind, message } = BoardwrightError.from(cause)
    if (NOT_ALLOWED.has(kind)) return message
    throw cause
  }
}

/** Where to ask, and which measures are sums there. */
interface Place {
  readonly data: DataClient
  readonly isSum: IsSum
}

async function numbersOf(
  { report, name, because, before, after }: Picked,
  old: Place,
  now: Place,
  { rows, tolerances }: TrySettings,
): Promise<ReportNumbers> {
  const about = { report, name, because }
  if (after === undefined) return { ...about, error: 'it no longer queries anything' }
  const [was, is] = await Promise.all([before ? sideOf(before, old, rows) : undefined, sideOf(after, now, rows)])
  if (typeof is === 'string') return { ...about, error: is, ...(typeof was === 'string' ? { errorBefore: was } : {}) }
  if (was === undefined) return { ...about, isNew: true }
  if (typeof was === 'string') return { ...about, errorBefore: was }
  return { ...about, compared: compareRows(was, is, tolerances) }
}

/** The rows, or the error message of the data API. */
async function sideOf(asked: RowsAsked, { data, isSum }: Place, most: number): Promise<RowsSide | string> {
  try {
    const { rows, columns } = await askFor(asked, data, most)
    const isCut = rows.length >= most && (limitOf(asked) ?? Number.POSITIVE_INFINITY) > most
    const named = columnsOf(asked, columns)
    return { rows: rows.slice(0, most), isCut, ...named, sums: named.measures.filter(isSum) }
  } catch (cause) {
    const { kind, message } = BoardwrightError.from(cause)
    if (kind === 'REJECTED' || kind === 'TIMED_OUT' || kind === 'RESPONSE_INVALID') return message
    throw cause
  }
}
