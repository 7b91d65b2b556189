import { addAll, BoardwrightError, isMap, lazy, nearest } from '@boardwright/common'
import { marksIn, readYaml } from '@boardwright/common/yaml'
import { DOCUMENTS, type DocumentKind } from '../content/files.ts'
import { ACCOUNT_KINDS, CONTENT_KINDS } from '../content/kinds.ts'
import type { FreeForm, ReportDefinition, ReportReference } from '../content/model.ts'
import type { PlaceOf, Problem } from '../content/problem.ts'
import { shellWord } from '../content/shell-word.ts'
import type { Digests } from '../content/unit-digests.ts'
import {
  ACCOUNT,
  baseOf,
  CONTENT,
  createRoles,
  directoryInWorkbook,
  directoryOf,
  globInAccount,
  isBelowRoots,
  stemOf,
  textInSide,
  workbookDirectories,
} from './layout.ts'
import { conflictsIn, decodeText } from './text.ts'

export type TreeFiles = ReadonlyMap<string, Uint8Array>

/** These files with some written and, where the content is null, removed. */
export function withChanges(
  files: TreeFiles,
  changes: Iterable<readonly [file: string, content: string | Uint8Array | null]>,
): TreeFiles {
  const after = new Map(files)
  for (const [file, content] of changes) {
    if (content === null) after.delete(file)
    else after.set(file, Buffer.from(content))
  }
  return after
}

export interface BesideFile {
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
  readonly sides: Readonly<Record<string, BesideFile>>
  readonly placeOf: PlaceOf
}

/** What a tree needs of an unchanged, valid document: enough to find and compare it, without its contents. */
export interface DocumentSummary {
  readonly kind: DocumentKind
  /** Its value: complete for folders and workbooks; for a report, its identity. */
  readonly value: FreeForm
  readonly digests: Digests
  /** The names of reports in a dashboard, and which reports they meant. */
  readonly names: readonly (readonly [name: string, report: ReportReference])[]
  readonly uses: readonly string[]
}

/** What is known of a tree's files without reading them. */
export interface Recall {
  readonly summaryOfFile: (file: string) => DocumentSummary | undefined
  readonly hashOf: (file: string) => string | undefined
}

/**
 * A document that has not changed since it was last read: its summary, and the whole document for whoever needs more.
 */
export interface KnownDocument extends Found {
  readonly summary: DocumentSummary
  readonly whole: () => Document
}

export type TreeDocument = Document | KnownDocument

export const summaryOf = (document: TreeDocument): DocumentSummary | undefined =>
  'summary' in document ? document.summary : undefined

export const wholeDocument = (document: TreeDocument): Document => ('summary' in document ? document.whole() : document)

/** The definition in a report file, with its query from wherever that is written, as far as its values have their type. */
export function definitionIn({ value, sides }: Pick<Document, 'value' | 'sides'>): Partial<ReportDefinition> {
  const { query, queryText, sql, ...rest } = isMap(value) ? value : {}
  const text = queryText ?? sides['queryText']?.text
  return {
    ...rest,
    ...(typeof sql === 'string' ? { sql } : {}),
    ...(isMap(query) ? { query } : {}),
    ...(typeof text === 'string' ? { queryText: text } : {}),
  }
}

export interface DocumentsRead<D = Document> {
  readonly documents: readonly D[]
  /** Existing documents that cannot be read. */
  readonly broken: readonly Found[]
  readonly problems: readonly Problem[]
}

export type Found = Pick<Document, 'file' | 'kind'>

interface Beside {
  readonly kind: DocumentKind
  readonly texts: { readonly file: string; readonly key: string }[]
}

export interface ReadingOptions {
  /** The paths that decide the kind of each file, if these files are only some of a tree: a side file may then be alone. */
  readonly partOf?: Iterable<string> | undefined
  /** Replaces `readYaml`, for instance with one that remembers what it read. */
  readonly readYaml?: typeof readYaml | undefined
  /** Documents that are left unread. */
  readonly skips?: ((document: Found) => boolean) | undefined
}

/** Reads every document below `content/`. Unreferenced files, and side files without their document, are problems. */
export const readDocuments = (files: TreeFiles, options: ReadingOptions = {}): DocumentsRead =>
  readAll<never>(files, options, () => undefined)

/** The same, but remembered documents are not read again. */
export const recallDocuments = (files: TreeFiles, recall: Recall | undefined): DocumentsRead<TreeDocument> =>
  readAll(files, {}, (found, beside, read): KnownDocument | undefined => {
    const summary = recall && summaryOfFile(recall, found, beside)
    return summary && { ...found, summary, whole: lazy(() => read() ?? changed(found.file)) }
  })

function changed(file: string): never {
  throw new BoardwrightError('TREE_CHANGED', `${file} changed while it was read`)
}

function readAll<Known = never>(
  files: TreeFiles,
  { partOf, readYaml: readOne = readYaml, skips = () => false }: ReadingOptions,
  recalled: (found: Found, beside: Beside | undefined, read: () => Document | undefined) => Known | undefined,
): DocumentsRead<Document | Known> {
  const { found, sides, problems } = findDocuments(files, partOf)

  const read = (file: string, kind: DocumentKind, wrong: Problem[]): Document | undefined => {
    const own = readSides(sides.get(file), files, wrong)
    const written = textOf(file, files, wrong)
    if (written === undefined) return undefined
    const { value, placeOf, problems: unread } = readOne(written, file)
    addAll(wrong, unread)
    return unread.length > 0 ? undefined : { kind, file, text: written, value, sides: own, placeOf }
  }
  const broken: Found[] = []
  const documents: (Document | Known)[] = []
  for (const each of found) {
    if (skips(each)) continue
    const { file, kind } = each
    const document = recalled(each, sides.get(file), () => read(file, kind, [])) ?? read(file, kind, problems)
    if (document) documents.push(document)
    else broken.push(each)
  }
  const alone = partOf
    ? [...sides]
        .filter(([file]) => !files.has(file))
        .map(([file, own]) => sidesAlone(file, own.kind, readSides(own, files, problems)))
    : []
  return { documents: [...documents, ...alone], broken, problems }
}

export interface DocumentsFound {
  readonly found: readonly Found[]
  /** The texts beside each document, by its file. */
  readonly sides: ReadonlyMap<string, Beside>
  readonly problems: Problem[]
}

/** The documents below `content/`, by their paths alone. */
export function findDocuments(files: TreeFiles, partOf?: Iterable<string>): DocumentsFound {
  const paths = [...files.keys()].filter((path) => isBelowRoots(path) && !hidden(path)).sort()
  const roleOf = createRoles(workbookDirectories(partOf ?? paths))
  const problems: Problem[] = []
  const sides = new Map<string, Beside>()
  const found: Found[] = []

  for (const file of paths) {
    const role = roleOf(file)
    if (role.role === 'document') found.push({ file, kind: role.kind })
    else if (role.role === 'unknown' || !(files.has(role.of) || partOf))
      problems.push(unnamed(file, role.role === 'unknown' ? undefined : role.of, paths))
    else {
      const beside = sides.get(role.of) ?? { kind: role.kind, texts: [] }
      sides.set(role.of, beside)
      beside.texts.push({ file, key: role.key })
    }
  }
  return { found, sides, problems }
}

/** A summary does not cover side files in other directories, or a file that used to be of another kind. */
function summaryOfFile(recall: Recall, { file, kind }: Found, beside: Beside | undefined): DocumentSummary | undefined {
  const summary = recall.summaryOfFile(file)
  const isWhole = (beside?.texts ?? []).every((side) => directoryOf(side.file) === directoryOf(file))
  return summary?.kind === kind && isWhole ? summary : undefined
}

function textOf(file: string, files: TreeFiles, problems: Problem[]): string | undefined {
  const decoded = decodeText(files.get(file) ?? new Uint8Array(), file)
  const wrong = typeof decoded === 'string' ? conflictsIn(decoded, file) : [decoded]
  addAll(problems, wrong)
  return typeof decoded === 'string' && wrong.length === 0 ? decoded : undefined
}

function readSides(beside: Beside | undefined, files: TreeFiles, problems: Problem[]): Record<string, BesideFile> {
  if (!beside) return {}
  const { kind, texts } = beside
  const entries = texts.flatMap(({ file, key }): [string, BesideFile][] => {
    const text = textOf(file, files, problems)
    if (text !== undefined && DOCUMENTS[kind].beside === 'texts') addAll(problems, marksIn(text, file))
    return text === undefined ? [] : [[key, { file, text: textInSide(kind, text) }]]
  })
  return Object.fromEntries(entries)
}

const sidesAlone = (file: string, kind: DocumentKind, sides: Record<string, BesideFile>): Document => ({
  kind,
  file,
  text: '',
  value: {},
  sides,
  placeOf: () => ({ at: { file }, length: 1 }),
})

/** Files of editors and systems are ignored. */
const hidden = (path: string): boolean => path.startsWith('.') || path.includes('/.')

const FILE_NAMES = Object.values(DOCUMENTS).flatMap(({ file }) => (typeof file === 'string' ? [file] : []))

function unnamed(file: string, owner: string | undefined, paths: readonly string[]): Problem {
  const at = { file }
  if (owner !== undefined)
    return { kind: 'FILE_UNKNOWN', at, message: `belongs to ${owner}, which does not exist`, lost: [owner] }
  const here = directoryOf(file)
  const near = nearFile(baseOf(file))
  const isNear = near !== undefined && !paths.includes(`${here}/${near}`)
  const workbook = lackingWorkbook(file)
  if (workbook !== undefined) {
    const message = `its directory ${workbook} has no workbook.yaml`
    const own = `${workbook}/${DOCUMENTS.workbook.file}`
    return { kind: 'FILE_UNKNOWN', at, message, hint: `Add ${own}, with a name and a slug.`, lost: [own] }
  }
  const yaml = file.endsWith('.yml') ? file.replace(/yml$/, 'yaml') : undefined
  const hint = isNear
    ? `did you mean "${near}"?`
    : yaml
      ? `Write the ending out: mv ${shellWord(file)} ${shellWord(yaml)}`
      : (stepInAccount(file) ?? stepAlone(file, paths) ?? stepForReport(file, paths))
  return {
    kind: 'FILE_UNKNOWN',
    at,
    message: 'unexpected file: nothing refers to it',
    ...(hint === undefined ? {} : { hint }),
    // A repository may have had a directory of this name before.
    ...(isInAccount(file) ? { warning: true as const } : {}),
  }
}

/** The directory that looks like a workbook: it has a dashboard, or reports in their own directory. */
function lackingWorkbook(file: string): string | undefined {
  const here = directoryOf(file)
  const holder =
    baseOf(file) === DOCUMENTS.dashboard.file
      ? here
      : isYaml(file) && baseOf(here) === 'reports'
        ? directoryOf(here)
        : ''
  return holder.includes('/') ? holder : undefined
}

const isYaml = (file: string): boolean => file.endsWith('.yaml')

/** By its stem: the extension does not tell which file is meant. */
function nearFile(base: string): string | undefined {
  const stem = base.replace(/\.[^.]*$/, '')
  const near = nearest(stem, FILE_NAMES.map(stemOf))
  return FILE_NAMES.find((name) => name !== base && [stem.toLowerCase(), near].includes(stemOf(name)))
}

const isInAccount = (file: string): boolean => file.startsWith(`${ACCOUNT}/`)

function stepInAccount(file: string): string | undefined {
  if (!isInAccount(file)) return undefined
  return `Files of the account are ${ACCOUNT_KINDS.map(globInAccount).join(', ')}.`
}

/** What only a dashboard can have, in a directory without one. */
function stepAlone(file: string, paths: readonly string[]): string | undefined {
  const here = directoryOf(file)
  const [holder, kind] = [directoryOf(here), CONTENT_KINDS.find((each) => directoryInWorkbook(each) === baseOf(here))]
  if (kind === undefined || DOCUMENTS[kind].beside === 'texts' || workbookDirectories(paths).has(holder))
    return undefined
  return `Put the dashboard in ${holder} back, or remove this file.`
}

function stepForReport(file: string, paths: readonly string[]): string | undefined {
  const here = directoryOf(file)
  if (!isYaml(file) || here === CONTENT || FILE_NAMES.includes(baseOf(file))) return undefined
  const workbook = [...workbookDirectories(paths)].find((each) => file.startsWith(`${each}/`))
  const ofFolder = baseOf(file).replace(/yaml$/, 'report.yaml')
  const place = workbook === undefined ? `${here}/${ofFolder}` : `${workbook}/reports/${baseOf(file)}`
  if (paths.includes(place)) return undefined
  const step =
    workbook === undefined ? `report of the folder, call it ${ofFolder}` : `report of the workbook, move it to ${place}`
  return `If it is a ${step}. If not, move it out of the tree.`
}
