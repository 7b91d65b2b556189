import { addAll, BoardwrightError } from '@boardwright/common'
import type { DataClient } from '@boardwright/platform'
import type { Target } from '../../config/model.ts'
import { selectTarget } from '../../config/targets.ts'
import type { ComparedWith } from '../../content/compared.ts'
import { counted } from '../../content/counted.ts'
import { previewNamed } from '../../content/preview.ts'
import { createSums } from '../../lint/members.ts'
import type { SoundProject } from '../../project/local/project.ts'
import { readTreeModel } from '../../serialize/model/read.ts'
import { compareRows, type RowsCompared, type RowsSide, type Tolerances } from '../decide/compare-rows.ts'
import { askFor, type DataPlace, isMadeByPython, openData, type RowsAsked } from '../page/rows.ts'
import { readBase } from './base.ts'
import { columnsOf, limitOf } from './columns.ts'
import { type Picked, pickAll, pickChanged } from './pick.ts'
import { requireModelOf } from './preview-commit.ts'
import { requireMeasures } from './tolerances.ts'

export interface NumbersOptions extends DataPlace {
  readonly target?: string | undefined
  /** A target, a branch or a commit. Defaults to the branch that this one is merged into. */
  readonly base?: string | undefined
  /** The preview with the data model to query. */
  readonly preview?: string | undefined
  /** The most queries, and the most rows of each. */
  readonly budget: number
  readonly rows: number
  readonly tolerances: Tolerances
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
  /** The commit that the preview was staged from; null if it does not say. Only with a preview that has a data model. */
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
  /** Reports that only the changed data model affects, which is on no branch that the command names. */
  readonly needBranch: readonly string[]
  readonly queries: number
  /** Why nothing was asked. */
  readonly skipped?: string
}

/** Compares the rows of affected reports before and after. Requests rows and nothing else. */
export async function readNumbers(project: SoundProject, options: NumbersOptions): Promise<ComparedNumbers> {
  const target = selectTarget(project.config, options.target)
  const preview = options.preview === undefined ? undefined : previewNamed(target.projectId, options.preview)
  const branch = preview?.branch ?? options.branch
  const baseTarget = project.config.targets.find(({ name }) => name === options.base)
  const { before, compared } = baseTarget ? { before: project.files } : await readBase(project, options)
  requireMeasures(options.tolerances, [project.files, before])
  const affected = baseTarget ? pickAll(project, baseTarget, target) : pickChanged(project, target, before)
  const withRows = affected.filter(({ after }) => !after || !isMadeByPython(after))
  // A base that is a target has its own data model. Otherwise both sides would get the same query on the same model.
  const isOneModel = branch === undefined && baseTarget === undefined
  const picked = withRows.filter(({ because }) => !isOneModel || !NEEDS_MODEL.has(because))
  const base = baseTarget?.name ?? options.base ?? 'before this branch'
  const nothing = {
    ...{ target: target.name, branch: branch ?? null, base, reports: [], same: 0 },
    ...(compared ? { comparedWith: compared } : {}),
    notAsked: [],
    byPython: affected.flatMap((each) => (withRows.includes(each) ? [] : each.report)),
    needBranch: withRows.flatMap((each) => (picked.includes(each) ? [] : each.report)),
    queries: 0,
  }
  if (picked.length === 0) return nothing
  const isOfModel = picked.some(({ because }) => NEEDS_MODEL.has(because))
  const opened = await openBoth(baseTarget ?? target, target, { ...options, branch }, isOfModel)
  if (typeof opened === 'string') return { ...nothing, skipped: opened, notAsked: picked.map(({ report }) => report) }
  const [old, now, served] = opened
  try {
    const named = preview && { preview, name: options.preview ?? '' }
    const commit = named && served !== undefined ? await requireModelOf(project, target, named, options) : undefined
    const was = { data: old, isSum: createSums(readTreeModel(before)) }
    const is = { data: now, isSum: createSums(readTreeModel(project.files)) }
    const found: ReportNumbers[] = []
    let queries = 0
    const within = picked.filter(({ before, after }) => {
      const cost = after === undefined ? 0 : before === undefined ? 1 : 2
      if (queries + cost > options.budget) return false
      queries += cost
      return true
    })
    for (let at = 0; at < within.length; at += AT_ONCE) {
      options.say?.(`Asked for ${at} of ${counted(within.length)} reports`)
      addAll(found, await Promise.all(within.slice(at, at + AT_ONCE).map((each) => numbersOf(each, was, is, options))))
    }
    const isSame = ({ compared, error }: ReportNumbers): boolean => error === undefined && compared?.isSame === true
    return {
      ...{ ...nothing, branch: served ?? null, ...(commit === undefined ? {} : { commit }) },
      reports: found.filter((each) => !isSame(each)),
      same: found.filter(isSame).length,
      notAsked: picked.filter((each) => !within.includes(each)).map(({ report }) => report),
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

async function openBoth(
  base: Target,
  target: Target,
  { branch, ...options }: NumbersOptions,
  isOfModel: boolean,
): Promise<readonly [old: DataClient, now: DataClient, branch: string | undefined] | string> {
  const opened: DataClient[] = []
  try {
    const old = await openData(base, options)
    opened.push(old)
    try {
      return [old, await openData(target, { ...options, branch }), branch]
    } catch (cause) {
      // A preview that changes no data model has no branch.
      if (options.preview === undefined || BoardwrightError.from(cause).kind !== 'REJECTED') throw cause
      if (isOfModel)
        return `the preview ${options.preview} has no data model: it was not staged, or its changes are already deployed`
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
  readonly isSum: (measure: string) => boolean
}

type Settings = Pick<NumbersOptions, 'rows' | 'tolerances'>

async function numbersOf(
  { report, name, because, before, after }: Picked,
  old: Place,
  now: Place,
  { rows, tolerances }: Settings,
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
