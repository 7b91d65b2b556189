import { setImmediate as nextTurn } from 'node:timers/promises'
import { addAll, BoardwrightError, lazy } from '@boardwright/common'
import {
  api,
  type Client,
  type Folder,
  LIST_BOUNDS,
  listEndless,
  type NotificationDto,
  type Report,
  type ScimGroup,
  type TenantSettings,
  type User,
  type UserAttribute,
  type Workbook,
} from '@boardwright/platform'
import { printableName } from '../content/printable.ts'
import { isAbsence, lookUp } from './look-up.ts'
import { type ReportRow, rememberedOf, type WorkbookRow } from './rows/known.ts'
import type { RowMemory } from './rows/memory.ts'
import { isSlim } from './rows/slim.ts'

/** How many rows have been read so far. */
export interface RowsRead {
  readonly folders: number
  readonly workbooks: number
  readonly reports: number
}
export type OnProgress = (progress: RowsRead) => void

export const FIRST = 1000
/** Each row contains two dashboards, so an answer with a thousand rows would be tens of megabytes. */
export const FIRST_WORKBOOKS = 200

export interface Prepare {
  readonly workbook: (row: WorkbookRow) => void
  readonly report: (row: ReportRow) => void
}

export interface InventoryOptions {
  readonly onProgress?: OnProgress | undefined
  /** Called for each row while the rest is still arriving. */
  readonly prepare?: Prepare | undefined
  /** What rows said last time. */
  readonly memory?: RowMemory | undefined
}

/** What reading the lists of one deployment needs. */
export interface Asking extends Omit<InventoryOptions, 'onProgress'> {
  readonly client: Client
  readonly path: DeploymentPath
  /** Reads all pages of a list. */
  readonly rowsOf: <Row>(
    kind: keyof RowsRead,
    pages: AsyncIterable<readonly Row[]>,
    prepare?: (row: Row) => void,
  ) => Promise<Row[]>
  /** Requested once, however many callers wait for them. */
  readonly folders: () => Promise<readonly Folder[]>
  /** The names of the account's embed tenants. Requested once, too. */
  readonly tenants: () => Promise<ReadonlySet<string>>
  /** Folders that were seen before. A list of workbooks that includes one in such a folder needs no list of folders. */
  readonly knownFolders?: ReadonlySet<number>
}

export function startAsking(
  client: Client,
  deploymentId: number,
  { onProgress = () => {}, ...options }: InventoryOptions,
): Asking {
  const counts = { folders: 0, workbooks: 0, reports: 0 }
  const started = performance.now()
  /** Each list is bounded, but there may be one per folder, so this bounds them all together. */
  const requireEnd = (kind: keyof RowsRead): void => {
    if (counts[kind] > LIST_BOUNDS.rows) throw endless(`there are more than ${LIST_BOUNDS.rows} ${kind}`)
    if (performance.now() - started > LIST_BOUNDS.minutes * 60_000)
      throw endless(`they took more than ${LIST_BOUNDS.minutes} minutes`)
  }
  const rowsOf = async <Row>(
    kind: keyof RowsRead,
    pages: AsyncIterable<readonly Row[]>,
    prepare: (row: Row) => void = () => {},
  ): Promise<Row[]> => {
    const all: Row[] = []
    for await (const rows of pages) {
      requireEnd(kind)
      // Lets the request for the next page go out before this page is processed.
      await nextTurn()
      for (const row of rows) {
        all.push(row)
        prepare(row)
        counts[kind] += 1
        onProgress({ ...counts })
      }
    }
    return all
  }
  const path = { deploymentId }
  const folders = lazy(() => walk((parentId) => listFolders(asking, parentId)))
  const tenants = lazy(() => listTenants(client))
  const asking: Asking = { ...options, client, path, rowsOf, folders, tenants }
  return asking
}

function listFolders({ client, path, rowsOf }: Asking, parentId?: number): Promise<Folder[]> {
  const query = parentId === undefined ? { first: FIRST } : { first: FIRST, parentId }
  return rowsOf('folders', client.pages(api.folders.endpoints.getFolders, { path, query }))
}

export async function listWorkbooks(asking: Asking): Promise<WorkbookRow[]> {
  const { client, path, rowsOf, prepare, memory } = asking
  const list = (folderId?: number): Promise<WorkbookRow[]> => {
    const query = folderId === undefined ? { first: FIRST_WORKBOOKS } : { first: FIRST_WORKBOOKS, folderId }
    const pages = client.pages(api.workbooks.endpoints.getWorkbooks, { path, query }, memory?.workbooks)
    return rowsOf('workbooks', pages, prepare?.workbook)
  }
  const listed = distinct(await readHeld(asking, list))
  return complete(listed, isSlimWorkbook, (id) => readWorkbook(client, path, id))
}

export async function listReports({ client, path, rowsOf, prepare, memory }: Asking): Promise<ReportRow[]> {
  const pages = client.pages(api.reports.endpoints.getReports, { path, query: { first: FIRST } }, memory?.reports)
  const listed = distinct(await rowsOf('reports', pages, prepare?.report))
  return complete(listed, isSlimReport, (id) => readReport(client, path, id))
}

export const listNotifications = async ({
  client,
  path,
}: Pick<Asking, 'client' | 'path'>): Promise<NotificationDto[]> =>
  distinct(await allOf(client.items(api.notifications.endpoints.getNotifications, { path, query: { first: FIRST } })))

/** A group, and the number by which other calls know it. */
export interface GroupRow {
  readonly id: number
  readonly group: ScimGroup
}

/** SCIM allows any text as an id. This platform's are numbers, and ledgers have a place for numbers only. */
export function numbered(group: ScimGroup): GroupRow {
  const { id, displayName = '' } = group
  if (/^\d{1,15}$/.test(id)) return { id: Number(id), group }
  const message = `the id of the group "${printableName(displayName)}" is no number: "${printableName(id)}"`
  throw new BoardwrightError('RESPONSE_INVALID', message)
}

/** These lists have pages by position, from 1. */
export async function listGroups({ client }: Pick<Asking, 'client'>): Promise<GroupRow[]> {
  const all: ScimGroup[] = []
  for (;;) {
    const query = { startIndex: all.length + 1, count: FIRST }
    const { Resources, totalResults } = await client.scimGroups.listScimGroups({ path: {}, query })
    addAll(all, Resources)
    if (Resources.length === 0 || all.length >= totalResults) return distinct(all.map(numbered))
    if (all.length > LIST_BOUNDS.rows) throw endless(`there are more than ${LIST_BOUNDS.rows} groups`)
  }
}

export const readGroup = (client: Client, id: number): Promise<ScimGroup> =>
  client.scimGroups.getScimGroup({ path: { id: String(id) }, query: {} })

export const listTenants = async (client: Client): Promise<ReadonlySet<string>> => {
  const pages = client.items(api.embedTenants.endpoints.listEmbedTenants, { path: {}, query: { first: FIRST } })
  return new Set((await allOf(pages)).map(({ name }) => name))
}

export const listAttributes = async ({ client }: Pick<Asking, 'client'>): Promise<UserAttribute[]> =>
  distinct(
    await allOf(client.items(api.userAttributes.endpoints.getUserAttributes, { path: {}, query: { first: FIRST } })),
  )

/** There is one for each account. */
export interface SettingsRow {
  readonly id: 0
  readonly settings: TenantSettings
}

export const listSettings = async ({ client }: Pick<Asking, 'client'>): Promise<SettingsRow[]> => [
  { id: 0, settings: await client.tenant.getTenantSettings({ path: {} }) },
]

/** The users of the account, deactivated ones too. */
export const listUsers = (client: Client): Promise<User[]> =>
  allOf(client.items(api.users.endpoints.getUsers, { path: {}, query: { first: FIRST } }))

/** The platform refuses to nest folders nearly that deep. */
const DEEPEST = 100

const endless = (what: string): Error => listEndless('the deployment’s lists never end:', { message: what })

export interface DeploymentPath {
  readonly deploymentId: number
}

export const readWorkbook = (client: Client, path: DeploymentPath, workbookId: number): Promise<Workbook> =>
  client.workbooks.getWorkbook({ path: { ...path, workbookId } })

export const readReport = (client: Client, path: DeploymentPath, reportId: number): Promise<Report> =>
  client.reports.getReport({ path: { ...path, reportId } })

/**
 * Reads all folders, one list per folder, level by level. A folder that is moved meanwhile may be listed twice; it is
 * walked only once.
 */
async function walk(list: (parentId?: number) => Promise<Folder[]>): Promise<Folder[]> {
  const seen = new Map<number, Folder>()
  const readLevel = async (depth: number, parentId?: number): Promise<void> => {
    if (depth > DEEPEST) throw endless(`folders are nested more than ${DEEPEST} deep`)
    const rows = await list(parentId)
    const fresh = rows.filter(({ id }) => !seen.has(id))
    for (const row of rows) seen.set(row.id, row)
    await Promise.all(fresh.map(({ id }) => readLevel(depth + 1, id)))
  }
  await readLevel(0)
  return distinct([...seen.values()])
}

/**
 * Without a folder, some platforms list only the workbooks in the root, others all of them. If the list includes a
 * workbook of a folder that we see, it is the complete list. Otherwise, each folder is listed.
 */
async function readHeld(
  { folders: readFolders, knownFolders }: Asking,
  listWorkbooks: (folderId?: number) => Promise<WorkbookRow[]>,
): Promise<WorkbookRow[]> {
  const listing = listWorkbooks()
  if (knownFolders && isEverything(await listing, knownFolders)) return listing
  const [folders, first] = await Promise.all([readFolders(), listing])
  const others = isEverything(first, new Set(folders.map(({ id }) => id)))
    ? []
    : await Promise.all(folders.map(({ id }) => listWorkbooks(id)))
  return [...first, ...others.flat()]
}

const isEverything = (rows: readonly WorkbookRow[], folders: ReadonlySet<number>): boolean =>
  rows.some(({ folderId }) => folderId != null && folders.has(folderId))

/** A remembered row is never slim, because only complete rows are remembered. */
const isSlimWorkbook = (row: WorkbookRow): boolean => !rememberedOf<'workbook'>(row) && isSlim('workbook', row)
const isSlimReport = (row: ReportRow): boolean => !rememberedOf<'report'>(row) && isSlim('report', row)

export const readNotification = (client: Client, path: DeploymentPath, id: number): Promise<NotificationDto> =>
  client.notifications.getNotification({ path: { ...path, id } })

export async function allOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

/** Sorted by id, so that nothing depends on the order of a list. */
export const distinct = <T extends { readonly id: number }>(rows: readonly T[]): T[] =>
  [...new Map(rows.map((row) => [row.id, row])).values()].sort((a, b) => a.id - b.id)

/**
 * Reads the object of each slim row by itself. A row is slim if it lacks a key; a key with null is not missing. Objects
 * deleted since the list was read are dropped.
 */
async function complete<T extends { readonly id: number }>(
  rows: readonly T[],
  isSlim: (row: T) => boolean,
  read: (id: number) => Promise<T>,
): Promise<T[]> {
  const all = await Promise.all(rows.map((row) => (isSlim(row) ? lookUp(() => read(row.id)) : row)))
  return all.flatMap((row) => (isAbsence(row) ? [] : [row as T]))
}
