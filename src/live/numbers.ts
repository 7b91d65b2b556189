import { folderKey, type Key, pathText, type ReportReference, workbookKey } from '../content/model.ts'
import { BoardwrightError } from '../errors.ts'
import type { LiveObjects } from './content.ts'
import type { Numbers } from './map/dashboard.ts'

export interface LiveNumbers extends Numbers {
  /** The number of a report; undefined if the reference leads nowhere. */
  readonly find: (reference: ReportReference) => number | undefined
}

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
    if (!reference.startsWith('id:')) return ids.get(reference as Key)
    const publicId = reference.slice('id:'.length)
    return outside.get(publicId) ?? inTree.get(publicId)
  }
  return {
    folder: (path) => require(ids.get(folderKey(path)), `folder "${pathText(path)}"`),
    workbook: (slug) => require(ids.get(workbookKey(slug)), `workbook "${slug}"`),
    report: (reference) => missingHere(reference, deployment) ?? require(find(reference), nameOf(reference)),
    find,
  }
}

const nameOf = (reference: ReportReference): string =>
  reference.startsWith('id:') ? `report with the id "${reference.slice('id:'.length)}"` : `report "${reference}"`

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
