import { counted, listed, plural } from '../../content/counted.ts'
import { isKind, type Kind } from '../../content/kinds.ts'
import { layoutDrawing } from '../../plan/drawing.ts'
import { placeTold, type ToldPlan } from '../../plan/fleet.ts'
import { NAMING, TOLD_KINDS } from '../../plan/naming.ts'
import type { CommonPlan, PlannedObject } from '../../plan/plan-file.ts'
import { inMarkdown as escaped } from '../escape.ts'
import type { Finding } from './input.ts'
import type { Sections } from './merge.ts'

export interface CommentVerdict {
  readonly title: string
  readonly conclusion: 'success' | 'neutral' | 'action_required' | 'failure'
}

/** The one line that everybody reads. */
export function verdictOf(
  plans: readonly ToldPlan[],
  findings: readonly Finding[],
  { own, waiting }: Sections,
): CommentVerdict {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  if (errors > 0) return { title: `${plural(errors, 'problem')}, nothing can be applied`, conclusion: 'failure' }
  const stopped = plans.filter(({ stops }) => stops.length > 0)
  const held = new Set(plans.flatMap((plan) => plan.held.map(({ key }) => key))).size
  const what = changesText(own, plans)
  const rest = [
    ...(held > 0 ? [`${plural(held, 'object')} held`] : []),
    ...(stopped.length > 0 ? [`stopped in ${stopped.map((plan) => escaped(placeTold(plan))).join(', ')}`] : []),
  ]
  if (what === '' && rest.length === 0) {
    const title = waiting.length > 0 ? 'this pull request changes nothing on the platform' : 'no changes'
    return { title, conclusion: 'neutral' }
  }
  return {
    title: [...(what === '' ? [] : [what]), ...rest].join(', '),
    conclusion: rest.length > 0 ? 'action_required' : 'success',
  }
}

function changesText(own: Sections['own'], plans: readonly CommonPlan[]): string {
  if (own.length === 0) return ''
  const keys = new Map(own.map(({ key, action }) => [key, action]))
  const count = (kind: Kind, actions: readonly string[]): number =>
    [...keys].filter(([key, action]) => isKind(key, kind) && actions.includes(action)).length
  const parts = TOLD_KINDS.flatMap((kind) => {
    const { noun } = NAMING[kind]
    const [changes, created] = [count(kind, ['update', 'publish']), count(kind, ['create'])]
    return [
      ...(changes > 0 ? [`${plural(changes, noun)} will change`] : []),
      ...(created > 0 ? [`${created} new ${plural(created, noun).replace(/^[\d,]+ /, '')}`] : []),
    ]
  })
  return [...parts, deletedText(plans)].join(', ')
}

/** `1 dashboard and 2 reports will be deleted`. */
export function deletedText(plans: readonly CommonPlan[]): string {
  const deleted = new Set(
    plans.flatMap(({ objects }) => objects.filter(({ action }) => action === 'delete').map(({ key }) => key)),
  )
  const parts = TOLD_KINDS.flatMap((kind) => {
    const count = [...deleted].filter((key) => isKind(key, kind)).length
    return count > 0 ? [plural(count, NAMING[kind].noun)] : []
  })
  return `${parts.length === 0 ? 'nothing' : listed(parts)} will be deleted`
}

/** For each target: what happens after the merge, and whether anything is in the way. */
export function tableOf(plans: readonly ToldPlan[]): string[] {
  if (plans.length === 0) return []
  const texts = plans.map(afterMerge)
  const rows = plans.map((plan, index) => {
    const name = escaped(placeTold(plan))
    const { protected: isProtected } = plan.target
    const same = index > 0 && texts[index] === texts[index - 1] && plan.objects.length > 0
    const isSeen = isProtected && plan.summary.publish > 0
    const seen = isSeen ? `; **viewers see it when the ${name} deploy is approved**` : ''
    return `| ${isProtected ? `**${name}**` : name} | ${same ? 'same' : texts[index]}${seen} | ${statusOf(plan)} |`
  })
  return ['| Where | After merge | Status |', '|---|---|---|', ...rows]
}

function statusOf({ stops, held, objects }: CommonPlan): string {
  if (stops.length > 0) return '**stopped**, see below'
  if (held.length > 0) return `**${counted(held.length)} held**, see below`
  return objects.length > 0 ? 'ready' : 'nothing to do'
}

/** `1 report, 1 layout, publish`. */
function afterMerge({ objects, summary }: CommonPlan): string {
  if (objects.length === 0) return 'no changes'
  const count = (test: (object: PlannedObject) => boolean): number => objects.filter(test).length
  const parts = TOLD_KINDS.flatMap((kind) => {
    const { noun } = NAMING[kind]
    const of = (action: string) => (object: PlannedObject) => isKind(object.key, kind) && object.action === action
    const layouts = count((object) => of('update')(object) && layoutDrawing(object) !== undefined)
    const updates = count(of('update')) - layouts
    const [created, deleted] = [count(of('create')), count(of('delete'))]
    return [
      ...(updates > 0 ? [plural(updates, noun)] : []),
      ...(layouts > 0 ? [plural(layouts, 'layout')] : []),
      ...(created > 0 ? [`${created} new ${plural(created, noun).replace(/^[\d,]+ /, '')}`] : []),
      ...(deleted > 0 ? [`**${plural(deleted, noun)} deleted**`] : []),
    ]
  })
  const { publish } = summary
  return [...parts, ...(publish === 0 ? [] : [publish === 1 ? 'publish' : `publish ${publish}`])].join(', ')
}
