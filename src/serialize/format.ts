import { canonicalText } from '../content/digest.ts'
import { widgetIdFor } from '../content/identity.ts'
import { isKind } from '../content/kinds.ts'
import { isMap } from '../content/model.ts'
import { objectOf } from '../json.ts'
import type { Placed } from './all-documents.ts'
import { canonicalDocument, withWidgets } from './canonical.ts'
import { type ReadYaml, readDocuments, type TreeFiles } from './documents.ts'
import { CONTENT, createRoles, type ReportSide, sideFile, workbookDirectories } from './layout.ts'
import { type Addresses, createAddresses } from './references.ts'
import { survivesAsFile } from './text.ts'
import { isFlow } from './values.ts'
import { formatYaml } from './yaml/format.ts'

export interface Formattable extends Placed {
  /** Of a report that is drawn from HTML, `spec` is a long text. */
  readonly isHtml: boolean
}

/** The files of one document in their canonical form: its own, and the texts beside it. */
export function formatDocument({ document, prefix, isHtml }: Formattable, addresses: Addresses): Map<string, string> {
  const { file, kind, text } = document
  const shorten = (name: string): string => {
    const reference = addresses.resolve(name, file)
    return isKind(reference, 'report') ? addresses.nameOf(reference, file) : name
  }
  const { value, sides } = canonicalDocument(document, { shorten, isPatch: prefix !== '', isHtml })
  const files = new Map<string, string>()
  // A patch may be nothing but texts beside it.
  if (text !== '' || value === null) files.set(`${prefix}${file}`, formatYaml(text, value, { isFlow }))
  for (const [key, side] of Object.entries(sides)) {
    if (kind !== 'dashboard' && survivesAsFile(side))
      files.set(`${prefix}${sideFile(file, key as ReportSide)}`, `${side}\n`)
    else if (kind === 'dashboard' && !Object.hasOwn(document.sides, key))
      files.set(`${prefix}${appFile(file, key)}`, side)
  }
  return files
}

const appFile = (dashboard: string, name: string): string =>
  `${dashboard.slice(0, -'dashboard.yaml'.length)}app/${name}`

/** References by path alone: a report that cannot be read still has its place. */
export function addressesOfFiles(paths: Iterable<string>): Addresses {
  const all = [...paths].filter((path) => path.startsWith(`${CONTENT}/`))
  const roleOf = createRoles(workbookDirectories(all))
  const reports = all.filter((path) => {
    const role = roleOf(path)
    return role.role === 'document' && role.kind === 'report'
  })
  return createAddresses(reports.map((file) => ({ id: file, file })))
}

/** Dashboards in which a widget has no id yet, with an id for each. What else is in them stays as it is. */
export function mintWidgetIds(files: TreeFiles, readYaml: ReadYaml): ReadonlyMap<string, string> {
  const { documents } = readDocuments(files, readYaml)
  return new Map(
    documents.flatMap(({ kind, file, text, value }): [string, string][] => {
      if (kind !== 'dashboard' || !isMap(value)) return []
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

/** The same widget in the same file gets the same id, on every machine. A second one like it gets the next. */
function freeId(seed: string, taken: Set<unknown>): string {
  for (let n = 0; ; n += 1) {
    const id = widgetIdFor(seed, n)
    if (taken.has(id)) continue
    taken.add(id)
    return id
  }
}
