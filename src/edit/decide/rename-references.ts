import { isDeepStrictEqual } from 'node:util'
import { isMap } from '@boardwright/common'
import { appFile, DOCUMENTS, hasWidgets } from '../../content/files.ts'
import { idIn, isKind } from '../../content/kinds.ts'
import { reportKey } from '../../content/model.ts'
import { mapFileReferences, withWidgets } from '../../serialize/canonical.ts'
import { baseOf, directoryOf } from '../../serialize/layout.ts'
import type { Placed } from '../../serialize/locate.ts'
import { mapValues } from '../../serialize/order.ts'
import type { Addresses } from '../../serialize/references.ts'

/** How names of reports and folders change when objects move. */
export interface Renaming {
  /** Addresses by path, before and after the move. */
  readonly before: Addresses
  readonly after: Addresses
  /** The new path of a file, or of its copy. */
  readonly fileAt: (file: string) => string
  /** A folder's path of names after the move. */
  readonly folderAt: (path: readonly unknown[]) => readonly unknown[]
  /** Whether `${report.NAME}` works in this app or data-model file. */
  readonly namesReports: (file: string) => boolean
}

/**
 * The new name, in a file that moves to `to`, of the report that a name means in `from`. Names that stay valid are
 * kept.
 */
export function renamedReference(name: string, from: string, to: string, renaming: Renaming): string {
  const reference = renaming.before.resolve(name, from)
  if (!isKind(reference, 'report')) return name
  const wanted = reportKey(renaming.fileAt(idIn(reference)))
  return renaming.after.resolve(name, to) === wanted ? name : renaming.after.nameOf(wanted, to)
}

export function renamedValue({ document }: Placed, to: string, renaming: Renaming): unknown {
  const { kind, file, value } = document
  if (!isMap(value)) return value
  const rename = (name: string): string => renamedReference(name, file, to, renaming)
  if (hasWidgets(kind)) {
    const inApp = mapValues(value, (each, key) => (key === 'app' ? renamedApp(each, file, to, renaming) : each))
    return withWidgets(inApp, (widget) => mapFileReferences(widget, rename))
  }
  return mapValues(value, (each, key) => (key === 'folder' && Array.isArray(each) ? renaming.folderAt(each) : each))
}

/** Renames reports in app files whose text is inside dashboard.yaml. */
function renamedApp(app: unknown, from: string, to: string, renaming: Renaming): unknown {
  if (!isMap(app) || !isMap(app['files'])) return app
  const files = mapValues(app['files'], (text, name) =>
    typeof text === 'string' ? renamedText(text, appFile(from, name), from, to, renaming) : text,
  )
  return mapValues(app, (each, key) => (key === 'files' ? files : each))
}

/** One `$` starts a report name; more are literal. */
const REPORT = /(?<!\$)(\$+)\{report\.([^{}$\n]+)\}/g

/** An app or data-model file with its report names updated. */
export function renamedText(text: string, file: string, from: string, to: string, renaming: Renaming): string {
  if (!text.includes('${report.') || !renaming.namesReports(file)) return text
  return text.replace(REPORT, (token, dollars: string, name: string) =>
    dollars.length > 1 ? token : `\${report.${renamedReference(name, from, to, renaming)}}`,
  )
}

export const reportNamesIn = (text: string): { readonly name: string; readonly index: number }[] =>
  [...text.matchAll(REPORT)].flatMap(({ 1: dollars = '', 2: name = '', index }) =>
    dollars.length > 1 ? [] : [{ name, index }],
  )

/** How folder names change when the folder at `from` moves to `to`. */
export const folderRenaming =
  (from: readonly string[], to: readonly string[]) =>
  (path: readonly unknown[]): readonly unknown[] =>
    isDeepStrictEqual(path.slice(0, from.length), from) ? [...to, ...path.slice(from.length)] : path

/** The path of folder names for each directory. A folder without a name has that of its directory. */
export function folderNames(placed: readonly Placed[]): (directory: string) => readonly string[] {
  const names = new Map(
    placed
      .filter(({ document, prefix }) => baseOf(document.file) === DOCUMENTS.folder.file && prefix === '')
      .map(({ document: { file, value } }) => [directoryOf(file), isMap(value) ? value['name'] : undefined]),
  )
  const namesOf = (directory: string): readonly string[] => {
    if (!directory.includes('/')) return []
    const name = names.get(directory)
    return [...namesOf(directoryOf(directory)), typeof name === 'string' ? name : baseOf(directory)]
  }
  return namesOf
}
