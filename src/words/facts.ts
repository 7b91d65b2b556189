import { counted, listed, plural } from '../content/counted.ts'
import { groupBy } from '../content/group-by.ts'
import { isKind, type Key, KINDS, type Kind } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import { printableName, shortCommit, titleText } from '../content/printable.ts'
import { fullName, namingOf } from '../plan/naming.ts'
import type { CommonPlan, LeftReason, Loss, Plan, PlannedObject, Publish } from '../plan/plan-file.ts'
import { countUnclaimed } from '../plan/summary.ts'
import { toAdopt } from './commands.ts'

/** Sentences about a plan that all formats share. */

/** `acme-analytics 9f3c2e1 -> deployment 2 (acme.example)`. */
export const routeOf = ({ project, commit, dirty, target, promotion }: Plan): string => {
  const from =
    commit === null ? 'without a commit' : `${shortCommit(commit)}${dirty ? ' with uncommitted changes' : ''}`
  const source = promotion === undefined ? '' : ` of ${printableName(promotion.from)}`
  return `${printableName(project.name)} ${from}${source} -> deployment ${target.deployment} (${printableName(target.host)})`
}

/** What this plan neither changes nor waits for: it is counted, and named with -v. */
const ONLY_COUNTED: Partial<Readonly<Record<LeftReason, (n: number) => string>>> = {
  'held-before': (n) =>
    plural(
      n,
      'object was held before this branch, which does not touch it',
      'objects were held before this branch, which does not touch them',
    ),
  draft: (n) =>
    plural(
      n,
      'dashboard has an unpublished draft, which this plan leaves alone',
      'dashboards have an unpublished draft, which this plan leaves alone',
    ),
}

export const isOnlyCounted = (reason: LeftReason): boolean => ONLY_COUNTED[reason] !== undefined

export const countedNotes = ({ left }: CommonPlan): string[] =>
  Object.entries(ONLY_COUNTED).flatMap(([counted, say]) => {
    const n = left.filter(({ reason }) => reason === counted).length
    return n === 0 ? [] : [say(n)]
  })

/** Counts objects that differ from live and are not managed yet. Folders cannot be managed. */
const differing = ({ left }: Plan): number =>
  left.filter(({ reason, key }) => reason === 'unclaimed' && !isKind(key, 'folder')).length

/** Counts objects that differ and that nothing writes. */
const neverWritten = ({ left }: Plan): number => left.filter(({ reason }) => reason === 'read-only').length

/** What people are working on: dashboards with a draft, and edited reports. */
export function unpublishedIn({ left, held, summary }: Plan): { readonly drafts: number; readonly edits: number } {
  const drafts = [...left, ...held].filter(({ reason }) => reason === 'draft').length
  return { drafts, edits: summary.drafts - drafts }
}

export const CHANGES = ['create', 'update', 'delete', 'publish'] as const

/** What a plan counts: what it writes and what is unchanged in any case, the rest if there is some. */
export function summaryCounts(plan: Plan): readonly (readonly [count: number, words: string])[] {
  const { summary } = plan
  const others = differing(plan)
  const apart = others === 0 ? '' : ` (${plural(others, 'differs', 'differ')} from live)`
  const { drafts, edits } = unpublishedIn(plan)
  const rest: readonly (readonly [count: number, one: string, many?: string])[] = [
    [summary.uiEdits, 'UI edit left alone', 'UI edits left alone'],
    [summary.held, 'held'],
    [drafts, 'unpublished draft', 'unpublished drafts'],
    [edits, 'unpublished report edit', 'unpublished report edits'],
    [countUnclaimed(summary) + others, `not managed yet${apart}`],
    [neverWritten(plan), 'difference that is never written', 'differences that are never written'],
    [summary.orphans, 'no longer in the repo'],
    [summary.unmanaged, 'not managed'],
    [summary.converged, 'not yet recorded as applied'],
    [summary.mistakes ?? 0, `mistake that stops nothing${SEE_MISTAKES}`, `mistakes that stop nothing${SEE_MISTAKES}`],
    [summary.otherProjects, 'owned by other projects'],
  ]
  return [
    ...CHANGES.map((kind) => [summary[kind], kind] as const),
    [summary.unchanged, 'unchanged'],
    ...rest.flatMap(([count, one, many = one]) => (count > 0 ? [[count, count === 1 ? one : many] as const] : [])),
  ]
}

export function summaryLine(plan: Plan): string {
  const counts = summaryCounts(plan).map(([count, words]) => `${counted(count)} ${words}`)
  const written = counts.splice(0, CHANGES.length).join(', ')
  return `Plan: ${[written, ...counts].join('; ')}.`
}

export function noChanges(plan: Plan): string {
  const { summary, held, left } = plan
  const { unclaimed, unchanged, converged } = summary
  if (held.length > 0) return `Nothing can be applied: ${plural(held.length, 'object')} held.`
  if (plan.restores !== undefined) return 'Nothing to bring back: live has it already.'
  const found = KINDS.flatMap((kind) => {
    const count = (unclaimed as { readonly [K in Kind]?: number })[kind] ?? 0
    return count === 0 ? [] : [plural(count, OBJECTS[kind].noun)]
  })
  const but = left.some(({ reason }) => DIFFER_IN_PART.has(reason)) ? ', except for what is left alone' : ''
  const agreed =
    converged > 0
      ? ` ${plural(converged, 'object now matches', 'objects now match')} the repo${but}; the next apply records ${converged === 1 ? 'it' : 'them'}.`
      : ''
  const also = `${agreed}${othersText(summary)}${mistakesText(summary)}`
  const others = differing(plan)
  const [match, are, them] = countUnclaimed(summary) === 1 ? ['matches', 'is', 'it'] : ['match', 'are', 'them']
  const matching = found.length === 0 ? '' : `${listed(found)} ${match} the repo`
  if (others > 0) return `Nothing to apply. ${apartText(others, matching)} \`${toAdopt(plan)}\`.${also}`
  if (matching !== '') {
    return `No changes. ${matching} but ${are} not managed yet: take ${them} over with \`${toAdopt(plan)}\`.${also}`
  }
  return `No changes. ${plural(unchanged, 'object matches', 'objects match')} the repo.${also}`
}

const SEE_MISTAKES = ' (-v lists them)'

const mistakesText = ({ mistakes = 0 }: Plan['summary']): string =>
  mistakes === 0 ? '' : ` ${plural(mistakes, 'mistake stops', 'mistakes stop')} nothing${SEE_MISTAKES}.`

/** Objects left alone for these reasons may match the repo in their other units. */
const DIFFER_IN_PART: ReadonlySet<LeftReason> = new Set(['ui-edit', 'ignored'])

/** Before adoption, we cannot tell whether the repo or live is right. */
function apartText(others: number, matching: string): string {
  const apart = `${plural(others, 'object differs', 'objects differ')} from live`
  if (matching !== '') return `${apart}, and ${matching}, but none of them is managed yet: take them over with`
  return others === 1
    ? `${apart}, and is not managed yet: take it over with`
    : `${apart}, and are not managed yet: take them over with`
}

/** Other live objects, which a plan never touches. */
function othersText({ unmanaged, otherProjects }: Plan['summary']): string {
  const others = [
    ...(unmanaged > 0 ? [`${plural(unmanaged, 'object')} not managed`] : []),
    ...(otherProjects > 0 ? [`${counted(otherProjects)} owned by other projects`] : []),
  ]
  return others.length === 0 ? '' : ` Also there: ${others.join(', ')}.`
}

export function publishText({ from, to, dashboard, reports, notice }: Publish): string {
  const version =
    to === undefined ? 'its next version' : from === null ? `version ${to}, the first` : `version ${from} -> ${to}`
  const changes = (dashboard ? 1 : 0) + reports.length
  const seen = changes === 1 ? 'Viewers see the change' : 'Viewers see all of this at once'
  return `${version}. ${from === null ? 'Viewers see it from then on' : seen}. ${noticeText(notice)}.`
}

export function lossText({ version, notice }: Loss): string {
  if (version === null) return 'It was never published.'
  const lost = version === undefined ? 'the published version' : `version ${version}`
  return `Viewers lose ${lost}. ${noticeText(notice)}. Its address is gone for good.`
}

export function noticeText({ notifications, tenants, embedded }: Publish['notice']): string {
  const emails =
    notifications === null
      ? 'scheduled emails: not visible to this key'
      : notifications === 0
        ? 'no scheduled emails'
        : plural(notifications, 'scheduled email')
  const tenantText =
    tenants === null
      ? 'embedded for tenants that this key cannot see'
      : tenants === 0
        ? 'open to embedding, by no tenant so far'
        : `embedded for ${plural(tenants, 'tenant')}`
  return `${emails.charAt(0).toUpperCase()}${emails.slice(1)}, ${embedded ? tenantText : 'not embedded'}`
}

/** Below the dashboard that this plan publishes it with, that one goes without saying. */
export function shownOnText({ shownOn = [], within }: PlannedObject): string | undefined {
  const elsewhere = shownOn.filter(({ key, published, managed }) => key !== within || !published || !managed)
  const places = elsewhere.map(({ title, published, managed }) => {
    const name = titleText(title)
    if (!managed) return `${name} (not managed: it changes when somebody publishes it)`
    return published ? name : `${name} (not published by this plan)`
  })
  if (places.length === 0) return undefined
  return `${places.length < shownOn.length ? 'also shown' : 'shown'} on ${places.join('; ')}`
}

/** Without the kind if its workbook makes that clear. */
export const placeName = (object: {
  readonly key: Key
  readonly title: readonly string[]
  readonly within?: Key | undefined
}): string => (object.within === undefined ? fullName(object) : titleText(object.title))

export const lastName = ({ title }: { readonly title: readonly string[] }): string => printableName(title.at(-1) ?? '')

/** `report "Orders"`, where its workbook is clear. */
export const insideName = (object: { readonly key: Key; readonly title: readonly string[] }): string =>
  `${namingOf(object.key).noun} "${lastName(object)}"`

/** `2 reports and 1 schedule`. */
export const countedByNoun = (objects: readonly { readonly key: Key }[]): string =>
  listed([...groupBy(objects, ({ key }) => namingOf(key).noun)].map(([noun, all]) => plural(all.length, noun)))
