import { isMap, objectOf } from '@boardwright/common'
import { editYaml } from '@boardwright/common/yaml'
import { type Content, ofKind } from '../content/entity.ts'
import { appFile, DashboardFile, DOCUMENTS, type DocumentKind, hasWidgets, holdsApp } from '../content/files.ts'
import { isContentKind } from '../content/kinds.ts'
import type { Key, ReportReference } from '../content/model.ts'
import type { Problem } from '../content/problem.ts'
import { isMissing } from '../content/references.ts'
import { formerKeys } from '../content/renames.ts'
import { namedInWords } from '../content/unit-words.ts'
import { asNamedIn, asWrittenIn } from './as-written.ts'
import { type Document, wholeDocument } from './documents.ts'
import { placeOfFile, sideText } from './layout.ts'
import type { ParsedTree } from './parse.ts'
import { applyChanges, type Change, changesBetween, hasPath, ownValue, type PatchPath, type Restore } from './patch.ts'
import { placeObjects } from './paths.ts'
import { documentsOf, type PrintedDocument, printDocument, printSides } from './print.ts'
import { type Addresses, createAddresses } from './references.ts'
import type { Source } from './source.ts'
import { type FileValue, isFlow } from './values.ts'

export interface UpdateOptions {
  readonly onProgress?: ((done: number, all: number) => void) | undefined
  /** Whether the files of an object are looked at. */
  readonly selected?: ((key: Key) => boolean) | undefined
  /** How a value is written: with its variables restored, and anything else escaped. */
  readonly restore: (written: unknown, before: unknown, after: unknown, at: TextPlace) => unknown
  /** This target's overlay for a document, by file. */
  readonly overlay: (file: string) => Document | undefined
  /** Whether this target may write base files. If not, only its overlay is written. */
  readonly home: boolean
}

/** The file whose rules decide about variables: for an app the one that holds the code, else the document itself. */
export interface TextPlace {
  readonly file: string
  readonly isApp: boolean
}

/** Files to write; `null` removes one. */
export type FileChanges = ReadonlyMap<string, string | null>

export interface Update {
  readonly files: FileChanges
  /** Keys that could not be written back, and why. */
  readonly problems: readonly Problem[]
}

/**
 * Makes a tree say `next`, in place: unchanged parts keep their bytes, including comments, order, quoting, variables
 * and the names of reports.
 */
export function updateTree(tree: ParsedTree, next: Content, options: UpdateOptions): Update {
  const current = currentPlaces(tree)
  const renamed = renamedSince(tree, next)
  const places = placeObjects(
    next,
    new Map([...current, ...[...renamed].map(([key, was]) => [key, current.get(was) ?? ''] as const)]),
  )
  const before = documentsByKey(tree.content, current, new Map())
  const after = documentsByKey(next, places, renamed)
  const addresses = {
    before: tree.addresses,
    after: createAddresses(ofKind(next, 'report').map(({ key, own: { id } }) => ({ id, file: places.get(key) ?? '' }))),
  }
  const files = new Map<string, string | null>()
  const problems: Problem[] = []

  const { selected = () => true } = options
  for (const [key, each] of before) {
    if (!selected(each.key)) continue
    const source = sourceOf(tree, each)
    if (!source || after.get(key)?.file === source.document.file) continue
    for (const file of [source.document.file, ...sideFiles(wholeDocument(source.document))]) files.set(file, null)
  }
  let done = 0
  for (const [key, each] of after) {
    options.onProgress?.(++done, after.size)
    if (!selected(each.key)) continue
    const { file, document } = each
    const source = sourceOf(tree, each)
    const was = before.get(key)?.document
    const written =
      source && was
        ? editDocument(file, source, was, document, { ...options, ...addresses }, problems)
        : printDocument(file, writtenAnew(file, document, options))
    for (const [path, text] of written) {
      if (text !== null || !files.has(path)) files.set(path, text)
    }
  }
  return { files: withoutSame(files, tree), problems }
}

/** The object's key, with a suffix for a workbook's dashboard. */
type DocumentKey = `${Key} ${DocumentKind}`

const documentsByKey = (
  content: Content,
  places: ReadonlyMap<Key, string>,
  renamed: ReadonlyMap<Key, Key>,
): ReadonlyMap<DocumentKey, PrintedDocument> =>
  new Map(
    documentsOf(content, places).map((each): [DocumentKey, PrintedDocument] => {
      const key = renamed.get(each.key) ?? each.key
      return [`${key} ${each.document.kind}`, { ...each, key }]
    }),
  )

/** Renamed folders and workbooks: new key -> key in the tree. The tree may have renamed the same object itself. */
function renamedSince(tree: ParsedTree, next: Content): ReadonlyMap<Key, Key> {
  const now = new Map([...formerKeys(tree.content)].map(([key, was]) => [was, key]))
  return new Map(
    [...formerKeys(next)].flatMap(([key, was]): [Key, Key][] => {
      const old = tree.sources.has(was) ? was : now.get(was)
      return tree.sources.has(key) || old === undefined ? [] : [[key, old]]
    }),
  )
}

const sourceOf = (tree: ParsedTree, { key, document }: PrintedDocument): Source | undefined =>
  (isContentKind(document.kind) ? tree.sources : tree.dashboards).get(key)

export const currentPlaces = (tree: ParsedTree): ReadonlyMap<Key, string> =>
  new Map([...tree.sources].map(([key, { document }]) => [key, placeOfFile(document.kind, document.file)]))

const sideFiles = (document: Document): string[] => Object.values(document.sides).map(({ file }) => file)

function editDocument(
  file: string,
  source: Source,
  before: FileValue,
  after: FileValue,
  options: UpdateOptions & BothAddresses,
  problems: Problem[],
): Map<string, string | null> {
  const document = wholeDocument(source.document)
  const was = asNamedIn(source, asWrittenIn(document, before, before), options.before, document.file)
  const wanted = asNamedIn(source, asWrittenIn(document, after, before), options.after, file)
  const changes = changesBetween(was.value, wanted.value)
  const overlay = options.overlay(document.file)
  const [toOverlay, toBase] = splitByOverlay(changes, overlay, options.home, document, problems)
  const now = options.home ? wanted : { ...wanted, sides: baseSides(document, was, wanted, overlay, changes, problems) }

  const restore = restoreIn(document.file, document.kind, options.restore)
  const value = applyChanges(document.value, toBase, restore)
  const style = { isFlow, keyOrder: keyOrder(document.kind), isOrdered }
  const text = editYaml(document.text, value, style)
  const result = new Map<string, string | null>([[file, text]])
  if (overlay && toOverlay.length > 0) {
    const patched = applyChanges(overlay.value, toOverlay, restore)
    result.set(overlay.file, editYaml(overlay.text, patched, style))
  }
  for (const [key, side] of Object.entries(document.sides))
    if (!Object.hasOwn(now.sides, key)) result.set(side.file, null)
  const isOurs = (key: string): boolean => !Object.hasOwn(overlay?.sides ?? {}, key)
  for (const [key, side] of Object.entries(overlay?.sides ?? {})) {
    const [before, after] = [ownValue(was.sides, key), ownValue(now.sides, key)]
    if (after === undefined || after === before) continue
    const restored = options.restore(side.text, before, after, sidePlace(document.file, document.kind, key))
    result.set(side.file, sideText(document.kind, restored as string))
  }
  for (const [path, text] of printSides(file, { ...now, sides: sidesAfter(document, was, now, options, isOurs) })) {
    result.set(path, text)
  }
  return result
}

/** How files name reports: now, and after everything has moved. */
interface BothAddresses {
  readonly before: Addresses
  readonly after: Addresses
}

const sidesAfter = (
  document: Document,
  was: FileValue,
  now: FileValue,
  options: UpdateOptions,
  isOurs: (key: string) => boolean,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(now.sides).flatMap(([key, text]): [string, string][] => {
      const written = Object.hasOwn(document.sides, key) ? document.sides[key]?.text : undefined
      const before = ownValue(was.sides, key)
      if (before === text || !isOurs(key)) return written === undefined ? [] : [[key, written]]
      return [[key, options.restore(written, before, text, sidePlace(document.file, now.kind, key)) as string]]
    }),
  )

const sidePlace = (file: string, kind: DocumentKind, key: string): TextPlace =>
  holdsApp(kind) ? { file: appFile(file, key), isApp: true } : { file, isApp: false }

const APP_FILES: PatchPath = ['app', 'files']

/** App files follow their own rule, even inside dashboard.yaml. */
function restoreIn(file: string, kind: DocumentKind, restore: UpdateOptions['restore']): Restore {
  return function restoreAt(written, before, after, path): unknown {
    const isAbove = path.length <= APP_FILES.length && path.every((step, index) => step === APP_FILES[index])
    if (holdsApp(kind) && isAbove && isMap(after)) {
      return objectOf(
        Object.entries(after).map(([key, now]) => [
          key,
          restoreAt(ownValue(written, key), ownValue(before, key), now, [...path, key]),
        ]),
      )
    }
    const isAppFile = path.length > APP_FILES.length && APP_FILES.every((step, index) => step === path[index])
    return restore(written, before, after, isAppFile ? sidePlace(file, kind, String(path[2])) : { file, isApp: false })
  }
}

const writtenAnew = (file: string, document: FileValue, { restore }: UpdateOptions): FileValue => ({
  ...document,
  value: restoreIn(file, document.kind, restore)(undefined, undefined, document.value, []) as FileValue['value'],
  sides: Object.fromEntries(
    Object.entries(document.sides).map(([key, text]) => [
      key,
      restore(undefined, undefined, text, sidePlace(file, document.kind, key)) as string,
    ]),
  ),
})

/** The one map whose key order has a meaning: a query's sort order. */
export const isOrdered = (path: readonly (string | number)[]): boolean =>
  path.length === 2 && path[0] === 'query' && path[1] === 'order'

/** What this target's overlay sets goes there; the rest to the base file, if the target may write it. */
function splitByOverlay(
  changes: readonly Change[],
  overlay: Document | undefined,
  home: boolean,
  document: Document,
  problems: Problem[],
): [Change[], Change[]] {
  const toOverlay = changes.filter(({ path }) => overlay !== undefined && hasPath(overlay.value, path))
  const rest = changes.filter((change) => !toOverlay.includes(change))
  if (home || rest.length === 0) return [toOverlay, rest]
  for (const change of rest) problems.push(lostReport(document, change) ?? notWritten(document, change.path))
  return [toOverlay, []]
}

/** The base's side files are for all targets: such a text changes only if the overlay has the same side file. */
function baseSides(
  document: Document,
  was: FileValue,
  now: FileValue,
  overlay: Document | undefined,
  changes: readonly Change[],
  problems: Problem[],
): FileValue['sides'] {
  const named = new Set(changes.map(({ path }) => path[0]))
  const keys = new Set([...Object.keys(was.sides), ...Object.keys(now.sides)])
  return Object.fromEntries(
    [...keys].flatMap((key): [string, string][] => {
      const [before, after] = [was.sides, now.sides].map((sides) =>
        Object.hasOwn(sides, key) ? sides[key] : undefined,
      )
      const isTaken = before === after || (after !== undefined && Object.hasOwn(overlay?.sides ?? {}, key))
      if (!isTaken && !named.has(key)) problems.push(notWritten(document, [key]))
      const text = isTaken ? after : before
      return text === undefined ? [] : [[key, text]]
    }),
  )
}

/** A widget whose report was deleted in the target: nobody edited the widget. */
function lostReport({ value, placeOf }: Document, change: Change): Problem | undefined {
  const [list, widget, ...rest] = change.path
  const names = 'after' in change ? [change.after].flat() : []
  const isLost = names.some((name) => typeof name === 'string' && isMissing(name as ReportReference))
  if (list !== 'widgets' || typeof widget !== 'object' || !isLost) return undefined
  const all = isMap(value) && Array.isArray(value['widgets']) ? (value['widgets'] as readonly unknown[]) : []
  const index = all.findIndex((each) => isMap(each) && each['id'] === widget.id)
  return {
    kind: 'REFERENCE_DANGLING',
    ...placeOf(['widgets', index, ...rest.filter((step) => typeof step === 'string')]),
    message: `the widget "${widget.id}" leads nowhere in this target: the report that it shows was deleted there`,
    hint: 'Plan for this target: the plan says how to create the report again, or to leave it out.',
    warning: true,
  }
}

function notWritten(document: Document, path: PatchPath): Problem {
  const name = path.map((step) => (typeof step === 'string' ? step : `[${step.id}]`)).join('.')
  const side = Object.hasOwn(document.sides, name) ? document.sides[name] : undefined
  const key = path.filter((step) => typeof step === 'string').slice(0, 1)
  return {
    kind: 'EXPORT_NOT_HOME',
    ...(hasPath(document.value, key) ? document.placeOf(key) : { at: { file: (side ?? document).file } }),
    message: `${namedInWords(name)} was edited in a target that is not home`,
    warning: true,
  }
}

/** Known keys of a document's maps, in canonical order. */
export function keyOrder(kind: Document['kind']): (path: readonly (string | number)[]) => readonly string[] {
  const top = Object.keys(DOCUMENTS[kind].schema.shape)
  const widget = Object.keys(DashboardFile.shape.widgets.unwrap().element.shape)
  return (path) => {
    if (path.length === 0) return top
    return hasWidgets(kind) && path.length === 2 && path[0] === 'widgets' ? widget : []
  }
}

function withoutSame(files: ReadonlyMap<string, string | null>, tree: ParsedTree): FileChanges {
  const written = new Map<string, string>()
  for (const { document } of [...tree.sources.values(), ...tree.dashboards.values()]) {
    const { file, kind, text, sides } = wholeDocument(document)
    written.set(file, text)
    for (const { file, text } of Object.values(sides)) written.set(file, sideText(kind, text))
  }
  return new Map(
    [...files].filter(
      ([path, text]) => written.get(path) !== (text ?? undefined) || (text === null && written.has(path)),
    ),
  )
}
