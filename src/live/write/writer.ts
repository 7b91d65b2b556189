import type { Client } from '../../client/client.ts'
import { type ContentKind, idIn, type Key } from '../../content/kinds.ts'
import { type Audience, type Objects, type Workbook, workbookKey } from '../../content/model.ts'
import type { Span } from '../../content/versions.ts'
import { shared } from '../../lazy.ts'
import { assignPublicId, assignSlug } from './assign.ts'
import { editedReports, publish, wantsReview, writeDraft } from './dashboards.ts'
import { share } from './embed.ts'
import { remove, writeRecord, writeRules } from './kinds.ts'
import type { RecordText } from './reports.ts'
import { createState, type WriteOptions } from './state.ts'
import { usedNow } from './uses.ts'
import { openWorkbook } from './workbooks.ts'

export type { WriteOptions } from './state.ts'

export type Writer = ReturnType<typeof createWriter>

/** Writes content to a deployment. Each call is one step on one object, safe to interrupt and to repeat. */
export function createWriter(client: Client, options: WriteOptions) {
  const state = createState(client, options)
  const lookAtUses = shared((leaving: ReadonlySet<Key>) => usedNow(state, leaving))
  return {
    now: (): number => client.serverNow() ?? 0,
    requests: (): number => {
      const { GET, POST, PUT, PATCH, DELETE } = client.counts
      return GET + POST + PUT + PATCH + DELETE
    },
    numberOf: (key: Key): number | undefined => state.ids.get(key),
    wroteOf: (report: Key): Span | undefined => state.wrote.get(idIn(report)),
    create: <K extends ContentKind>(kind: K, wanted: Objects[K], record: RecordText | undefined) =>
      writeRules(kind).create(state, wanted, record),
    update: <K extends ContentKind>(
      kind: K,
      wanted: Objects[K],
      units: readonly string[],
      record: RecordText | undefined,
    ) => writeRules(kind).update(state, wanted, units, record),
    openWorkbook: (slug: string, record: RecordText) => openWorkbook(state, slug, record),
    writeDraft: (workbook: Workbook) => writeDraft(state, workbook),
    editedReports: (workbooks: readonly Workbook[]) => editedReports(state, workbooks),
    publish: (workbook: Workbook, drafted: boolean) => publish(state, workbook, drafted),
    wantsReview,
    share: (slug: string, audience: string, action: Audience) => share(state, workbookKey(slug), audience, action),
    record: (key: Key, record: RecordText | undefined) => writeRecord(state, key, record),
    remove: (key: Key, leaving: ReadonlySet<Key>) => remove(state, key, () => lookAtUses(leaving)),
    assignSlug: (key: Key, slug: string) => assignSlug(state, key, slug),
    assignPublicId: (id: string, publicId: string) => assignPublicId(state, id, publicId),
  }
}
