import { addAll, lazy, oncePer } from '@boardwright/common'
import { DOCUMENTS, type DocumentKind, type WorkbookFile } from '../content/files.ts'
import { idForCopy } from '../content/identity.ts'
import { type ContentKind, idIn, isKind } from '../content/kinds.ts'
import type { FolderPath, Key, ObjectPlace, ReportReference } from '../content/model.ts'
import type { Problem } from '../content/problem.ts'
import { schemaProblems } from '../content/schema-problems.ts'
import { slugOf } from '../content/slug.ts'
import { type Document, type DocumentsRead, summaryOf, type TreeDocument, wholeDocument } from './documents.ts'
import { baseOf, CONTENT, directoryOf, fileOf, placeOfFile, stemOf, withoutEnding, workbookOf } from './layout.ts'
import { type Addresses, createAddresses } from './references.ts'
import { type Render, type Rendered, type Source, withoutNulls } from './source.ts'

export interface AcceptedFile<Value = never> {
  readonly source: Source
  readonly value: Value
}

/** A document whose object is not part of the tree, with what it says. */
export interface Rejected {
  readonly document: Document
  readonly rendered: Rendered
}

/** A tree while its objects are read, kind by kind. */
export interface TreeReading {
  /** Readers add their problems. */
  readonly problems: Problem[]
  readonly sources: ReadonlyMap<Key, Source>
  readonly dashboards: Map<Key, Source>
  readonly names: Map<Key, ReadonlyMap<string, ReportReference>>
  readonly documents: (kind: DocumentKind) => readonly TreeDocument[]
  /** Files of existing objects that cannot be read. */
  readonly broken: (kind: DocumentKind) => readonly string[]
  /** Documents that are left out, because they are invalid or because of what is around them. */
  readonly rejected: Rejected[]
  readonly reject: (source: Source) => void
  /** A document's value; undefined if invalid, which is reported. */
  readonly accept: (document: TreeDocument) => AcceptedFile | undefined
  /** False if another object has this key, which is reported. */
  readonly register: (key: Key, source: Source, field: string, what: string) => boolean
  /** The valid workbooks. */
  readonly workbooks: readonly AcceptedFile<WorkbookFile>[]
  readonly slugAt: (directory: string) => string | undefined
  /** By directory, filled from the root down. */
  readonly folders: Map<string, FolderPath>
  /** The place of a file's object; undefined if its workbook is invalid. */
  readonly placeOf: (kind: ContentKind, file: string) => ObjectPlace | undefined
  readonly addresses: () => Addresses
}

export function createReading(
  { documents: all, broken: unreadable, problems: ofFiles }: DocumentsRead<TreeDocument>,
  render: Render,
): TreeReading {
  const problems: Problem[] = [...ofFiles]
  const sources = new Map<Key, Source>()
  const rejected: Rejected[] = []
  const reject = ({ document, rendered }: Source): void => {
    rejected.push({ document: wholeDocument(document), rendered: rendered() })
  }
  const documents = (kind: DocumentKind): TreeDocument[] => all.filter((document) => document.kind === kind)
  const broken = (kind: DocumentKind): string[] =>
    unreadable.filter((each) => each.kind === kind).map(({ file }) => file)
  const accept = (found: TreeDocument): AcceptedFile | undefined => {
    const summary = summaryOf(found)
    if (summary) {
      const rendered = lazy(() => render(wholeDocument(found)))
      return { source: { document: found, summary, rendered }, value: summary.value as never }
    }
    const document = wholeDocument(found)
    const rendered = render(document)
    const { value, wrong } = checked(rendered, document)
    addAll(problems, [...rendered.problems, ...wrong])
    const source = { document, rendered: () => rendered }
    if (wrong.length === 0) return { source, value: value as never }
    reject(source)
    return undefined
  }
  const register = (key: Key, source: Source, field: string, what: string): boolean => {
    const other = sources.get(key)
    if (!other) sources.set(key, source)
    else {
      problems.push(duplicate(source.document, other.document, field, what))
      reject(source)
    }
    return other === undefined
  }
  const workbooks: AcceptedFile<WorkbookFile>[] = documents('workbook').flatMap((document) => accept(document) ?? [])
  const slugs = new Map(workbooks.map(({ source, value }) => [directoryOf(source.document.file), value.slug]))
  const places = new Map([...slugs].map(([directory, workbook]) => [directory, { workbook }]))
  const folders = new Map<string, FolderPath>([[CONTENT, []]])

  const placeOf = (kind: ContentKind, file: string): ObjectPlace | undefined => {
    const holder = workbookOf(kind, file)
    if (holder !== undefined) return places.get(holder)
    const directory = directoryOf(placeOfFile(kind, file))
    const folder = folders.get(directory)
    if (!folder) {
      const message = `its directory ${directory} has no valid folder.yaml`
      problems.push({ kind: 'FOLDER_UNNAMED', at: { file }, message, lost: [fileOf('folder', directory)] })
    }
    return folder && folder.length > 0 ? { folder } : {}
  }
  const addresses = lazy((): Addresses => {
    const ids = new Map<string, string>()
    for (const [key, { document }] of sources) if (isKind(key, 'report')) ids.set(document.file, idIn(key))
    // A report with a problem still exists: references to it are not wrong.
    const files = [...documents('report').map(({ file }) => file), ...broken('report')]
    return createAddresses(files.map((file) => ({ id: ids.get(file) ?? file, file })))
  })
  return {
    ...{
      problems,
      sources,
      dashboards: new Map(),
      names: new Map(),
      documents,
      broken,
      accept,
      register,
      rejected,
      reject,
    },
    ...{ workbooks, slugAt: (directory) => slugs.get(directory), folders, placeOf, addresses },
  }
}

const checked = oncePer(({ value: said, origin }: Rendered, { kind }: Document) => {
  const value = withoutNulls(said)
  return { value, wrong: schemaProblems(origin, DOCUMENTS[kind].schema, value) }
})

function duplicate(one: TreeDocument, another: TreeDocument, path: string, what: string): Problem {
  const isNamedAfter = withoutEnding(another.file).startsWith(`${withoutEnding(one.file)}-`)
  const [copy, original] = isNamedAfter ? [another, one] : [one, another]
  return { kind: 'DUPLICATE', ...copied(copy, original, path, what), twin: copied(original, copy, path, what) }
}

const copied = (copy: TreeDocument, original: TreeDocument, path: string, what: string) => {
  return {
    ...wholeDocument(copy).placeOf([path]),
    message: `${what} is in ${original.file} too`,
    hint: COPY_HINTS[path]?.(copy, original) ?? SAME_NAME_HINT,
  }
}

/** Hints for a copy that still has a key of its original. */
const COPY_HINTS: Readonly<Record<string, (copy: TreeDocument, original: TreeDocument) => string>> = {
  id: ({ file }) => `If it is a copy, give it an id of its own: id: ${idForCopy(file)}`,
  slug: (copy, original) => `If it is a copy, give it a slug of its own, such as slug: ${slugForCopy(copy, original)}`,
}
function slugForCopy(...both: readonly [copy: TreeDocument, original: TreeDocument]): string {
  const [own, other] = both.map(({ kind, file }) => slugOf(stemOf(baseOf(placeOfFile(kind, file)))))
  return own === other ? `${own}-2` : `${own}`
}

const SAME_NAME_HINT = 'Give one of the two another name, or move what is in it into the other.'
