import { BoardwrightError } from '@boardwright/common'
import { idIn, isKind, type Key } from '../content/kinds.ts'
import type { Audience, ReportReference, Workbook } from '../content/model.ts'
import { referencesOf, reportOf } from '../content/references.ts'
import { audienceIn, isOfDraft, isOfWorkbook, widgetIn } from '../content/units.ts'
import type { PlannedObject } from '../plan/plan-file.ts'
import type { Decision } from '../plan/work.ts'
import { isNew, isSentBy, named, needsOfKind, type Step, takeStored, type WriteStep } from './step.ts'

/**
 * The steps for one workbook: first without its dashboard, whose draft, publish and embed access follow once its
 * reports exist.
 */
export const workbookSteps = (object: PlannedObject, workbook: Workbook, write: WriteStep): Step[] => [
  ...workbookWriteSteps(object, workbook, write),
  ...draftSteps(object, workbook, write),
  ...publishSteps(object, workbook, write),
  ...shareSteps(object, workbook, write),
]

/** Writes the ledger of every existing workbook before anything under it changes, unless the workbook itself changes. */
export function openings({ plan, work }: Decision, { writer, ledgers }: WriteStep): Step[] {
  const objects = new Map(plan.objects.map((object) => [object.key, object]))
  const written = plan.objects.filter(({ action, key }) => action !== 'delete' && !isKind(key, 'folder'))
  const holders = new Set(written.map(({ key }) => ledgers.holderOf(key)))
  return [...holders].flatMap((key): Step[] => {
    const object = key && objects.get(key)
    if (!isKind(key, 'workbook') || object?.action === 'create') return []
    if (object && object.action !== 'delete' && fieldsIn(object).length > 0) return []
    const run = async () => {
      await writer.openWorkbook(idIn(key), ledgers.text(key, 'opening'))
      ledgers.progress.opened.add(key)
    }
    return [{ key, title: work.titleOf(key), phase: 'workbooks', verb: 'open', needs: [], run }]
  })
}

function workbookWriteSteps(object: PlannedObject, workbook: Workbook, write: WriteStep): Step[] {
  const { writer, ledgers } = write
  const { key } = object
  const fields = fieldsIn(object)
  if (!isNew(object) && fields.length === 0) return []
  const run = async () => {
    const record = ledgers.text(key, 'opening')
    const answer = isNew(object)
      ? await writer.create('workbook', workbook, record)
      : await writer.update('workbook', workbook, fields, record)
    const isSent = isSentBy(object)
    takeStored(object, answer, (unit) => isOfWorkbook(unit) && isSent(unit), write)
    ledgers.progress.opened.add(key)
  }
  const step = { ...named(object), phase: 'workbooks', run } as const
  if (isNew(object)) return [{ ...step, verb: 'create', needs: needsOfKind(object, 'folder') }]
  // Only a move waits for a folder, because everything in the workbook waits for this step.
  return [{ ...step, verb: 'update', needs: fields.includes('folder') ? needsOfKind(object, 'folder') : [] }]
}

/** The reports that a dashboard shows, and whatever else the plan says it needs. */
const neededBy = (object: PlannedObject, workbook: Workbook): Key[] => [
  ...new Set([object.key, ...shownIn(workbook), ...needsOfKind(object, 'report', 'workbook', 'model')]),
]

const referencesIn = ({ dashboard }: Workbook): ReportReference[] => (dashboard ? referencesOf(dashboard) : [])

const shownIn = (workbook: Workbook): Key[] => referencesIn(workbook).flatMap((reference) => reportOf(reference) ?? [])

function draftSteps(object: PlannedObject, workbook: Workbook, write: WriteStep): Step[] {
  if (!partsOf(object, workbook).draft) return []
  const run = async () => {
    takeStored(object, await write.writer.writeDraft(workbook), isOfDraft, write)
  }
  return [{ ...named(object), phase: 'drafts', verb: 'draft', needs: neededBy(object, workbook), run }]
}

function publishSteps(object: PlannedObject, workbook: Workbook, write: WriteStep): Step[] {
  if (!object.publish) return []
  const { writer, ledgers, emit, work } = write
  const { key } = object
  const drafted = partsOf(object, workbook).draft
  const run = async () => {
    const others = await write.edited()
    const other = referencesIn(workbook).find((reference) => others.has(reference))
    if (other !== undefined) {
      throw new BoardwrightError('CONFLICT', `${key} shows ${other}, which was edited since the plan: not published`)
    }
    const { version, stored, before, slipped, ...ids } = await writer.publish(workbook)
    const address = work.addressOf({ slug: workbook.slug, ...ids })
    const kept = drafted ? ledgers.progress.stored.get(key) : before
    const altered = takeStored(object, stored, isOfDraft, write)
    ledgers.progress.published.add(key)
    emit({ type: 'published', ...named(object), version, ...(address !== undefined && { address }) })
    // If the stored form is the same as in our draft, or as viewers saw before, the platform only normalised it:
    // nothing slipped in.
    const rearranged = altered.filter((unit) => isPlacement(unit) && kept?.get(unit) !== stored.get(unit))
    const what = [...slipped, ...rearranged]
    if (what.length > 0) emit({ type: 'slipped', ...named(object), what })
  }
  const needs = [...neededBy(object, workbook), ...object.publish.reports]
  return [{ ...named(object), phase: 'publish', verb: 'publish', needs, run }]
}

function shareSteps(object: PlannedObject, workbook: Workbook, { writer }: WriteStep): Step[] {
  return partsOf(object, workbook).audiences.map((audience): Step => {
    const action: Audience = workbook.embedAccess?.[audience] ?? 'none'
    const run = () => writer.share(workbook.slug, audience, action)
    return { ...named(object), phase: 'embed access', verb: 'share', detail: audience, needs: [object.key], run }
  })
}

/** Units that say where a widget is, or what it is. */
const isPlacement = (unit: string): boolean => unit === 'layout' || widgetIn(unit) !== undefined

/** Units of an existing workbook outside its dashboard that change. */
const fieldsIn = ({ action, units }: PlannedObject): string[] =>
  action === 'create' ? [] : units.map(({ unit }) => unit).filter(isOfWorkbook)

/** Which writes a workbook needs once its reports exist. */
interface Parts {
  /** Whether the dashboard changes, so that its draft has to be written. */
  readonly draft: boolean
  readonly audiences: readonly string[]
}

function partsOf({ action, units }: PlannedObject, workbook: Workbook | undefined): Parts {
  if (action === 'create') {
    const audiences = Object.entries(workbook?.embedAccess ?? {}).filter(([, given]) => given !== 'none')
    return { draft: workbook?.dashboard !== undefined, audiences: audiences.map(([audience]) => audience) }
  }
  const names = units.map(({ unit }) => unit)
  return {
    draft: names.some(isOfDraft),
    audiences: names.flatMap((unit) => audienceIn(unit) ?? []),
  }
}
