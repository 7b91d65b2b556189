import { sha1Of } from '../content/digest.ts'
import type { DashboardFile, FolderFile, WorkbookFile } from '../content/files.ts'
import { DOCUMENTS } from '../content/files.ts'
import { glancedReport, glancedWorkbook } from '../content/glance.ts'
import {
  type Content,
  type Dashboard,
  type Folder,
  type FolderPath,
  folderKey,
  type Key,
  type ModelFile,
  type Report,
  type ReportReference,
  reportKey,
  type Workbook,
  workbookKey,
} from '../content/model.ts'
import { nearest } from '../content/nearest.ts'
import type { Problem } from '../content/problem.ts'
import { schemaProblems } from '../content/schema-problems.ts'
import type { Recall } from './abstract.ts'
import { type Document, type ReadYaml, readDocuments, type TreeFiles } from './documents.ts'
import { baseOf, CONTENT, directoryOf, MODEL } from './layout.ts'
import { identityOf, toDashboard, toReport, toWorkbook } from './objects.ts'
import { type Addresses, createAddresses } from './references.ts'
import {
  asMeantBefore,
  asWritten,
  glanceOf,
  type Render,
  type Rendered,
  readReport,
  type Source,
  UnreadSource,
  valueIn,
  withoutNulls,
} from './source.ts'

interface Accepted {
  readonly source: Source
  /** Right by its schema. */
  readonly value: never
}

export interface ParsedTree {
  readonly content: Content
  /** Of folders, workbooks and reports. A second object with a key that is taken is in the problems only. */
  readonly sources: ReadonlyMap<Key, Source>
  /** The dashboard of a workbook, by the workbook's key. */
  readonly dashboards: ReadonlyMap<Key, Source>
  /** What the names that a dashboard has for reports mean, by the key of its workbook. */
  readonly names: ReadonlyMap<Key, ReadonlyMap<string, ReportReference>>
  readonly addresses: Addresses
  readonly problems: readonly Problem[]
}

/** Every problem of the tree at once; what has none becomes content. */
export function parseTree(
  files: TreeFiles,
  readYaml: ReadYaml,
  render: Render = asWritten,
  recall: Recall | undefined = undefined,
): ParsedTree {
  const { documents, broken, problems: unread } = readDocuments(files, readYaml, { recall })
  const problems: Problem[] = [...unread]
  const sources = new Map<Key, Source>()
  const dashboards = new Map<Key, Source>()

  const accept = (document: Document): Accepted | undefined => {
    const { abstract } = document
    if (abstract) return { source: new UnreadSource(document, abstract, render), value: abstract.value as never }
    const rendered = render(document)
    problems.push(...rendered.problems)
    const value = withoutNulls(rendered.value)
    const wrong = schemaProblems(document, DOCUMENTS[document.kind].schema, value)
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

  const paths = new Map<string, FolderPath>([[CONTENT, []]])
  // A folder with a problem of its own is there all the same: what is in it is not wrong.
  const guess = (file: string): void => {
    const directory = directoryOf(file)
    paths.set(directory, [...(paths.get(directoryOf(directory)) ?? []), baseOf(directory)])
  }
  for (const file of broken) if (baseOf(file) === 'folder.yaml') guess(file)
  const folderOf = (directory: string, file: string): FolderPath => {
    const path = paths.get(directory)
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
    paths.set(directory, path)
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

  const reports: Report[] = []
  const idOf = new Map<string, string>()
  for (const document of ofKind('report')) {
    const accepted = accept(document)
    if (!accepted) continue
    const { source, value } = accepted
    if (!source.abstract) problems.push(...sidesTwice(document, source.rendered))
    const directory = directoryOf(document.file)
    const inWorkbook = baseOf(directory) === 'reports' && !document.file.endsWith('.report.yaml')
    const slug = slugs.get(directoryOf(directory))
    if (inWorkbook && slug === undefined) continue
    const folder = inWorkbook ? [] : folderOf(directory, document.file)
    const place = inWorkbook ? { workbook: slug as string } : folder.length === 0 ? {} : { folder }
    const report = source.abstract
      ? glancedReport(identityOf(value, place), glanceOf(source.abstract), () => readReport(source, place).definition)
      : toReport(value, source.rendered.sides, place)
    if (!register(reportKey(report.id), source, 'id', `the id "${report.id}"`)) continue
    reports.push(report)
    idOf.set(document.file, report.id)
  }
  // A report with a problem of its own is there all the same: who names it is not wrong.
  const reportFiles = [...ofKind('report').map(({ file }) => file), ...broken]
  const addresses = createAddresses(reportFiles.map((file) => ({ id: idOf.get(file) ?? file, file })))

  const names = new Map<Key, ReadonlyMap<string, ReportReference>>()
  const addDashboard = new Map<string, (workbook: Workbook) => Workbook>()
  for (const document of ofKind('dashboard')) {
    const directory = directoryOf(document.file)
    const slug = slugs.get(directory)
    const accepted = accept(asMeantBefore(document, addresses))
    if (!accepted || slug === undefined) continue
    const { source, value } = accepted
    const named = new Map<string, ReportReference>(source.abstract?.names)
    const read = (file: DashboardFile, found: Problem[]): Dashboard =>
      toDashboard(file, source.rendered.sides, (name, path) => {
        const reference = addresses.resolve(name, document.file)
        if (reference === undefined) found.push(unknownReport(document, name, path, addresses))
        else named.set(name, reference)
        return reference ?? `id:${name}`
      })
    dashboards.set(workbookKey(slug), source)
    names.set(workbookKey(slug), named)
    const { abstract } = source
    if (abstract) {
      const later = (): Dashboard => read(valueIn(source) as DashboardFile, [])
      addDashboard.set(directory, (workbook) => glancedWorkbook(workbook, glanceOf(abstract), later))
    } else {
      const dashboard = read(value, problems)
      addDashboard.set(directory, (workbook) => ({ ...workbook, dashboard }))
    }
  }

  const workbooks: Workbook[] = workbookFiles.flatMap(({ value, source, document }) => {
    const directory = directoryOf(document.file)
    const folder = folderOf(directoryOf(directory), document.file)
    if (!register(workbookKey(value.slug), source, 'slug', `the slug "${value.slug}"`)) return []
    const workbook = toWorkbook(value, folder)
    return [addDashboard.get(directory)?.(workbook) ?? workbook]
  })

  return {
    content: { folders, workbooks, reports, model: modelFiles(files, recall) },
    sources,
    dashboards,
    names,
    addresses,
    problems,
  }
}

const depthOf = (file: string): number => file.split('/').length

const modelFiles = (files: TreeFiles, recall: Recall | undefined): ModelFile[] =>
  [...files.keys()]
    .filter((file) => file.startsWith(`${MODEL}/`))
    .map((file) => ({
      path: file.slice(MODEL.length + 1),
      hash: recall?.hashOf(file) ?? sha1Of(files.get(file) ?? new Uint8Array()),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))

function blankTwin(document: Document, other: Document, name: string): Problem {
  const { length, ...at } = document.placeOf(['name'])
  const message = `the folder "${name}" differs only in spaces from the one in ${other.file}, and the platform drops them`
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
