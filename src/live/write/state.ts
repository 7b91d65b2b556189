import type { Client, Report as WireReport } from '@boardwright/platform'
import type { Ledger } from '../../base/ledger.ts'
import type { LiveFacts } from '../../content/facts.ts'
import { idIn, isKind } from '../../content/kinds.ts'
import {
  type Folder,
  type FolderPath,
  folderKey,
  type Key,
  type ObjectPlace,
  type Report,
  type ReportReference,
  reportKey,
  type Workbook,
  workbookKey,
} from '../../content/model.ts'
import { missingReference } from '../../content/references.ts'
import type { Units } from '../../content/units.ts'
import type { Span } from '../../content/versions.ts'
import type { LiveObjects } from '../content.ts'
import type { Memberships } from '../counted-members.ts'
import type { NameReport } from '../map/dashboard.ts'
import type { ReportTarget } from '../names/reports.ts'
import { keysByNumber, type LiveNumbers, numbersIn } from '../numbers.ts'

export interface LiveBefore extends LiveObjects {
  readonly ledgers: ReadonlyMap<Key, Ledger>
  readonly facts: ReadonlyMap<Key, LiveFacts>
  readonly reportVersions: ReadonlyMap<string, number | undefined>
  readonly folderPaths: ReadonlyMap<number, FolderPath>
  readonly memberships: Memberships
}

export interface WriteOptions extends ReportTarget {
  readonly seen: LiveBefore
  readonly sleep?: ((ms: number) => Promise<void>) | undefined
  /** Called before something is looked up and possibly sent again. */
  readonly onRetry?:
    | ((event: { endpoint: string; reason: string; tries: number; mostTries: number; waitMs: number }) => void)
    | undefined
}

/** What a run knows of the deployment: what the plan saw, plus the run's own writes. */
export interface WriteState extends WriteOptions, Names, Done {
  readonly client: Client
  readonly path: { readonly deploymentId: number }
  readonly seenReport: (id: string) => Report | undefined
  readonly seenWorkbook: (slug: string) => Workbook | undefined
  readonly seenFolder: (path: FolderPath) => Folder | undefined
}

/** Numbers in the deployment and names in the tree, for what the plan saw and what this run created. */
interface Names {
  readonly ids: Map<Key, number>
  readonly numbers: LiveNumbers
  readonly numberOf: (key: Key) => number
  readonly nameReport: NameReport
  /** Like `nameReport`, but prefers these references where they mean the same report. */
  readonly namedAs: (references: readonly ReportReference[]) => NameReport
  /** Undefined if the report is in a place that the plan did not see. */
  readonly placeOf: (wire: WireReport) => ObjectPlace | undefined
  readonly folderOf: (id: number | null | undefined) => FolderPath | undefined
  readonly addFolder: (path: FolderPath, id: number) => void
  readonly addWorkbook: (slug: string, id: number) => void
  readonly addReport: (id: string, wire: WireReport) => void
}

/** What this run has done so far. */
interface Done {
  /** The newest version of each report that the plan saw or this run wrote, by number. */
  readonly versions: Map<number, number | null | undefined>
  /** The version before and after this run wrote a report, by the report's id in the tree. */
  readonly spans: Map<string, Span>
  /** Reports as this run left them, by id in the tree. */
  readonly unitsAfter: Map<string, Units>
  /** What this run deleted, with the numbers that it had. */
  readonly deleted: Map<Key, number>
  /** Workbooks created by this run, by number. */
  readonly created: Set<number>
  /** Each workbook as this run last saw or left it, by number. */
  readonly opened: Map<number, Opened>
}

/** A workbook as it is between two writes of this run. */
export interface Opened {
  /** Its slug on the platform, if it has one. */
  readonly slug: string | undefined
  readonly name: string
  /** The number of its folder; null in the root. */
  readonly folder: number | null
  /** In canonical form, without the ledger and the draft. */
  readonly meta: string
  /** The dashboards in canonical form. */
  readonly draft: string
  readonly published: string
  /** The version number of its last publish; 0 before the first. */
  readonly version: number
  /** This project's ledger. */
  readonly ledger: string | undefined
}

export function createState(client: Client, options: WriteOptions): WriteState {
  const { seen, deployment } = options
  return {
    ...options,
    ...namesOf(options),
    client,
    path: { deploymentId: deployment },
    seenReport: (id) => seen.content.get(reportKey(id))?.whole(),
    seenWorkbook: (slug) => seen.content.get(workbookKey(slug))?.whole(),
    seenFolder: (path) => seen.content.get(folderKey(path))?.whole(),
    versions: new Map([
      ...[...seen.outside].map(([publicId, id]) => [id, seen.reportVersions.get(publicId)] as const),
      ...[...seen.facts].flatMap(([key, { id, version }]) => (isKind(key, 'report') ? [[id, version] as const] : [])),
    ]),
    spans: new Map(),
    unitsAfter: new Map(),
    deleted: new Map(),
    created: new Set(),
    opened: new Map(),
  }
}

function namesOf({ seen, deployment }: WriteOptions): Names {
  const ids = new Map(seen.ids)
  const outside = new Map(seen.outside)
  const folders = new Map(seen.folderPaths)
  const slugs = new Map([...keysByNumber(ids, 'workbook')].map(([id, key]) => [id, idIn(key)]))
  const reports = new Map<number, ReportReference>([
    ...[...outside].map(([publicId, id]) => [id, `id:${publicId}`] as const),
    ...keysByNumber(ids, 'report'),
  ])
  const numbers = numbersIn({ ids, publicIds: seen.publicIds, outside }, deployment)
  const nameReport: NameReport = (id) => reports.get(id) ?? missingReference(deployment, id)
  const folderOf = (id: number | null | undefined): FolderPath | undefined => (id == null ? [] : folders.get(id))
  return {
    ids,
    numbers,
    numberOf(key) {
      const id = ids.get(key)
      if (id === undefined) throw new Error(`${key} has no number`)
      return id
    },
    nameReport,
    namedAs(references) {
      const names = new Map(references.map((reference) => [numbers.report(reference), reference]))
      return (id) => names.get(id) ?? nameReport(id)
    },
    placeOf({ workbookId, folderId }) {
      const workbook = workbookId == null ? undefined : slugs.get(workbookId)
      const folder = folderOf(folderId)
      if ((workbookId != null && workbook === undefined) || folder === undefined) return undefined
      return { ...(workbook === undefined ? {} : { workbook }), ...(folder.length === 0 ? {} : { folder }) }
    },
    folderOf,
    addFolder(path, id) {
      ids.set(folderKey(path), id)
      folders.set(id, path)
    },
    addWorkbook(slug, id) {
      ids.set(workbookKey(slug), id)
      slugs.set(id, slug)
    },
    addReport(id, wire) {
      ids.set(reportKey(id), wire.id)
      // A widget may show it as `id:` with its public id.
      outside.set(wire.publicId, wire.id)
      reports.set(wire.id, reportKey(id))
    },
  }
}
