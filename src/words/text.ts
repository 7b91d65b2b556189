import { padTo, type Strokes } from '@boardwright/pictures'
import { plural } from '../content/counted.ts'
import { groupBy } from '../content/group-by.ts'
import { printableName } from '../content/printable.ts'
import { fullName } from '../plan/naming.ts'
import type { CommonPlan, LeftObject, Plan } from '../plan/plan-file.ts'
import { accessSection } from './access.ts'
import { apartFromAlike, helpIn } from './alike.ts'
import { acceptCommand, approveCommand, toAdopt, toApply, toStatus, uncommitted } from './commands.ts'
import { countedNotes, isOnlyCounted, noChanges, placeName, routeOf, summaryLine } from './facts.ts'
import { heldLines } from './held.ts'
import { inColumns, type Page } from './lines.ts'
import { objectBlocks } from './objects.ts'
import { inColour, type Paint, plain, STYLES, type Style } from './paint.ts'
import { namesIn } from './values/line.ts'

export interface TextOptions {
  readonly width: number
  readonly color: boolean
  readonly verbose?: boolean | undefined
  readonly strokes?: Strokes | undefined
  /** It is applied next, so it does not say how to apply it. */
  readonly isAgreed?: boolean
}

/** The plan for a terminal. Everything is readable without colours. */
const pageFor = ({ width, color, ...rest }: TextOptions): Page => ({
  ...rest,
  width: Math.max(60, width),
  paint: color ? inColour : plain,
})

export function renderText(plan: Plan, { isAgreed = false, ...options }: TextOptions): string {
  const page = pageFor(options)
  const sections = [
    ...leftSection(plan, page),
    ...heldSection(plan, page),
    ...stopsSection(plan, page),
    ...notesSection(plan, page),
  ]
  const nothing = plan.objects.length === 0
  if (nothing && sections.length === 0) return `${noChanges(plan)}\n`
  const lines = [
    page.paint('strong', `Plan for ${printableName(plan.target.name)}: ${routeOf(plan)}`),
    '',
    ...objectBlocks(plan, page),
    ...accessLines(plan, page),
    ...sections,
    ...(nothing ? [noChanges(plan)] : []),
    summaryLine(plan),
    ...(isAgreed ? [] : ending(plan)),
  ]
  return `${lines.join('\n')}\n`
}

/** Only the changes, and who gains and loses. */
export function renderObjects(plan: CommonPlan, options: TextOptions): string {
  const page = pageFor(options)
  return [...objectBlocks(plan, page), ...accessLines(plan, page)].join('\n').trimEnd()
}

function ending(plan: Plan): string[] {
  if (plan.stops.length > 0) return ['Stopped: apply refuses this plan as it is.', ...ifMeant(plan)]
  if (plan.objects.length === 0) return []
  return [uncommitted(plan) ?? `Apply exactly this:  ${approveCommand(plan)}`]
}

const ifMeant = (plan: Plan): string[] => {
  const command = acceptCommand(plan)
  return command === undefined ? [] : [`If that is meant:  ${command}`]
}

const section = (title: string, lines: readonly string[], paint: Paint, style: Style = 'strong'): string[] =>
  lines.length === 0 ? [] : [paint(style, title), ...lines, '']

const notesSection = (plan: Plan, { paint, verbose }: Page): string[] =>
  section(
    'Good to know',
    [...plan.notes, ...(verbose ? [] : countedNotes(plan).map((note) => `${note} (see it with -v)`))].map(
      (note) => `    ${printableName(note)}`,
    ),
    paint,
  )

/** If more objects than this are left alone for the same reason, the rest are counted. */
const MOST_LEFT = 10

const LEFT_WORDS: Readonly<Record<LeftObject['reason'], string>> = {
  'ui-edit': 'edited in the UI',
  ignored: 'ignored',
  draft: 'with an unpublished draft',
  'edited-report': 'with an unpublished edit',
  'adopted-edit': 'adopted with an unpublished edit',
  'unmanaged-report': 'showing a report that is not managed',
  orphan: 'removed from the repo, still live',
  'older-branch': 'applied by another branch',
  unclaimed: 'not managed yet',
  'read-only': 'that differ, and are never written',
  'held-before': 'held before this branch',
}

export function leftRows(
  plan: Plan,
  isVerbose = false,
): {
  readonly named: readonly LeftObject[]
  readonly rows: readonly (readonly string[])[]
  readonly more: readonly string[]
} {
  const told = isVerbose ? plan.left : plan.left.filter(({ reason }) => !isOnlyCounted(reason))
  const byReason = groupBy(told, ({ reason }) => reason)
  const shown = new Set([...byReason.values()].flatMap((all) => all.slice(0, MOST_LEFT)))
  const named = told.filter((left) => shown.has(left))
  return {
    named,
    rows: named.map((left) => [placeName(left), printableName(left.message), commandFor(left, plan)]),
    more: [...byReason].flatMap(([reason, all]) =>
      all.length > MOST_LEFT ? [`... and ${plural(all.length - MOST_LEFT, 'more object')} ${LEFT_WORDS[reason]}`] : [],
    ),
  }
}

function commandFor(left: LeftObject, plan: Plan): string {
  if (left.claim) return toApply(plan, left, '--prune')
  if (left.reason === 'ui-edit' || left.reason === 'read-only') return toStatus(plan, left)
  return left.reason === 'unclaimed' ? toAdopt(plan, left) : ''
}

function leftSection(plan: Plan, { paint, verbose }: Page): string[] {
  const { rows, more } = leftRows(plan, verbose)
  const padded = rows.map(([name = '', message = '', command = '']) => [padTo(name, 22), `${message}    `, command])
  return section('Left alone', [...inColumns(padded, 4, 4), ...more.map((line) => `    ${line}`)], paint)
}

function accessLines(plan: CommonPlan, { paint, verbose }: Page): string[] {
  const { title, lines } = accessSection(plan, verbose ? Number.POSITIVE_INFINITY : undefined)
  const told = lines.map(({ mark, text }) => `    ${paint(STYLES[mark] ?? 'strong', mark)} ${printableName(text)}`)
  return section(title, told, paint)
}

function heldSection(plan: Plan, page: Page): string[] {
  const names = namesIn(plan)
  const { others, alike } = apartFromAlike(plan, page.verbose)
  const lines = [
    ...others.flatMap((held) => [
      `    ${page.paint('held', fullName(held))}    ${printableName(held.message)}`,
      ...heldLines(held, plan, 8, page, names),
    ]),
    ...alike.flatMap((each) => [
      `    ${page.paint('held', each.names)}    ${each.message}`,
      ...helpIn(each).map((line) => `        ${line}`),
    ]),
  ]
  return section('Held', lines, page.paint, 'held')
}

function stopsSection(plan: Plan, { paint }: Page): string[] {
  const lines = plan.stops.map(({ kind, message }) => `    ${paint('removed', '!')} ${kind}  ${printableName(message)}`)
  return section('Stopped', lines, paint)
}
