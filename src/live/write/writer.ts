import { BoardwrightError } from '@boardwright/common'
import { type Client, sentIn } from '@boardwright/platform'
import type { RecordText } from '../../base/entries.ts'
import { slugIn } from '../../content/identity.ts'
import { type ContentKind, idIn, type Key } from '../../content/kinds.ts'
import { type Audience, type Objects, reportKey, type Workbook, workbookKey } from '../../content/model.ts'
import type { Span } from '../../content/versions.ts'
import { fromEmbedAccess, toEmbedAccess } from '../map/embed-access.ts'
import { editedReports, publish, wantsReview, writeDraft } from './dashboards.ts'
import type { PlannedDelete } from './deletion.ts'
import { remove, writeRecordOf, writeRules } from './kinds.ts'
import { changedUnder, readFresh } from './open.ts'
import { isError, lookBeforeRepeating } from './repeat.ts'
import { createState, type WriteOptions, type WriteState } from './state.ts'
import { lookingAtUses, shownSince } from './uses.ts'
import { openWorkbook } from './workbooks.ts'

export type { WriteOptions } from './state.ts'

export type LiveWriter = ReturnType<typeof createWriter>

/** Writes content to a deployment. Each call is one step on one object, safe to interrupt and to repeat. */
export function createWriter(client: Client, options: WriteOptions) {
  const state = createState(client, options)
  const lookAtUses = lookingAtUses(state)
  return {
    now: (): number => client.serverNow() ?? 0,
    requests: (): number => sentIn(client.counts).requests,
    numberOf: (key: Key): number | undefined => state.ids.get(key),
    wroteOf: (report: Key): Span | undefined => state.spans.get(idIn(report)),
    create: <K extends ContentKind>(kind: K, wanted: Objects[K], record: RecordText) =>
      writeRules(kind).create(state, wanted, record),
    update: <K extends ContentKind>(kind: K, wanted: Objects[K], units: readonly string[], record: RecordText) =>
      writeRules(kind).update(state, wanted, units, record),
    openWorkbook: (slug: string, record: RecordText) => openWorkbook(state, slug, record),
    writeDraft: (workbook: Workbook) => writeDraft(state, workbook),
    editedReports: (workbooks: readonly Workbook[]) => editedReports(state, workbooks),
    publish: (workbook: Workbook) => publish(state, workbook),
    wantsReview,
    share: (slug: string, audience: string, action: Audience) => share(state, workbookKey(slug), audience, action),
    record: (key: Key, record: RecordText) => writeRecordOf(state, key, record),
    remove: (key: Key, planned: PlannedDelete) => remove(state, key, { ...planned, lookAtUses }),
    shownSince: async (leaving: ReadonlySet<Key>) => shownSince(state, await lookAtUses(), leaving),
    assignSlug: (key: Key, slug: string) => assignSlug(state, key, slug),
    assignPublicId: (id: string, publicId: string) => assignPublicId(state, id, publicId),
  }
}

/** Gives a workbook its missing slug, and changes nothing else. */
async function assignSlug(state: WriteState, key: Key, slug: string): Promise<void> {
  const { client, path } = state
  const now = slugIn(await readFresh(state, key))
  if (now === slug) return
  if (now !== undefined) throw changedUnder(key, `its slug is "${now}"`)
  await taken(key, slug, () =>
    client.workbooks.updateWorkbook({ path: { ...path, workbookId: state.numberOf(key) }, body: { slug } }),
  )
}

/** Gives a report its missing public id, which is permanent. */
async function assignPublicId(state: WriteState, id: string, publicId: string): Promise<void> {
  const { client, path } = state
  const key = reportKey(id)
  await taken(key, publicId, () =>
    client.reports.updateReport({ path: { ...path, reportId: state.numberOf(key) }, body: { publicId } }),
  )
}

async function taken(key: Key, name: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (cause) {
    if (!isError(cause, 'CONFLICT')) throw cause
    throw new BoardwrightError('CONFLICT', `${key} cannot get "${name}": another object has it`, {
      cause,
      hint: 'Give it another one in its file, and adopt again.',
    })
  }
}

/**
 * Grants or revokes embed access for one audience. Nothing is read first: access is given or it is not, so an edit since
 * the plan can only have done the same. If the platform refuses because nothing would change, that is no failure.
 */
async function share(state: WriteState, key: Key, audience: string, action: Audience): Promise<void> {
  const path = { ...state.path, workbookId: state.numberOf(key) }
  const hasAccess = async (): Promise<true | undefined> =>
    toEmbedAccess(await state.client.workbooks.getEmbedAccess({ path }), [audience])[audience] === action || undefined
  for (const body of fromEmbedAccess({ [audience]: action })) {
    const send = async (): Promise<true> => {
      await state.client.workbooks.updateEmbedAccess({ path, body })
      return true
    }
    try {
      await lookBeforeRepeating(state, send, hasAccess)
    } catch (cause) {
      if (!isError(cause, 'REJECTED') || !(await hasAccess())) throw cause
    }
  }
}
