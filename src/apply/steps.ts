import { ABSENT } from '../content/digest.ts'
import { isKind, type Kind } from '../content/kinds.ts'
import type { Audience, Key, Workbook } from '../content/model.ts'
import { idIn } from '../content/model.ts'
import { referencesOf, reportOf } from '../content/references.ts'
import { BoardwrightError } from '../errors.ts'
import { alteredIn } from '../ledger/stored.ts'
import type { Plan, PlannedObject } from '../plan/plan-file.ts'
import type { Decision } from '../plan/work.ts'
import type { PhaseName, StepName } from './events.ts'
import type { LedgerWriter } from './ledger-writer.ts'
import { isDashboardUnit, isFieldUnit, isNameAlone, type Parts, partsOf } from './parts.ts'
import type { RecordText, Stored, Writer } from './writer.ts'

export interface Step extends StepName {
  /** Objects without which it is not done. */
  readonly needs: readonly Key[]
  readonly run: () => Promise<void>
}

export interface Phase {
  readonly name: PhaseName
  /** Steps that may run at once, one group after the other. */
  readonly waves: readonly (readonly Step[])[]
}

/** What the steps tell of beside that they are done. */
export interface Hear {
  readonly published: (object: PlannedObject, version: number) => void
  readonly altered: (object: PlannedObject, units: readonly string[]) => void
}

/** Everything that a run does to content, phase by phase. All of it follows from the decision. */
export function stepsOf(decision: Decision, writer: Writer, ledgers: LedgerWriter, hear: Hear): readonly Phase[] {
  const { plan, work } = decision
  const writes = plan.objects.filter(({ action }) => action !== 'delete')
  const steps = (kind: Kind, of: (object: PlannedObject) => readonly Step[]): Step[] =>
    writes.filter(({ key }) => isKind(key, kind)).flatMap(of)
  const parts = new Map(
    writes.map((object) => [object.key as Key, partsOf(object, work.workbooks.get(object.key as Key))]),
  )
  const published = writes.flatMap(({ key, publish }) => (publish ? (work.workbooks.get(key as Key) ?? []) : []))
  let looked: Promise<ReadonlySet<Key>> | undefined
  const edited = () => {
    looked ??= writer.editedReports(published)
    return looked
  }
  const write = { writer, ledgers, hear, work, parts, edited }

  const folders = steps('folder', (object) => folderSteps(object, write))
  const shells = [...openings(decision, write), ...steps('workbook', (object) => shellSteps(object, write))]
  return [
    { name: 'folders', waves: byDepth(folders) },
    { name: 'workbooks', waves: SHELLS.map((verb) => shells.filter((step) => step.verb === verb)) },
    { name: 'reports', waves: [steps('report', (object) => reportSteps(object, write))] },
    { name: 'drafts', waves: [steps('workbook', (object) => draftSteps(object, write))] },
    { name: 'publish', waves: [steps('workbook', (object) => publishSteps(object, write))] },
    { name: 'embed access', waves: [steps('workbook', (object) => shareSteps(object, write))] },
    { name: 'deletes', waves: deleteWaves(plan.objects, write) },
  ]
}

/** A slug that a workbook gives up may be the one of a new workbook. */
const SHELLS = ['open', 'update', 'create'] as const

interface Write {
  readonly writer: Writer
  readonly ledgers: LedgerWriter
  readonly hear: Hear
  readonly work: Decision['work']
  readonly parts: ReadonlyMap<Key, Parts>
  /** Reports that somebody edited since the plan saw them. Looked at once, before anything is published. */
  readonly edited: () => Promise<ReadonlySet<Key>>
}

const nameOf = ({ key, title }: PlannedObject) => ({ key: key as Key, title })

const needsOf = ({ needs }: PlannedObject, ...kinds: readonly Kind[]): Key[] =>
  (needs as Key[]).filter((key) => isKind(key, ...kinds))

const isNew = ({ action }: PlannedObject): boolean => action === 'create'

function folderSteps(object: PlannedObject, { writer, work }: Write): Step[] {
  const folder = work.folders.get(object.key as Key)
  if (!folder) return []
  const verb = isNew(object) ? 'create' : 'update'
  const run = () => (verb === 'create' ? writer.createFolder(folder) : writer.updateFolder(folder))
  return [{ ...nameOf(object), phase: 'folders', verb, needs: needsOf(object, 'folder'), run }]
}

/** Parents first: as many groups as folders nest. */
function byDepth(folders: readonly Step[]): Step[][] {
  const deepest = Math.max(0, ...folders.map(({ title }) => title.length))
  return Array.from({ length: deepest }, (_, depth) => folders.filter(({ title }) => title.length === depth + 1))
}

/** The ledger of every workbook that is there and that something is written in, unless it goes with a new name. */
function openings({ plan, work }: Decision, { writer, ledgers, parts }: Write): Step[] {
  const created = new Set(plan.objects.filter(isNew).map(({ key }) => key))
  const titles = new Map(plan.objects.map(({ key, title }) => [key, title]))
  const written = plan.objects.filter(({ action, key }) => action !== 'delete' && !isKind(key, 'folder'))
  const holders = new Set(written.map(({ key }) => ledgers.holderOf(key as Key)))
  return [...holders].flatMap((key): Step[] => {
    if (key === undefined || !isKind(key, 'workbook') || created.has(key)) return []
    if (isNameAlone(parts.get(key)?.fields ?? [])) return []
    const title = titles.get(key) ?? [work.workbooks.get(key)?.name ?? idIn(key)]
    const run = async () => {
      await writer.openWorkbook(idIn(key), ledgers.text(key, 'opening'))
      ledgers.progress.opened.add(key)
    }
    return [{ key, title, phase: 'workbooks', verb: 'open', needs: [], run }]
  })
}

function shellSteps(object: PlannedObject, { writer, ledgers, hear, work, parts }: Write): Step[] {
  const { key } = nameOf(object)
  const workbook = work.workbooks.get(key)
  const fields = parts.get(key)?.fields ?? []
  if (!workbook || (!isNew(object) && fields.length === 0)) return []
  const name = { ...nameOf(object), phase: 'workbooks', needs: needsOf(object, 'folder') } as const
  const take = (answer: Stored): void => takeStored(object, answer, isFieldUnit, ledgers, hear)
  if (isNew(object)) {
    const create = async () => {
      take(await writer.createWorkbook(workbook, ledgers.text(key, 'opening')))
      ledgers.progress.opened.add(key)
    }
    return [{ ...name, verb: 'create', run: create }]
  }
  const run = async () => {
    take(await writer.changeWorkbook(workbook, fields, ledgers.text(key, 'opening')))
    ledgers.progress.opened.add(key)
  }
  // A name needs no folder, and what is in the workbook waits for this step alone.
  const needs = isNameAlone(fields) ? [] : [key, ...name.needs]
  return [{ ...name, verb: 'update', needs, run }]
}

/** What an answer says of some units. An empty one says nothing. */
function takeStored(
  object: PlannedObject,
  answer: Stored,
  isOf: (unit: string) => boolean,
  { sentOf, progress: { stored } }: LedgerWriter,
  hear: Hear,
): void {
  if (answer.size === 0) return
  const key = object.key as Key
  const wrote = sentOf(key)
  const units = [...new Set([...wrote.keys(), ...answer.keys()])].filter(isOf)
  const told = new Map(units.map((unit) => [unit, answer.get(unit) ?? ABSENT]))
  stored.set(key, new Map([...(stored.get(key) ?? []), ...told]))
  const altered = alteredIn(wrote, told)
  if (altered.length > 0) hear.altered(object, altered)
}

function reportSteps(object: PlannedObject, { writer, ledgers, hear, work }: Write): Step[] {
  const { key } = nameOf(object)
  const report = work.reports.get(key)
  if (!report) return []
  const verb = isNew(object) ? 'create' : 'update'
  const isOwn = ledgers.holderOf(key) === key
  const record = isOwn ? ledgers.text(key, 'with the report') : undefined
  const holder = ledgers.holderOf(key)
  const units = object.units.map(({ unit }) => unit)
  const run = async () => {
    const answer = await (verb === 'create'
      ? writer.createReport(report, record)
      : writer.updateReport(report, units, record))
    takeStored(object, answer, () => true, ledgers, hear)
  }
  const needs = [...needsOf(object, 'folder', 'workbook'), ...(holder === undefined || isOwn ? [] : [holder])]
  return [{ ...nameOf(object), phase: 'reports', verb, needs, run }]
}

/** The reports that a dashboard shows, and whatever else the plan says that it needs. */
const neededBy = (object: PlannedObject, workbook: Workbook): Key[] => [
  ...new Set([object.key as Key, ...shownIn(workbook), ...needsOf(object, 'report', 'workbook', 'model')]),
]

const shownIn = ({ dashboard }: Workbook): Key[] =>
  (dashboard ? referencesOf(dashboard) : []).flatMap((reference) => reportOf(reference) ?? [])

function draftSteps(object: PlannedObject, { writer, ledgers, hear, work, parts }: Write): Step[] {
  const { key } = nameOf(object)
  const workbook = work.workbooks.get(key)
  if (!workbook || !parts.get(key)?.draft) return []
  const run = async () => takeStored(object, await writer.writeDraft(workbook), isDashboardUnit, ledgers, hear)
  return [{ ...nameOf(object), phase: 'drafts', verb: 'draft', needs: neededBy(object, workbook), run }]
}

function publishSteps(object: PlannedObject, { writer, ledgers, hear, work, parts, edited }: Write): Step[] {
  const { key } = nameOf(object)
  const workbook = work.workbooks.get(key)
  if (!workbook || !object.publish) return []
  const drafted = parts.get(key)?.draft === true
  const run = async () => {
    const others = await edited()
    const other = shownIn(workbook).find((report) => others.has(report))
    if (other !== undefined) {
      throw new BoardwrightError('CONFLICT', `${key} shows ${other}, which was edited since the plan: not published`)
    }
    const { version, stored } = await writer.publish(workbook, drafted)
    takeStored(object, stored, isDashboardUnit, ledgers, hear)
    ledgers.progress.published.add(key)
    hear.published(object, version)
  }
  const needs = [...neededBy(object, workbook), ...(object.publish.reports as Key[])]
  return [{ ...nameOf(object), phase: 'publish', verb: 'publish', needs, run }]
}

function shareSteps(object: PlannedObject, { writer, work, parts }: Write): Step[] {
  const { key } = nameOf(object)
  const workbook = work.workbooks.get(key)
  if (!workbook) return []
  return (parts.get(key)?.audiences ?? []).map((audience): Step => {
    const action: Audience = workbook.embedAccess?.[audience] ?? 'none'
    const run = () => writer.share(workbook.slug, audience, action)
    return { ...nameOf(object), phase: 'embed access', verb: 'share', detail: audience, needs: [key], run }
  })
}

/** What the ledgers say from now on. First the one that lists what is pending: the others count on it. */
export const ledgerSteps = ({ plan }: Decision, writer: Writer, ledgers: LedgerWriter): Step[][] =>
  ledgers.toClose().map((wave) =>
    wave.map((key) => {
      const step = recordStep(plan, 'ledgers', key, ledgers.text(key, 'closing'), writer)
      const run = async (): Promise<void> => {
        await step.run()
        ledgers.progress.recorded.add(key)
      }
      return { ...step, run }
    }),
  )

/** The ledgers of workbooks that something was deleted or moved from. */
export const lastLedgerSteps = ({ plan }: Decision, writer: Writer, ledgers: LedgerWriter): Step[] =>
  ledgers
    .toShrink()
    .map((key) =>
      recordStep(plan, 'last ledgers', key, ledgers.isToRemove(key) ? undefined : ledgers.text(key, 'final'), writer),
    )

function recordStep(
  { objects }: Plan,
  phase: PhaseName,
  key: Key,
  record: RecordText | undefined,
  writer: Writer,
): Step {
  const id = idIn(key)
  const title = objects.find((object) => object.key === key)?.title ?? [id]
  const run = () =>
    record && isKind(key, 'workbook') ? writer.recordWorkbook(id, record) : writer.recordReport(id, record)
  return { key, title, phase, verb: 'record', needs: [], run }
}

/** Children first. */
function deleteWaves(objects: readonly PlannedObject[], { writer }: Write): Step[][] {
  const deletes = objects.filter(({ action, key }) => action === 'delete' && !isKind(key, 'model'))
  const step = (object: PlannedObject): Step => ({
    ...nameOf(object),
    phase: 'deletes',
    verb: 'delete',
    needs: object.needs as Key[],
    run: () => writer.remove(object.key as Key),
  })
  const of = (kind: Kind): Step[] => deletes.filter(({ key }) => isKind(key, kind)).map(step)
  return [of('report'), of('workbook'), ...byDepth(of('folder')).reverse()]
}
