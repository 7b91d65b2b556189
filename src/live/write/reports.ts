import { BoardwrightError, objectOf } from '@boardwright/common'
import { reports as area, type Report as Wire } from '@boardwright/platform'
import type { RecordHolder, RecordText } from '../../base/entries.ts'
import { derivedIds } from '../../content/identity.ts'
import { type Report, reportKey } from '../../content/model.ts'
import type { UnitDigests } from '../../content/threeway.ts'
import { digestsOf, type Units, unitsOfReport } from '../../content/units.ts'
import { readReport } from '../lists.ts'
import { toReport } from '../map/report.ts'
import { changedUnder, differing, requireSame } from './open.ts'
import { isError, isUnsure, lookBeforeRepeating } from './repeat.ts'
import { createBody, isInMeta, keptKeys, metaWith, recordIn, updateBody } from './report-body.ts'
import type { WriteState } from './state.ts'

const unitsOf = (state: WriteState, id: string, wire: Wire): Units =>
  unitsOfReport(toReport(wire, { id, place: state.placeOf(wire) ?? { workbook: '' } }))

/** Takes the state of a report from the answer to its write. */
function remember(state: WriteState, report: Report, wire: Wire): UnitDigests {
  state.addReport(report.id, wire)
  state.versions.set(wire.id, wire.version)
  const units = unitsOf(state, report.id, wire)
  state.unitsAfter.set(report.id, units)
  return digestsOf(units)
}

/**
 * Creates a report with its public id. If the file gives an id that is taken, that is an error; a derived id gives way
 * to the next.
 */
export async function createReport(state: WriteState, report: Report, record: RecordText): Promise<UnitDigests> {
  let refusal: BoardwrightError | undefined
  for (const publicId of publicIdsOf(state, report)) {
    try {
      return remember(state, report, await createAs(state, report, publicId, record))
    } catch (cause) {
      if (!isError(cause, 'CONFLICT')) throw cause
      refusal = cause
    }
  }
  const key = reportKey(report.id)
  throw new BoardwrightError('CONFLICT', `${key} cannot be created: its public id is already taken in the account`, {
    cause: refusal,
    http: refusal?.http,
    // Another target may already have this report. Without `ids`, the new id would create a second one there.
    hint: `Give the report another id in its file. If another target has it under this one, keep it there: ids: {TARGET: ${report.id}}.`,
  })
}

function publicIdsOf({ target, home, projectId, deployment }: WriteState, { id, ids }: Report): string[] {
  const own = ids?.[target]
  if (own !== undefined) return [own]
  return home ? [id] : derivedIds(projectId, deployment, id)
}

async function createAs(state: WriteState, report: Report, publicId: string, record: RecordText): Promise<Wire> {
  const { client, path } = state
  const body = { ...createBody(report, state.numbers, record({ self: null })), publicId }
  const look = () => findCreated(state, report, publicId)
  const send = async (isRepeated: boolean): Promise<Wire> => {
    try {
      return await client.reports.createReport({ path, body })
    } catch (cause) {
      // The first try may have arrived after we looked.
      const found = isRepeated && isError(cause, 'CONFLICT') ? await look() : undefined
      if (found === undefined) throw cause
      return found
    }
  }
  return lookBeforeRepeating(state, send, look)
}

/** The report with this public id, if it is the one that we tried to create. */
async function findCreated(state: WriteState, report: Report, publicId: string): Promise<Wire | undefined> {
  const { client, path } = state
  const workbookId = report.place.workbook === undefined ? undefined : state.numbers.workbook(report.place.workbook)
  const query = workbookId === undefined ? { search: report.definition.name.trim() } : { workbookId }
  for await (const row of client.items(area.endpoints.getReports, { path, query: { first: 1000, ...query } })) {
    if (row.publicId !== publicId) continue
    const found = await readReport(client, path, row.id)
    return found.name === report.definition.name.trim() ? found : undefined
  }
  return undefined
}

/** Reads a report again, and throws unless it is what the plan saw or what this run left. */
async function readAgain(state: WriteState, id: string): Promise<Wire> {
  const key = reportKey(id)
  const seen = state.seenReport(id)
  let fresh: Wire
  try {
    fresh = await readReport(state.client, state.path, state.numberOf(key))
  } catch (cause) {
    if (isError(cause, 'NOT_FOUND')) throw changedUnder(key, 'it is gone')
    throw cause
  }
  if (state.placeOf(fresh) === undefined) throw changedUnder(key, 'it was moved')
  requireSame(key, state.unitsAfter.get(id) ?? (seen && unitsOfReport(seen)), unitsOf(state, id, fresh))
  return fresh
}

type Body = Parameters<WriteState['client']['reports']['updateReport']>[0]['body']

/** Sends the changes. If the answer is lost, finds out whether they arrived. */
async function put(state: WriteState, report: Report, fresh: Wire, body: Body): Promise<Wire> {
  const path = { ...state.path, reportId: fresh.id }
  const expected = fresh.version == null ? {} : { expectedVersion: fresh.version }
  try {
    return await state.client.reports.updateReport({ path, body: { ...body, ...expected } })
  } catch (cause) {
    if (!isError(cause, 'CONFLICT') && !isUnsure(cause)) throw cause
    // A repeated write conflicts with the version that it made itself.
    const now = await readReport(state.client, state.path, fresh.id)
    const units = differing(unitsOfReport(report), unitsOf(state, report.id, now))
    const isDone = units.length === 0 && (!body.meta || recordIn(body.meta) === recordIn(now.meta))
    if (isDone) return now
    throw isError(cause, 'CONFLICT') ? changedUnder(reportKey(report.id), `its version is ${now.version}`) : cause
  }
}

/** Writes these units of a report. Its own ledger goes into the same write. */
export async function updateReport(
  state: WriteState,
  report: Report,
  units: readonly string[],
  record: RecordText,
): Promise<UnitDigests> {
  const fresh = await readAgain(state, report.id)
  const text = record(holderIn(fresh))
  const hasMeta = text !== recordIn(fresh.meta) || units.some(isInMeta)
  const body = updateBody(report, units, state.numbers, hasMeta ? { record: text } : undefined)
  const written = await put(state, report, fresh, body)
  const now = await settle(state, report, body.meta, written)
  noteWrite(state, report.id, [fresh, written, now])
  return remember(state, report, now)
}

/**
 * Each of our saves makes one version at most: a move alone makes none, and neither does a save that corrects nothing.
 * If there are no more than that, nobody else saved in between.
 */
function noteWrite({ spans }: WriteState, id: string, [fresh, written, now]: readonly [Wire, Wire, Wire]): void {
  const [from, between, to] = [fresh.version, written.version, now.version]
  if (from == null || between == null || to == null) return
  if (between - from <= 1 && to - between <= 1) spans.set(id, [from, to])
}

const holderIn = (wire: Wire): RecordHolder => ({
  self: wire.id,
  version: wire.version ?? undefined,
  record: recordIn(wire.meta),
})

/**
 * Corrects what some platforms do differently: they keep keys that were left out, and do not move a report to the root.
 */
async function settle(state: WriteState, report: Report, sent: object | undefined, written: Wire): Promise<Wire> {
  const { client, path } = state
  const now = await clear(state, report, sent, written)
  if (!report.place.folder?.length && now.folderId != null) {
    const body = { type: 'REPORT' as const, id: now.id, folderId: null }
    await client.workspace.moveWorkspaceObject({ path, body })
    const moved = await readReport(client, path, now.id)
    requireSame(
      reportKey(report.id),
      unitsOf(state, report.id, { ...now, folderId: null }),
      unitsOf(state, report.id, moved),
    )
    return moved
  }
  return now
}

/** On a platform that merges `meta`, sending null removes a key. */
async function clear(state: WriteState, report: Report, sent: object | undefined, written: Wire): Promise<Wire> {
  const kept = keptKeys(sent, written.meta)
  if (kept.length === 0) return written
  const meta = objectOf([...Object.entries(sent ?? {}), ...kept.map((key) => [key, null] as const)])
  return put(state, report, written, { meta })
}

/** Writes or removes only the report's own ledger. */
export async function recordReport(state: WriteState, id: string, record: RecordText): Promise<void> {
  const fresh = await readAgain(state, id)
  const meta = metaWith(fresh.meta, record(holderIn(fresh)))
  const report = toReport(fresh, { id, place: state.placeOf(fresh) ?? {} })
  const written = await put(state, report, fresh, { meta })
  remember(state, report, await clear(state, report, meta, written))
}
