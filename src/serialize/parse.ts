import { sha1Of } from '../content/digest.ts'
import type { FolderFile, WorkbookFile } from '../content/files.ts'
import {
  type Content,
  type Dashboard,
  type Folder,
  type FolderPath,
  folderKey,
  type Key,
  type ModelFile,
  type Report,
  reportKey,
  type Workbook,
  workbookKey,
} from '../content/model.ts'
import { nearest } from '../content/nearest.ts'
import type { Problem } from '../content/problem.ts'
import { schemaProblems } from '../content/schema-problems.ts'
import { type Document, type ReadYaml, readDocuments, type TreeFiles } from './documents.ts'
import { baseOf, CONTENT, directoryOf, MODEL } from './layout.ts'
import { SCHEMAS, toDashboard, toReport, toWorkbook } from './objects.ts'
import { type Addresses, createAddresses } from './references.ts'

/** A document as one target sees it: overlay merged, variables filled in. */
export interface Rendered {
  readonly value: unknown
  readonly sides: Readonly<Record<string, string>>
  readonly problems: readonly Problem[]
}
export type Render = (document: Document) => Rendered

export const asWritten: Render = ({ value, sides }) => ({
  value,
  sides: Object.fromEntries(Object.entries(sides).map(([key, { text }]) => [key, text])),
  problems: [],
})

/** Where an object of the tree is written. */
export interface Source {
  readonly document: Document
  readonly rendered: Rendered
}

export interface ParsedTree {
  readonly content: Content
  /** Of folders, workbooks and reports. A second object with a key that is taken is in the problems only. */
  readonly sources: ReadonlyMap<Key, Source>
  /** The dashboard of a workbook, by the workbook's key. */
  readonly dashboards: ReadonlyMap<Key, Source>
  readonly addresses: Addresses
  readonly problems: readonly Problem[]
}

/** Every problem of the tree at once; what has none becomes content. */
export function parseTree(files: TreeFiles, readYaml: ReadYaml, render: Render = asWritten): ParsedTree {
  const { documents, broken, problems: unread } = readDocuments(files, readYaml)
  const problems: Problem[] = [...unread]
  const sources = new Map<Key, Source>()
  const dashboards = new Map<Key, Source>()

  const accept = (document: Document): { source: Source; value: never } | undefined => {
    const rendered = render(document)
    problems.push(...rendered.problems)
    const value = withoutNulls(rendered.value)
    const wrong = schemaProblems(document, SCHEMAS[document.kind], value)
    problems.push(...wrong)
    return wrong.length === 0 ? { source: { document, rendered }, value: value as never } : undefined
  }
  const register = (key: Key, source: Source, path: string, what: string): boolean => {
    const other = sources.get(key)
    if (!other) sources.set(key, source)
    else problems.push(duplicate(source.document, other.document, path, what))
    return other === undefined
  }
  const ofKind = (kind: Document['kind']) => documents.filter((document) => document.kind === kind)

  const names = new Map<string, FolderPath>([[CONTENT, []]])
  // A folder with a problem of its own is there all the same: what is in it is not wrong.
  const guess = (file: string): void => {
    const directory = directoryOf(file)
    names.set(directory, [...(names.get(directoryOf(directory)) ?? []), baseOf(directory)])
  }
  for (const file of broken) if (baseOf(file) === 'folder.yaml') guess(file)
  const folderOf = (directory: string, file: string): FolderPath => {
    const path = names.get(directory)
    if (!path)
      problems.push({
        kind: 'FOLDER_UNNAMED',
        at: { file },
        message: `its directory ${directory} has no valid folder.yaml`,
      })
    return path ?? []
  }

  const folders: Folder[] = []
  const trimmed = new Map<string, Document>()
  for (const document of ofKind('folder').toSorted((a, b) => depthOf(a.file) - depthOf(b.file))) {
    const accepted = accept(document)
    if (!accepted) {
      guess(document.file)
      continue
    }
    const { name, position, was }: FolderFile = accepted.value
    const directory = directoryOf(document.file)
    const path = [...folderOf(directoryOf(directory), document.file), name]
    names.set(directory, path)
    if (!register(folderKey(path), accepted.source, 'name', `the folder "${name}"`)) continue
    const twin = trimmed.get(keptBy(path))
    if (twin) problems.push(blankTwin(document, twin, name))
    else trimmed.set(keptBy(path), document)
    folders.push({ path, ...(position === undefined ? {} : { position }), ...(was === undefined ? {} : { was }) })
  }
  const slugs = new Map<string, string>()
  const workbookFiles = ofKind('workbook').flatMap((document) => {
    const accepted = accept(document)
    if (!accepted) return []
    const value: WorkbookFile = accepted.value
    slugs.set(directoryOf(document.file), value.slug)
    return [{ ...accepted, value, document }]
  })

  const written = ofKind('report').flatMap((document) => {
    const accepted = accept(document)
    if (!accepted) return []
    const { source, value } = accepted
    problems.push(...sidesTwice(document, source.rendered))
    const directory = directoryOf(document.file)
    const inWorkbook = baseOf(directory) === 'reports' && !document.file.endsWith('.report.yaml')
    const slug = slugs.get(directoryOf(directory))
    if (inWorkbook && slug === undefined) return []
    const folder = inWorkbook ? [] : folderOf(directory, document.file)
    const place = inWorkbook ? { workbook: slug as string } : folder.length === 0 ? {} : { folder }
    const report = toReport(value, source.rendered.sides, place)
    return register(reportKey(report.id), source, 'id', `the id "${report.id}"`)
      ? [{ report, file: document.file }]
      : []
  })
  const reports: Report[] = written.map(({ report }) => report)
  const known = new Map(written.map(({ report, file }) => [file, report.id]))
  // A report with a problem of its own is there all the same: who names it is not wrong.
  const reportFiles = [...ofKind('report').map(({ file }) => file), ...broken]
  const addresses = createAddresses(reportFiles.map((file) => ({ id: known.get(file) ?? file, file })))

  const dashboardOf = new Map<string, Dashboard>()
  for (const document of ofKind('dashboard')) {
    const accepted = accept(document)
    const directory = directoryOf(document.file)
    const slug = slugs.get(directory)
    if (!accepted || slug === undefined) continue
    dashboards.set(workbookKey(slug), accepted.source)
    const dashboard = toDashboard(accepted.value, accepted.source.rendered.sides, (name, path) => {
      const reference = addresses.resolve(name, document.file)
      if (reference === undefined) problems.push(unknownReport(document, name, path, addresses))
      return reference ?? `id:${name}`
    })
    dashboardOf.set(directory, dashboard)
  }

  const workbooks: Workbook[] = workbookFiles.flatMap(({ value, source, document }) => {
    const directory = directoryOf(document.file)
    const folder = folderOf(directoryOf(directory), document.file)
    if (!register(workbookKey(value.slug), source, 'slug', `the slug "${value.slug}"`)) return []
    return [toWorkbook(value, folder, dashboardOf.get(directory))]
  })

  return {
    content: { folders, workbooks, reports, model: modelFiles(files) },
    sources,
    dashboards,
    addresses,
    problems,
  }
}

const depthOf = (file: string): number => file.split('/').length

/** `null` at the top of a file says the same as leaving the key out. Deeper it is a value like any other. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (!Object.values(value).includes(null)) return value
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null))
}

const modelFiles = (files: TreeFiles): ModelFile[] =>
  [...files]
    .filter(([path]) => path.startsWith(`${MODEL}/`))
    .map(([path, bytes]) => ({ path: path.slice(MODEL.length + 1), hash: sha1Of(bytes) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))

function blankTwin(document: Document, other: Document, name: string): Problem {
  const { length, ...at } = document.placeOf(['name'])
  const message = `the folder "${name}" differs only in blanks from that in ${other.file}, and the platform keeps none`
  return { kind: 'DUPLICATE', at, length, message, hint: 'Give one of the two another name.' }
}

/** What the platform keeps of the names of folders: they are trimmed. */
const keptBy = (path: FolderPath): string => JSON.stringify(path.map((name) => name.trim()))

function duplicate(document: Document, other: Document, path: string, what: string): Problem {
  const { length, ...at } = document.placeOf([path])
  return { kind: 'DUPLICATE', at, length, message: `${what} is in ${other.file} too` }
}

/** The same text beside the file and in it. */
function sidesTwice(document: Document, { value, sides }: Rendered): Problem[] {
  return Object.keys(sides).flatMap((side) => {
    const key = side === 'queryText' ? 'query' : side
    if ((value as Record<string, unknown>)[key] === undefined) return []
    const { length, ...at } = document.placeOf([key], 'key')
    return [
      { kind: 'SIDE_TWICE' as const, at, length, message: `"${key}" is here and in ${document.sides[side]?.file}` },
    ]
  })
}

function unknownReport(
  document: Document,
  name: string,
  path: readonly (string | number)[],
  addresses: Addresses,
): Problem {
  const { length, ...at } = document.placeOf(path)
  const near = nearest(name, addresses.candidates(document.file))
  const where = name.startsWith('/') ? 'in this tree' : 'in this workbook'
  return {
    kind: 'REFERENCE_UNKNOWN',
    at,
    length,
    message: `no report "${name}" ${where}`,
    ...(near === undefined ? {} : { hint: `did you mean "${near}"?` }),
  }
}
