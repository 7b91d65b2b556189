import type { Client } from '../../client/client.ts'
import type { Folder } from '../../content/model.ts'
import { type Audience, idIn, type Key, type Report, type Workbook, workbookKey } from '../../content/model.ts'
import type { Span } from '../../content/versions.ts'
import { assignPublicId, assignSlug } from './assign.ts'
import { editedReports, publish, wantsReview, writeDraft } from './dashboards.ts'
import { share } from './embed.ts'
import { createFolder, updateFolder } from './folders.ts'
import { remove } from './remove.ts'
import { createReport, type RecordText, recordReport, updateReport } from './reports.ts'
import { createState, type WriteOptions } from './state.ts'
import { changeWorkbook, createWorkbook, openWorkbook, recordWorkbook } from './workbooks.ts'

export type { WriteOptions } from './state.ts'

/** Writes content to a deployment: each call one step on one object, safe to be cut off and done again. */
export function createWriter(client: Client, options: WriteOptions) {
  const state = createState(client, options)
  return {
    now: (): number => client.serverNow() ?? 0,
    requests: (): number => {
      const { GET, POST, PUT, PATCH, DELETE } = client.counts
      return GET + POST + PUT + PATCH + DELETE
    },
    numberOf: (key: Key): number | undefined => state.ids.get(key),
    wroteOf: (report: Key): Span | undefined => state.wrote.get(idIn(report)),
    createFolder: (folder: Folder) => createFolder(state, folder),
    updateFolder: (folder: Folder) => updateFolder(state, folder),
    createWorkbook: (workbook: Workbook, record: RecordText) => createWorkbook(state, workbook, record),
    openWorkbook: (slug: string, record: RecordText) => openWorkbook(state, slug, record),
    changeWorkbook: (workbook: Workbook, units: readonly string[], record: RecordText) =>
      changeWorkbook(state, workbook, units, record),
    createReport: (report: Report, record: RecordText | undefined) => createReport(state, report, record),
    updateReport: (report: Report, units: readonly string[], record: RecordText | undefined) =>
      updateReport(state, report, units, record),
    writeDraft: (workbook: Workbook) => writeDraft(state, workbook),
    editedReports: (workbooks: readonly Workbook[]) => editedReports(state, workbooks),
    publish: (workbook: Workbook, drafted: boolean) => publish(state, workbook, drafted),
    wantsReview,
    share: (slug: string, audience: string, action: Audience) => share(state, workbookKey(slug), audience, action),
    recordWorkbook: (slug: string, record: RecordText) => recordWorkbook(state, slug, record),
    recordReport: (id: string, record: RecordText | undefined) => recordReport(state, id, record),
    remove: (key: Key) => remove(state, key),
    assignSlug: (key: Key, slug: string) => assignSlug(state, key, slug),
    assignPublicId: (id: string, publicId: string) => assignPublicId(state, id, publicId),
  }
}
