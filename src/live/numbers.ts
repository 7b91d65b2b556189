import { BoardwrightError } from '@boardwright/common'
import { isKind, type Key, type Kind } from '../content/kinds.ts'
import { folderKey, pathText, type ReportReference, workbookKey } from '../content/model.ts'
import { publicIdOf } from '../content/references.ts'
import type { LiveObjects } from './content.ts'
import type { NumberOf } from './map/dashboard.ts'

export interface LiveNumbers extends NumberOf {
  /** The number of a report; undefined if the reference leads nowhere. */
  readonly find: (reference: ReportReference) => number | undefined
}

/** The objects of one kind, by number: objects of two kinds may have the same one. */
export const keysByNumber = <K extends Kind>(ids: ReadonlyMap<Key, number>, kind: K): Map<number, Key<K>> =>
  new Map([...ids].flatMap(([key, id]) => (isKind(key, kind) ? [[id, key] as const] : [])))

/** The numbers behind logical names in one deployment. Throws on an unknown name. */
export function numbersIn(
  { ids, publicIds, outside }: Pick<LiveObjects, 'ids' | 'publicIds' | 'outside'>,
  deployment: number,
): LiveNumbers {
  const inTree = new Map([...publicIds].map(([key, publicId]) => [publicId, ids.get(key)]))
  const require = (number: number | undefined, what: string): number => {
    if (number === undefined) throw new BoardwrightError('REFERENCE_UNKNOWN', `deployment ${deployment} has no ${what}`)
    return number
  }
  const find = (reference: ReportReference): number | undefined => {
    const publicId = publicIdOf(reference)
    if (publicId === undefined) return ids.get(reference as Key)
    return outside.get(publicId) ?? inTree.get(publicId)
  }
  return {
    folder: (path) => require(ids.get(folderKey(path)), `folder "${pathText(path)}"`),
    workbook: (slug) => require(ids.get(workbookKey(slug)), `workbook "${slug}"`),
    report: (reference) => missingHere(reference, deployment) ?? require(find(reference), nameOf(reference)),
    find,
  }
}

function nameOf(reference: ReportReference): string {
  const publicId = publicIdOf(reference)
  return publicId === undefined ? `report "${reference}"` : `report with the id "${publicId}"`
}

/** A dangling number is written back only to the deployment that it is from. */
function missingHere(reference: ReportReference, deployment: number): number | undefined {
  const [, from, number] = /^missing\((\d+)\/(\d+)\)$/.exec(reference) ?? []
  if (from === undefined) return undefined
  if (Number(from) === deployment) return Number(number)
  throw new BoardwrightError(
    'REFERENCE_DANGLING',
    `${reference} names a deleted report, in another deployment than ${deployment}`,
  )
}
