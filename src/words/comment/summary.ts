import { counted, listed, plural } from '../../content/counted.ts'
import { isKind, type Key, type Kind } from '../../content/kinds.ts'
import { layoutDrawing } from '../../plan/drawing.ts'
import { placeTold, type ToldPlan } from '../../plan/fleet.ts'
import { isWaiting } from '../../plan/held.ts'
import { NAMING, TOLD_KINDS } from '../../plan/naming.ts'
import type { CommonPlan, HeldObject } from '../../plan/plan-file.ts'
import { inMarkdown as escaped } from '../escape.ts'
import type { Group } from '../objects.ts'
import type { Finding } from './input.ts'
import { ownGroups, type Sections } from './merge.ts'

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
  const all = [...new Map(plans.flatMap((plan) => plan.held.map((each) => [each.key, each] as const))).values()]
  const held = heldCounts(all)
  const what = changesText(own, plans)
  const rest = [
    ...(held.open > 0 ? [`${plural(held.open, 'object')} held`] : []),
    ...(held.waiting > 0 ? [waitText(held.waiting)] : []),
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
  const heads = [...new Map(own.map((section) => [section.key, section])).values()]
  const changed = countsOf(heads, ['update', 'publish'])
  const created = countsOf(heads, ['create'], 'new ')
  return [...(changed.length > 0 ? [`${listed(changed)} will change`] : []), ...created, deletedText(plans)].join(', ')
}

interface Counted {
  readonly key: Key
  readonly action: string
}

/** How many of each kind: `2 dashboards`, `1 report`. */
const countsOf = (
  all: readonly Counted[],
  actions: readonly string[],
  word = '',
  inside: { readonly [K in Kind]?: string } = {},
): string[] =>
  TOLD_KINDS.flatMap((kind) => {
    const count = all.filter(({ key, action }) => isKind(key, kind) && actions.includes(action)).length
    return count === 0 ? [] : [plural(count, `${word}${NAMING[kind].noun}`) + (inside[kind] ?? '')]
  })

/** What somebody has to decide, and what only waits for that. */
function heldCounts(held: readonly HeldObject[]): { readonly open: number; readonly waiting: number } {
  const waiting = held.filter(isWaiting).length
  return { open: held.length - waiting, waiting }
}

const waitText = (count: number): string => (count === 1 ? '1 waits for it' : `${counted(count)} wait for it`)

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
export function tableOf(plans: readonly ToldPlan[], changed: readonly string[] | undefined): string[] {
  if (plans.length === 0) return []
  const texts = plans.map((plan) => afterMerge(plan, changed))
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
  const { open, waiting } = heldCounts(held)
  if (open > 0) return `**${counted(open)} held**${waiting > 0 ? `, ${waitText(waiting)}` : ''}, see below`
  if (waiting > 0) return `**${waitText(waiting)}**, see below`
  return objects.length > 0 ? 'ready' : 'nothing to do'
}

/** `1 dashboard (2 reports, its layout), published; 3 merged earlier`: as the title counts, with what is inside. */
function afterMerge(plan: CommonPlan, changed: readonly string[] | undefined): string {
  if (plan.objects.length === 0) return 'no changes'
  const { own, waiting } = ownGroups(plan, changed)
  const heads = own.map(({ head }) => head)
  const published = heads.filter(({ publish }) => publish).length
  const dashboards = heads.filter(({ key, action }) => isKind(key, 'workbook') && action !== 'delete').length
  const deleted = countsOf(heads, ['delete'])
  const parts = [
    ...countsOf(heads, ['update', 'publish'], '', { workbook: insideText(own) }),
    ...countsOf(heads, ['create'], 'new '),
    ...(deleted.length === 0 ? [] : [`**${listed(deleted)} deleted**`]),
    ...(published === 0 ? [] : [published === dashboards ? 'published' : `${counted(published)} published`]),
  ]
  const earlier = waiting.length === 0 ? [] : [`${counted(waiting.length)} merged earlier`]
  return [...(parts.length === 0 ? [] : [parts.join(', ')]), ...earlier].join('; ')
}

/** What changes in dashboards. */
function insideText(own: readonly Group[]): string {
  const changed = own.filter(
    ({ head: { key, action } }) => isKind(key, 'workbook') && ['update', 'publish'].includes(action),
  )
  const reports = changed.flatMap((group) => group.reports).length
  const layouts = changed.filter(({ head }) => layoutDrawing(head)).length
  const inside = [
    ...(reports === 0 ? [] : [plural(reports, 'report')]),
    ...(layouts === 0 ? [] : [plural(layouts, 'layout')]),
  ]
  return inside.length === 0 ? '' : ` (${inside.join(', ')})`
}
