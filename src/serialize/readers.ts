import { addAll, didYouMean, isMap, lazy, nearest } from '@boardwright/common'
import { type Entity, entityOf, reportEntity, workbookEntity } from '../content/entity.ts'
import type { DashboardFile, FolderFile } from '../content/files.ts'
import { idIn } from '../content/kinds.ts'
import {
  type Dashboard,
  type FolderPath,
  folderKey,
  type ObjectPlace,
  type ReportReference,
  type Workbook,
  workbookKey,
} from '../content/model.ts'
import type { Marked, Problem } from '../content/problem.ts'
import { knownOfDefinition } from '../content/unit-digests.ts'
import { type TreeDocument, wholeDocument } from './documents.ts'
import { baseOf, CONTENT, directoryOf } from './layout.ts'
import { identityOf, toDashboard, toNotification, toWorkbook } from './objects.ts'
import type { AcceptedFile, Rejected, TreeReading } from './reading.ts'
import type { Addresses } from './references.ts'
import { asMeantBefore, type Rendered, reportIn, type Source, valueIn } from './source.ts'

export function readFolders({
  problems,
  documents,
  broken,
  accept,
  register,
  folders,
  placeOf,
}: TreeReading): Entity<'folder'>[] {
  const above = (directory: string): FolderPath => folders.get(directoryOf(directory)) ?? []
  // A folder with a problem still exists: its contents are not wrong.
  const guess = (file: string): void => {
    const directory = directoryOf(file)
    folders.set(directory, [...above(directory), baseOf(directory)])
  }
  for (const file of broken('folder')) guess(file)
  const all: Entity<'folder'>[] = []
  const trimmed = new Map<string, TreeDocument>()
  for (const document of documents('folder').toSorted((a, b) => depthOf(a.file) - depthOf(b.file))) {
    const accepted = accept(document)
    if (!accepted) {
      guess(document.file)
      continue
    }
    const { name, position, was }: FolderFile = accepted.value
    const { folder = [] } = placeOf('folder', document.file) ?? {}
    const path = [...folder, name]
    folders.set(directoryOf(document.file), path)
    if (!register(folderKey(path), accepted.source, 'name', `the folder "${name}"`)) continue
    const twin = trimmed.get(keptBy(path))
    if (twin) problems.push(blankTwin(document, twin, name))
    else trimmed.set(keptBy(path), document)
    const read = { path, ...(position === undefined ? {} : { position }), ...(was === undefined ? {} : { was }) }
    all.push(entityOf('folder', read))
  }
  return all
}

/** Objects with a file each. `read` gives nothing for a file that has no place, and says so if nobody else does. */
const readOwnFiles = <K extends 'report' | 'notification'>(
  kind: K,
  identity: 'id' | 'slug',
  { documents, accept, register, reject, placeOf }: TreeReading,
  read: (accepted: AcceptedFile, place: ObjectPlace | undefined) => Entity<K> | undefined,
): Entity<K>[] =>
  documents(kind).flatMap((document) => {
    const accepted = accept(document)
    if (!accepted) return []
    const { source } = accepted
    const object = read(accepted, placeOf(kind, document.file))
    if (object) return register(object.key, source, identity, `the ${identity} "${idIn(object.key)}"`) ? [object] : []
    reject(source)
    return []
  })

export const readReports = (reading: TreeReading): Entity<'report'>[] =>
  readOwnFiles('report', 'id', reading, ({ source, value }, place) => {
    const { summary } = source
    if (!summary) addAll(reading.problems, sidesTwice(source.rendered()))
    if (!place) return undefined
    if (!summary) return entityOf('report', reportIn(source, place))
    const known = { ...knownOfDefinition(value), digests: summary.digests }
    return reportEntity(
      identityOf(value, place),
      known,
      lazy(() => reportIn(source, place)),
    )
  })

export function readWorkbooks(reading: TreeReading): Entity<'workbook'>[] {
  const withDashboard = readDashboards(reading)
  return reading.workbooks.flatMap(({ value, source }) => {
    const { file } = source.document
    const { folder = [] } = reading.placeOf('workbook', file) ?? {}
    if (!reading.register(workbookKey(value.slug), source, 'slug', `the slug "${value.slug}"`)) return []
    const workbook = toWorkbook(value, folder)
    return [withDashboard.get(directoryOf(file))?.(workbook) ?? entityOf('workbook', workbook)]
  })
}

export const readNotifications = (reading: TreeReading): Entity<'notification'>[] =>
  readOwnFiles('notification', 'slug', reading, ({ source, value }, place) => {
    if (place?.workbook !== undefined) return entityOf('notification', toNotification(value, place.workbook))
    if (place) reading.problems.push(inNoWorkbook(source.document.file))
    return undefined
  })

const inNoWorkbook = (file: string): Problem => ({
  kind: 'FILE_UNKNOWN',
  at: { file },
  message: 'a schedule sends a dashboard, and this one is in no workbook',
  hint: 'Move it into the directory notifications/ of the workbook whose dashboard it sends.',
})

/** By a workbook's directory: adds the dashboard to the workbook. */
function readDashboards(reading: TreeReading): ReadonlyMap<string, (workbook: Workbook) => Entity<'workbook'>> {
  const addresses = reading.addresses()
  const withDashboard = new Map<string, (workbook: Workbook) => Entity<'workbook'>>()
  for (const document of reading.documents('dashboard')) {
    const directory = directoryOf(document.file)
    const slug = reading.slugAt(directory)
    const accepted = reading.accept(asMeantBefore(document, addresses))
    if (!accepted) continue
    const { source } = accepted
    if (slug === undefined) {
      reading.reject(source)
      continue
    }
    const { summary } = source
    reading.dashboards.set(workbookKey(slug), source)
    if (summary) {
      const references = summary.names.map(([, report]) => report)
      reading.names.set(workbookKey(slug), new Map(summary.names))
      withDashboard.set(directory, (workbook) => {
        const whole = lazy((): Workbook => ({ ...workbook, dashboard: readDashboard(source, addresses).dashboard }))
        return workbookEntity(workbook, { references, digests: summary.digests }, whole)
      })
    } else {
      const { dashboard, names, problems } = readDashboard(source, addresses)
      reading.names.set(workbookKey(slug), names)
      addAll(reading.problems, problems)
      withDashboard.set(directory, (workbook) => entityOf('workbook', { ...workbook, dashboard }))
    }
  }
  const own = new Set(reading.documents('dashboard').map(({ file }) => file))
  const rejected = reading.rejected.filter(({ document }) => own.has(document.file))
  addAll(
    reading.problems,
    rejected.flatMap((each) => unknownReports(each, addresses)),
  )
  return withDashboard
}

/** Names of reports in a dashboard that is not part of the tree, of any shape. */
function unknownReports({ document, rendered }: Rejected, addresses: Addresses): Problem[] {
  const { widgets } = isMap(rendered.value) ? rendered.value : {}
  if (!Array.isArray(widgets)) return []
  return widgets.flatMap((widget, index) =>
    !isMap(widget)
      ? []
      : (['report', 'reports'] as const).flatMap((key) =>
          [widget[key]].flat().flatMap((name, at) => {
            if (typeof name !== 'string' || addresses.resolve(name, document.file) !== undefined) return []
            const path = ['widgets', index, key, ...(Array.isArray(widget[key]) ? [at] : [])]
            return [unknownReport(document.file, name, rendered.origin.placeOf(path), addresses)]
          }),
        ),
  )
}

interface DashboardRead {
  readonly dashboard: Dashboard
  readonly names: ReadonlyMap<string, ReportReference>
  readonly problems: readonly Problem[]
}

const dashboardsRead = new WeakMap<Rendered, DashboardRead>()

/** Read once, and again if a name in it now means another report. */
function readDashboard(source: Source, addresses: Addresses): DashboardRead {
  const rendered = source.rendered()
  const { document } = source
  const known = dashboardsRead.get(rendered)
  const isSame = known && [...known.names].every(([name, report]) => addresses.resolve(name, document.file) === report)
  if (isSame && known.problems.length === 0) return known
  const names = new Map<string, ReportReference>()
  const problems: Problem[] = []
  const dashboard = toDashboard(valueIn(source) as DashboardFile, rendered.sides, (name, path) => {
    const reference = addresses.resolve(name, document.file)
    if (reference === undefined)
      problems.push(unknownReport(document.file, name, rendered.origin.placeOf(path), addresses))
    else names.set(name, reference)
    return reference ?? `id:${name}`
  })
  const read = { dashboard, names, problems }
  dashboardsRead.set(rendered, read)
  return read
}

const depthOf = (file: string): number => file.split('/').length

function blankTwin(document: TreeDocument, other: TreeDocument, name: string): Problem {
  const message = `the folder "${name}" differs only in spaces from the one in ${other.file}, and the platform drops them`
  return {
    kind: 'DUPLICATE',
    ...wholeDocument(document).placeOf(['name']),
    message,
    hint: 'Give one of the two another name.',
  }
}

/** Folder names as the platform keeps them: trimmed. */
const keptBy = (path: FolderPath): string => JSON.stringify(path.map((name) => name.trim()))

/** The same text in the file and in a side file. */
function sidesTwice({ value, sides, origin }: Rendered): Problem[] {
  return Object.keys(sides).flatMap((side) => {
    const key = side === 'queryText' ? 'query' : side
    if ((value as Record<string, unknown>)[key] === undefined) return []
    return [
      {
        kind: 'SIDE_TWICE' as const,
        ...origin.placeOf([key], 'key'),
        message: `"${key}" is here and in ${origin.sides[side]?.file}`,
      },
    ]
  })
}

/** The files that a report of this name could have. */
function filesFor(file: string, name: string): string[] {
  if (!name.startsWith('/')) return [`${directoryOf(file)}/reports/${name}.yaml`]
  const [directory, last] = [directoryOf(name), baseOf(name)]
  return [`${CONTENT}${directory}/reports/${last}.yaml`, `${CONTENT}${directory}/${last}.report.yaml`]
}

function unknownReport(file: string, name: string, place: Marked, addresses: Addresses): Problem {
  const candidates = [...addresses.candidates(file)]
  const bare = name.replace(/^reports\//, '').replace(/(\.report)?\.ya?ml$/, '')
  const last = `/${bare.split('/').at(-1)}`
  const byId = addresses.addressOf(name, file)
  const elsewhere = candidates.find((each) => each.endsWith(last))
  const where = name.startsWith('/') ? 'in this tree' : 'in this workbook'
  const here = candidates.filter((each) => !each.startsWith('/'))
  const others =
    here.length === 0 || here.length > 6 ? 'a report that exists' : `a report that exists (${here.join(', ')})`
  return {
    kind: 'REFERENCE_UNKNOWN',
    ...place,
    message: `no report "${name}" ${where}`,
    gone: filesFor(file, bare),
    hint: didYouMean(
      byId ?? (candidates.includes(bare) ? bare : (nearest(bare, candidates) ?? elsewhere)),
      `Name ${others}, or take the widget out.`,
    ),
  }
}
