import { DOCUMENTS } from '../content/files.ts'
import { isMap } from '../content/model.ts'
import type { Problem } from '../content/problem.ts'
import { type Document, readDocuments, type TreeFiles } from './documents.ts'
import { OVERLAYS } from './layout.ts'

/** A document below `content/`, or a patch of one below an overlay. */
export interface Placed {
  /** Its `file` and side files have the paths they would have below `content/`. */
  readonly document: Document
  /** The prefix of these paths: empty, or `overlays/<target>/`. */
  readonly prefix: string
}

export const OVERLAY = new RegExp(`^${OVERLAYS}/[^/]+/`)

export const overlayOf = (file: string): string => OVERLAY.exec(file)?.[0] ?? ''

export interface AllDocuments {
  readonly placed: readonly Placed[]
  /** Files that cannot be read. */
  readonly broken: readonly string[]
  readonly problems: readonly Problem[]
}

/** All documents: the tree's, and the patches of all overlays. */
export function readAllDocuments(files: TreeFiles): AllDocuments {
  const placed: Placed[] = []
  const broken: string[] = []
  const problems: Problem[] = []
  for (const prefix of ['', ...new Set([...files.keys()].map(overlayOf).filter((each) => each !== ''))]) {
    const patches = new Map(
      [...files].filter(([file]) => file.startsWith(prefix)).map(([file, bytes]) => [file.slice(prefix.length), bytes]),
    )
    const read = readDocuments(patches, prefix === '' ? {} : { patches: { base: files.keys() } })
    placed.push(...read.documents.map((document) => ({ document, prefix })))
    broken.push(...read.broken.map(({ file }) => `${prefix}${file}`))
    problems.push(...read.problems.map((each) => ({ ...each, at: { ...each.at, file: `${prefix}${each.at.file}` } })))
  }
  return { placed, broken, problems }
}

export const drawnAs = ({ kind, value }: Document): unknown =>
  DOCUMENTS[kind].beside === 'texts' && isMap(value) ? value['kind'] : undefined
