import { editedUnits, isOurs } from '../compare/comparison.ts'
import { canonicalText } from '../content/digest.ts'
import { ofKind } from '../content/entity.ts'
import type { Key } from '../content/kinds.ts'
import { isOfDashboard, isOfDraft } from '../content/units.ts'
import { type DashboardAfter, dashboardOf, isPending } from './dashboard.ts'
import { comparisonOf, type Decided, outcomeOf, type Publishing } from './decided.ts'
import { firstObstacle, OBSTACLES } from './obstacles.ts'
import { type Held, type Left, left, type Outcome, UI_EDIT, UNCHANGED } from './outcome.ts'
import type { Replaced } from './plan-file.ts'
import { unpublishedWork } from './unpublished-work.ts'

/** What is decided about a dashboard. */
interface Ruling {
  readonly outcome: Outcome
  readonly parts: readonly (Held | Left)[]
  readonly publishing?: Publishing
  readonly replaces?: readonly Replaced[]
}

/** Decides which dashboards are published, and what of the others is written. */
export function publishDashboards(decided: Decided): Decided {
  const { outcomes, parts, publishing, replaces } = decided
  const rulings = ofKind(decided.compared.desired, 'workbook').flatMap(({ key }) => {
    const ruling = rulingOn(decided, key, outcomeOf(decided, key) ?? UNCHANGED)
    return ruling ? [[key, ruling] as const] : []
  })
  const has = <T>(of: (ruling: Ruling) => T | undefined): (readonly [Key, T])[] =>
    rulings.flatMap(([key, ruling]) => {
      const value = of(ruling)
      return value === undefined ? [] : [[key, value] as const]
    })
  return {
    ...decided,
    outcomes: outcomes.changed(has(({ outcome }) => outcome)),
    parts: new Map([...parts, ...has((ruling) => (ruling.parts.length > 0 ? ruling.parts : undefined))]),
    publishing: new Map([...publishing, ...has((ruling) => ruling.publishing)]),
    replaces: new Map([...replaces, ...has((ruling) => ruling.replaces)]),
  }
}

/** Undefined if nothing of the dashboard is for this plan to decide. */
export function rulingOn(decided: Decided, key: Key<'workbook'>, own: Outcome): Ruling | undefined {
  const each = comparisonOf(decided, key)
  if (!each || (!isOurs(each) && own.kind !== 'create')) return undefined
  if (own.kind === 'held' || (own.kind === 'left' && own.reason === 'older-branch')) return undefined
  const { outcome, parts } = merge(decided, key, own)
  const dashboard = outcome.kind === 'held' ? undefined : dashboardOf(decided, key, outcome)
  if (!dashboard) return { outcome, parts }
  const work = unpublishedWork(dashboard)
  if (!isPending(dashboard))
    return { outcome, parts: work ? [...parts, { ...left(work.reason, work.message), edited: work.edited }] : parts }
  const obstacle = firstObstacle(OBSTACLES.ofDashboards, dashboard)
  const replaces = work ? { replaces: work.replaces } : {}
  if (obstacle?.reason === 'review')
    return { outcome: awaitingReview(dashboard), parts: [...parts, obstacle], ...replaces }
  if (obstacle) return withHeld(dashboard, parts, obstacle)
  const { after, changed, reports } = dashboard
  const publishing = after.own.publish ? { publishing: { dashboard: changed.length > 0, reports } } : {}
  return { outcome, parts, ...replaces, ...publishing }
}

/** The outcome without what cannot be merged into live. */
function merge(decided: Decided, key: Key, own: Outcome): Ruling {
  let merged: Ruling = { outcome: own, parts: [] }
  for (const { find } of OBSTACLES.ofMerges) {
    const { outcome, parts } = merged
    const found = find({ decided, key, outcome })
    if (found?.what === 'object') return { outcome: found, parts }
    if (!found) continue
    const rest = without(decided, key, outcome, (unit) => found.units.includes(unit))
    merged = { outcome: rest, parts: [...parts, found] }
  }
  return merged
}

/** The rest of the workbook is written without its dashboard. A new workbook is held as a whole. */
function withHeld({ decided, key, outcome, changed }: DashboardAfter, parts: Ruling['parts'], obstacle: Held): Ruling {
  if (outcome.kind === 'create') return { outcome: obstacle, parts }
  const what = changed.length > 0 ? 'dashboard' : 'publish'
  return {
    outcome: without(decided, key, outcome, isOfDashboard),
    parts: [...parts, { ...obstacle, what, units: changed }],
  }
}

/** Writes the draft, so that reviewers see it. If the draft is already written, the dashboard only waits. */
function awaitingReview({ decided, key, outcome, after }: DashboardAfter): Outcome {
  const draft = decided.inputs.live.facts.get(key)?.draft
  const isWaiting = draft !== undefined && canonicalText(draft) === canonicalText(after.whole().dashboard)
  return without(decided, key, outcome, (unit) => isOfDashboard(unit) && (isWaiting || !isOfDraft(unit)))
}

function without(decided: Decided, key: Key, outcome: Outcome, isDropped: (unit: string) => boolean): Outcome {
  if (outcome.kind !== 'write') return outcome
  const units = new Set([...outcome.units].filter((unit) => !isDropped(unit)))
  const each = comparisonOf(decided, key)
  const rest: Outcome = each && editedUnits(each).length > 0 ? UI_EDIT : UNCHANGED
  return units.size > 0 ? { ...outcome, units } : rest
}
