import type { Folder as WireFolder } from '../api/folders.ts'
import type { Workbook as WireWorkbook } from '../api/workbooks.ts'
import type { Client } from '../client/client.ts'
import { digestOf, canonicalText } from '../content/digest.ts'
import { isOwn, type Ledger, readLedger, withoutHidden } from '../content/ledger.ts'
import {
  type Content,
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
import { type Inventory, readInventory } from './inventory.ts'
import { publishedNames, toDashboard } from './map/dashboard.ts'
import { toReport } from './map/report.ts'
import { readModel } from './model.ts'
import { nameWorkbooks, type Names, reportNamer } from './names.ts'

export interface ReadOptions {
  readonly deployment: number
  readonly projectId: string
  /** The name of the target, for `ids`. */
  readonly target: string
  /** Whether public ids of this target are the ids in the files. */
  readonly home: boolean
  /** What the tree declares already: it says which live object is which. */
  readonly declared: Content
  /** The branch of the data model; undefined leaves it out. */
  readonly branch?: string | undefined
  /** Unpublished edits instead of what viewers see. */
  readonly drafts?: boolean | undefined
}

/** Something about live that people should know of, and that is no content. */
export type NoteKind =
  | 'no-slug'
  | 'slug-changed'
  | 'legacy-id'
  | 'unpublished-edits'
  | 'dangling'
  | 'suspicious-number'
  | 'read-only'
  | 'ledger'
  | 'unreadable-file'
export interface LiveNote {
  readonly kind: NoteKind
  readonly key: Key
  readonly message: string
}

export interface LiveContent {
  readonly content: Content
  /** The number of every live object: of this deployment only. */
  readonly ids: ReadonlyMap<Key, number>
  /** Ledgers of this project that stand on the object they were written on. */
  readonly ledgers: ReadonlyMap<Key, Ledger>
  /** Workbooks whose slug somebody changed in the UI: to what. */
  readonly renamed: ReadonlyMap<Key, string>
  /** Bytes of model files that differ from the tree's. */
  readonly modelBytes: ReadonlyMap<string, Uint8Array>
  readonly published: number
  readonly notes: readonly LiveNote[]
}

const NO_MODEL = { files: [] as readonly ModelFile[], bytes: new Map<string, Uint8Array>(), unreadable: [] as readonly string[] }

/** Reads a deployment into content. Sends nothing but reads. */
export async function readLive(client: Client, options: ReadOptions): Promise<LiveContent> {
  const { deployment, branch, declared } = options
  const [inventory, model] = await Promise.all([
    readInventory(client, deployment),
    branch === undefined ? NO_MODEL : readModel(client, deployment, branch, declared.model),
  ])
  const live = toContent(inventory, options)
  const audiences = await readEmbedAccess(client, live, options)
  const workbooks = live.content.workbooks.map((workbook) => {
    const access = audiences.get(workbook.slug)
    return access ? { ...workbook, embedAccess: access } : workbook
  })
  const unreadable = model.unreadable.map(
    (path): LiveNote => ({ kind: 'unreadable-file', key: `model/${path}`, message: 'is no text: its bytes cannot be read' }),
  )
  return {
    ...live,
    content: { ...live.content, workbooks, model: model.files },
    modelBytes: model.bytes,
    notes: [...live.notes, ...unreadable],
  }
}

/** Pure: rows of a deployment to content. */
export function toContent(inventory: Inventory, options: ReadOptions): Omit<LiveContent, 'modelBytes'> {
  const { deployment, projectId, drafts } = options
  const notes: LiveNote[] = []
  const ids = new Map<Key, number>()
  const ledgers = new Map<Key, Ledger>()
  const renamed = new Map<Key, string>()
  const note = (kind: NoteKind, key: Key, message: string): void => void notes.push({ kind, key, message })

  const holders = [...inventory.workbooks, ...inventory.reports]
  const reads = new Map(holders.map((holder) => [holder.id, readLedger(holder.meta, projectId)]))
  const own = holders.flatMap(({ id }) => {
    const read = reads.get(id)
    return read?.state === 'ours' && isOwn(read.ledger, deployment, id) ? [read.ledger] : []
  })
  const names: Names = { ...options, ledgers: own }

  const pathOf = folderPaths(inventory.folders)
  const folders = inventory.folders.map((wire): Folder => {
    const path = pathOf(wire.id)
    ids.set(folderKey(path), wire.id)
    return { path, position: wire.position }
  })

  const workbookNames = nameWorkbooks(inventory.workbooks, (wire) => pathOf(wire.folderId), names)
  const slugOf = (id: number): string => workbookNames.get(id)?.slug ?? ''
  const nameOf = reportNamer(names)
  const reportNames = new Map(inventory.reports.map((wire) => [wire.id, nameOf(wire)]))

  const keepLedger = (id: number, key: Key): void => {
    const read = reads.get(id)
    if (read?.state === 'ours' && isOwn(read.ledger, deployment, id)) ledgers.set(key, read.ledger)
    else if (read && read.state !== 'none') note('ledger', key, ledgerWords(read.state))
  }

  const reports = inventory.reports.map((wire): Report => {
    const name = reportNames.get(wire.id) ?? nameOf(wire)
    const key = reportKey(name.id)
    const folder = pathOf(wire.folderId)
    ids.set(key, wire.id)
    keepLedger(wire.id, key)
    if (name.legacy) note('legacy-id', key, `"${wire.name}" has no stable id on the platform`)
    if (wire.description) note('read-only', key, `the description of "${wire.name}" cannot be written`)
    const place = {
      ...(wire.workbookId == null ? {} : { workbook: slugOf(wire.workbookId) }),
      ...(folder.length === 0 ? {} : { folder }),
    }
    return toReport(wire, { ...name, place })
  })

  const workbooks = inventory.workbooks.map((wire): Workbook => {
    const name = workbookNames.get(wire.id)
    const key = workbookKey(slugOf(wire.id))
    ids.set(key, wire.id)
    keepLedger(wire.id, key)
    if (name?.chosen) note('no-slug', key, `"${wire.name}" has no slug on the platform`)
    if (name?.renamedTo !== undefined) renamed.set(key, name.renamedTo)
    if (Object.keys(wire.calculatedFields).length > 0) note('read-only', key, `the calculated fields of "${wire.name}" cannot be written`)
    const nameReport = (id: number): ReportReference => {
      const report = reportNames.get(id)
      if (report) return `report/${report.id}`
      note('dangling', key, `a widget names report ${id}, which does not exist`)
      return `missing(${deployment}/${id})`
    }
    return toWorkbook(wire, slugOf(wire.id), pathOf(wire.folderId), drafts === true, nameReport, (message) =>
      note('unpublished-edits', key, message),
    )
  })

  const published = inventory.workbooks.filter(({ publishedDashboard }) => publishedDashboard != null).length
  return { content: { folders, workbooks, reports, model: [] }, ids, ledgers, renamed, published, notes }
}

function toWorkbook(
  wire: WireWorkbook,
  slug: string,
  folder: FolderPath,
  drafts: boolean,
  nameReport: (id: number) => ReportReference,
  noteDraft: (message: string) => void,
): Workbook {
  const { publishedDashboard: published, dashboardDraft: draft } = wire
  const isPublished = published?.status === 'published'
  if (published && draft && !sameConfig(draft, published.config)) noteDraft(`"${wire.name}" has unpublished edits`)
  const config = (isPublished && !drafts ? published.config : draft) ?? published?.config
  const names = published ? publishedNames(published) : undefined
  return {
    slug,
    folder,
    name: wire.name,
    publish: isPublished,
    meta: withoutHidden(wire.meta),
    ...(published ? { allowEmbed: published.allowEmbed } : {}),
    ...(names ? { published: names } : {}),
    ...(config ? { dashboard: toDashboard(config, nameReport) } : {}),
  }
}

const sameConfig = (a: unknown, b: unknown): boolean => digestOf(canonicalText(a)) === digestOf(canonicalText(b))

/** The names from the root down to a folder. One whose ancestors cannot be seen hangs at the root. */
function folderPaths(folders: readonly WireFolder[]): (id: number | null | undefined) => FolderPath {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const known = new Map<number, FolderPath>()
  const pathOf = (id: number | null | undefined): FolderPath => {
    const folder = id == null ? undefined : byId.get(id)
    if (!folder) return []
    const path = known.get(folder.id) ?? [...pathOf(folder.parentId), folder.name]
    known.set(folder.id, path)
    return path
  }
  return pathOf
}

const ledgerWords = (state: 'ours' | 'foreign' | 'newer' | 'garbage'): string =>
  ({
    ours: 'carries a copy of the ledger of another object',
    foreign: 'is owned by another project',
    newer: 'carries a ledger of a later version of this program',
    garbage: 'carries a ledger that cannot be read',
  })[state]

/** Who may see what is embedded: read only where the tree declares it, because it costs a request each. */
async function readEmbedAccess(
  client: Client,
  { ids }: Pick<LiveContent, 'ids'>,
  { deployment, declared }: ReadOptions,
): Promise<ReadonlyMap<string, Workbook['embedAccess']>> {
  const asked = declared.workbooks.filter(({ embedAccess, slug }) => embedAccess && ids.has(workbookKey(slug)))
  const answers = await Promise.all(
    asked.map(async ({ slug, embedAccess }) => {
      const path = { deploymentId: deployment, workbookId: ids.get(workbookKey(slug)) ?? 0 }
      const { allEmbedUsers, tenants } = await client.workbooks.getEmbedAccess({ path })
      const actions = new Map(tenants.map(({ embedTenantName, action }) => [embedTenantName, action]))
      actions.set('*', allEmbedUsers.enabled ? allEmbedUsers.action : 'none')
      const audiences = Object.keys(embedAccess ?? {}).map((audience) => [audience, actions.get(audience) ?? 'none'])
      return [slug, Object.fromEntries(audiences)] as const
    }),
  )
  return new Map(answers)
}
