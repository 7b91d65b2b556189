import { DOCUMENTS, type DocumentKind } from '../content/files.ts'
import type { Problem } from '../content/problem.ts'
import { BoardwrightError, type Place } from '../errors.ts'
import { nearest } from '../nearest.ts'
import type { DocumentSummary, Recall } from './document-summary.ts'
import { baseOf, CONTENT, createRoles, directoryOf, textInSide, workbookDirectories } from './layout.ts'
import { conflictsIn, decodeText } from './text.ts'
import { marksIn, readYaml } from './yaml/read.ts'

export type TreeFiles = ReadonlyMap<string, Uint8Array>

export interface Side {
  readonly file: string
  readonly text: string
}

/** A YAML file of the tree as written, with its side files. */
export interface Document {
  readonly kind: DocumentKind
  readonly file: string
  readonly text: string
  readonly value: unknown
  /** By the key they fill: for a report `sql`, `pythonCode`, ...; for a dashboard the name of an app file. */
  readonly sides: Readonly<Record<string, Side>>
  readonly placeOf: (path: readonly (string | number)[], what?: 'key' | 'value') => Place & { readonly length: number }
  /** Set for an unread document: accessing the rest reads it. */
  readonly summary?: DocumentSummary
}

export interface DocumentsRead {
  readonly documents: readonly Document[]
  /** Existing documents that cannot be read. */
  readonly broken: readonly Found[]
  readonly problems: readonly Problem[]
}

export type Found = Pick<Document, 'file' | 'kind'>

/** Overlay files: a side file may exist without its document. */
export interface Patches {
  readonly base: Iterable<string>
}

interface Beside {
  readonly kind: DocumentKind
  readonly texts: { readonly file: string; readonly key: string }[]
}

export interface ReadingOptions {
  readonly patches?: Patches | undefined
  readonly recall?: Recall | undefined
  /** In its place, one that remembers what it read. */
  readonly readYaml?: typeof readYaml | undefined
}

/** Reads every document below `content/`. Unreferenced files, and side files without their document, are problems. */
export function readDocuments(
  files: TreeFiles,
  { patches, recall, readYaml: readOne = readYaml }: ReadingOptions = {},
): DocumentsRead {
  const paths = [...files.keys()].filter((path) => path.startsWith(`${CONTENT}/`) && !hidden(path)).sort()
  const roleOf = createRoles(workbookDirectories(patches?.base ?? paths))
  const problems: Problem[] = []
  const sides = new Map<string, Beside>()
  const found: Found[] = []

  for (const file of paths) {
    const role = roleOf(file)
    if (role.role === 'document') found.push({ file, kind: role.kind })
    else if (role.role === 'unknown' || !(files.has(role.of) || patches))
      problems.push(unnamed(file, role.role === 'unknown' ? undefined : role.of, paths))
    else {
      const beside = sides.get(role.of) ?? { kind: role.kind, texts: [] }
      sides.set(role.of, beside)
      beside.texts.push({ file, key: role.key })
    }
  }

  const read = (file: string, kind: DocumentKind, wrong: Problem[]): Document | undefined => {
    const own = readSides(sides.get(file), files, wrong)
    const written = textOf(file, files, wrong)
    if (written === undefined) return undefined
    const { value, placeOf, problems: unread } = readOne(written, file)
    wrong.push(...unread)
    return unread.length > 0 ? undefined : { kind, file, text: written, value, sides: own, placeOf }
  }
  const documents: Document[] = []
  for (const { file, kind } of found) {
    const summary = recall && summaryOfFile(recall, file, kind, sides.get(file))
    const document = summary
      ? new UnreadDocument(file, kind, summary, (wrong) => read(file, kind, wrong))
      : read(file, kind, problems)
    if (document) documents.push(document)
  }
  const alone = patches
    ? [...sides]
        .filter(([file]) => !files.has(file))
        .map(([file, own]) => sidesAlone(file, own.kind, readSides(own, files, problems)))
    : []
  const known = new Set(documents.map(({ file }) => file))
  const broken = found.filter(({ file }) => !known.has(file))
  return { documents: [...documents, ...alone], broken, problems }
}

/** It says nothing about other directories, or about a file that was of another kind. */
function summaryOfFile(
  recall: Recall,
  file: string,
  kind: DocumentKind,
  beside: Beside | undefined,
): DocumentSummary | undefined {
  const summary = recall.summaryOfFile(file)
  const isWhole = (beside?.texts ?? []).every((side) => directoryOf(side.file) === directoryOf(file))
  return summary?.kind === kind && isWhole ? summary : undefined
}

function textOf(file: string, files: TreeFiles, problems: Problem[]): string | undefined {
  const decoded = decodeText(files.get(file) ?? new Uint8Array(), file)
  const wrong = typeof decoded === 'string' ? conflictsIn(decoded, file) : [decoded]
  problems.push(...wrong)
  return typeof decoded === 'string' && wrong.length === 0 ? decoded : undefined
}

function readSides(beside: Beside | undefined, files: TreeFiles, problems: Problem[]): Record<string, Side> {
  if (!beside) return {}
  const { kind, texts } = beside
  const entries = texts.flatMap(({ file, key }): [string, Side][] => {
    const text = textOf(file, files, problems)
    if (text !== undefined && DOCUMENTS[kind].beside === 'texts') problems.push(...marksIn(text, file))
    return text === undefined ? [] : [[key, { file, text: textInSide(kind, text) }]]
  })
  return Object.fromEntries(entries)
}

/** Valid when it was last read, and unchanged since. */
class UnreadDocument implements Document {
  readonly file: string
  readonly kind: DocumentKind
  readonly summary: DocumentSummary
  readonly #read: (problems: Problem[]) => Document | undefined
  #whole: Document | undefined

  constructor(
    file: string,
    kind: DocumentKind,
    summary: DocumentSummary,
    read: (problems: Problem[]) => Document | undefined,
  ) {
    this.file = file
    this.kind = kind
    this.summary = summary
    this.#read = read
  }

  get text(): string {
    return this.#all.text
  }

  get value(): unknown {
    return this.#all.value
  }

  get sides(): Document['sides'] {
    return this.#all.sides
  }

  get placeOf(): Document['placeOf'] {
    return this.#all.placeOf
  }

  get #all(): Document {
    this.#whole ??= this.#read([])
    if (!this.#whole) throw new BoardwrightError('TREE_CHANGED', `${this.file} changed while it was read`)
    return this.#whole
  }
}

const sidesAlone = (file: string, kind: DocumentKind, sides: Record<string, Side>): Document => ({
  kind,
  file,
  text: '',
  value: {},
  sides,
  placeOf: () => ({ file, length: 1 }),
})

/** Files of editors and systems are ignored. */
const hidden = (path: string): boolean => path.startsWith('.') || path.includes('/.')

const FILE_NAMES = Object.values(DOCUMENTS).flatMap(({ file }) => (typeof file === 'string' ? [file] : []))

function unnamed(file: string, owner: string | undefined, paths: readonly string[]): Problem {
  const at = { file }
  if (owner !== undefined) return { kind: 'FILE_UNKNOWN', at, message: `belongs to ${owner}, which does not exist` }
  const here = directoryOf(file)
  const near = nearest(baseOf(file), FILE_NAMES)
  const hint = near !== undefined && !paths.includes(`${here}/${near}`) ? `did you mean "${near}"?` : undefined
  return {
    kind: 'FILE_UNKNOWN',
    at,
    message: 'unexpected file: nothing refers to it',
    ...(hint === undefined ? {} : { hint }),
  }
}
