import { api } from '../api/index.ts'
import type { Folder } from '../api/folders.ts'
import type { Report } from '../api/reports.ts'
import type { Workbook } from '../api/workbooks.ts'
import type { Client } from '../client/client.ts'

/** The rows of a deployment, as the platform answers them. Each exactly once, whatever the pages did. */
export interface Inventory {
  readonly folders: readonly Folder[]
  readonly workbooks: readonly Workbook[]
  readonly reports: readonly Report[]
}

const FIRST = 1000

export async function readInventory(client: Client, deploymentId: number): Promise<Inventory> {
  const path = { deploymentId }
  const reports = collect(client.items(api.reports.endpoints.getReports, { path, query: { first: FIRST } })).then((rows) =>
    Promise.all(rows.map((row) => completeReport(client, row))),
  )
  const [tree, complete] = await Promise.all([walk(client, deploymentId, undefined), reports])
  return {
    folders: distinct(tree.folders),
    workbooks: distinct(await Promise.all(distinct(tree.workbooks).map((row) => completeWorkbook(client, row)))),
    reports: distinct(complete),
  }
}

interface Level {
  readonly folders: Folder[]
  readonly workbooks: Workbook[]
}

/** One level: its folders and its workbooks, and all levels below, in parallel. */
async function walk(client: Client, deploymentId: number, folderId: number | undefined): Promise<Level> {
  const path = { deploymentId }
  const folderQuery = folderId === undefined ? { first: FIRST } : { first: FIRST, parentId: folderId }
  const workbookQuery = folderId === undefined ? { first: FIRST } : { first: FIRST, folderId }
  const [folders, workbooks] = await Promise.all([
    collect(client.items(api.folders.endpoints.getFolders, { path, query: folderQuery })),
    collect(client.items(api.workbooks.endpoints.getWorkbooks, { path, query: workbookQuery })),
  ])
  const below = await Promise.all(folders.map(({ id }) => walk(client, deploymentId, id)))
  return {
    folders: [...folders, ...below.flatMap((level) => level.folders)],
    workbooks: [...workbooks, ...below.flatMap((level) => level.workbooks)],
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Sorted by id, so that nothing depends on the order of a list. */
const distinct = <T extends { id: number }>(rows: readonly T[]): T[] =>
  [...new Map(rows.map((row) => [row.id, row])).values()].sort((a, b) => a.id - b.id)

/** A list row that lacks a key is a slim one: the object is read alone. A key that is null is there. */
const isSlim = (row: object, keys: readonly string[]): boolean => keys.some((key) => !(key in row))

const completeReport = (client: Client, row: Report): Promise<Report> | Report =>
  isSlim(row, ['sqlQuery', 'jsonQuery', 'meta'])
    ? client.reports.getReport({ path: { deploymentId: row.deploymentId, reportId: row.id } })
    : row

const completeWorkbook = (client: Client, row: Workbook): Promise<Workbook> | Workbook =>
  isSlim(row, ['dashboardDraft', 'publishedDashboard'])
    ? client.workbooks.getWorkbook({ path: { deploymentId: row.deploymentId, workbookId: row.id } })
    : row
