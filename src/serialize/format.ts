import { isMap, objectOf } from '@boardwright/common'
import { formatYaml } from '@boardwright/common/yaml'
import { canonicalText } from '../content/digest.ts'
import { DOCUMENTS, hasWidgets } from '../content/files.ts'
import { widgetIdFor } from '../content/identity.ts'
import { isKind } from '../content/kinds.ts'
import { canonicalDocument, withWidgets } from './canonical.ts'
import { readDocuments, type TreeFiles } from './documents.ts'
import { CONTENT, createRoles, isDocument, sideFile, sideText, workbookDirectories } from './layout.ts'
import type { Placed } from './locate.ts'
import { type Addresses, createAddresses } from './references.ts'
import { survivesAsFile } from './text.ts'
import { isFlow } from './values.ts'

export interface Formattable extends Placed {
  /** For a report drawn from HTML: `spec` is a long text. */
  readonly isHtml: boolean
}

/** A document in canonical form: its own file and its side files. */
export function formatDocument({ document, prefix, isHtml }: Formattable, shorten: Shorten): Map<string, string> {
  const { file, kind, text } = document
  const { value, sides } = canonicalDocument(document, {
    ...{ shorten: (name: string) => shorten(name, file), isPatch: prefix !== '', isHtml },
  })
  const files = new Map<string, string>()
  // A patch may consist of side files only.
  if (text !== '' || value === null) files.set(`${prefix}${file}`, formatYaml(text, value, { isFlow }))
  // App files are kept as they are.
  const isPrinted = ([key, side]: [string, string]): boolean =>
    DOCUMENTS[kind].beside === 'texts' ? survivesAsFile(side) : !Object.hasOwn(document.sides, key)
  for (const [key, side] of Object.entries(sides).filter(isPrinted))
    files.set(`${prefix}${sideFile(kind, file, key)}`, sideText(kind, side))
  return files
}

/** The shortest name of a report in a file, for a name that the file may have for it. */
export type Shorten = (name: string, file: string) => string

export const shortestIn =
  (addresses: Addresses): Shorten =>
  (name, file) => {
    const reference = addresses.resolve(name, file)
    return isKind(reference, 'report') ? addresses.nameOf(reference, file) : name
  }

/** References by path alone: an unreadable report still has a place. */
export function addressesOfFiles(paths: Iterable<string>): Addresses {
  const all = [...paths].filter((path) => path.startsWith(`${CONTENT}/`))
  const roleOf = createRoles(workbookDirectories(all))
  const reports = all.filter((path) => isDocument(roleOf(path), 'report'))
  return createAddresses(reports.map((file) => ({ id: file, file })))
}

/** Dashboards whose widgets lack ids, with ids added. Nothing else in them changes. */
export function mintWidgetIds(files: TreeFiles, isKnown: (file: string) => boolean): ReadonlyMap<string, string> {
  const { documents } = readDocuments(files, { skips: ({ kind, file }) => !hasWidgets(kind) || isKnown(file) })
  return new Map(
    documents.flatMap(({ kind, file, text, value }): [string, string][] => {
      if (!hasWidgets(kind) || !isMap(value)) return []
      const widgets = Array.isArray(value['widgets']) ? value['widgets'].filter(isMap) : []
      const taken = new Set(widgets.map((widget) => widget['id']))
      if (widgets.length === 0 || !widgets.some(lacksId)) return []
      const minted = withWidgets(value, (widget) => {
        if (!lacksId(widget)) return widget
        const rest = Object.entries(widget).filter(([key]) => key !== 'id')
        const id = freeId(`${file}\n${canonicalText(objectOf(rest))}`, taken)
        return objectOf([['id', id], ...rest])
      })
      return [[file, formatYaml(text, minted, { isFlow })]]
    }),
  )
}

const lacksId = (widget: Readonly<Record<string, unknown>>): boolean =>
  widget['id'] === undefined || widget['id'] === null

/**
 * Deterministic: the same widget in the same file always gets the same id. A second identical widget gets the next
 * one.
 */
function freeId(seed: string, taken: Set<unknown>): string {
  for (let n = 0; ; n += 1) {
    const id = widgetIdFor(seed, n)
    if (taken.has(id)) continue
    taken.add(id)
    return id
  }
}
