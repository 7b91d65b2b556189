import type {
  CompanyModel,
  ComparedChange,
  Comparison,
  Scene,
  SceneMark,
  SceneMember,
  TextDifference,
} from '@boardwright/pictures'
import { plural } from '../../content/counted.ts'
import type { Content } from '../../content/entity.ts'
import { isKind } from '../../content/kinds.ts'
import { type Key, workbookKey } from '../../content/model.ts'
import { judgeTreeModel } from '../../lint/model/judged.ts'
import { contentAfter } from '../../plan/after.ts'
import type { Plan } from '../../plan/plan-file.ts'
import { isModelAsInTree, liveModelFiles } from '../../project/local/model-sides.ts'
import { openProject, requireConfig } from '../../project/local/project.ts'
import { type Planned, type PlanOptions, planTarget } from '../../project/plan.ts'
import { type Told, tallyOf, tellerOf } from '../../words/told.ts'
import { factsIn } from './model-facts.ts'
import { onPageIn } from './on-page.ts'
import { type SeenChange, seenOf, sideOf } from './seen.ts'
import type { SeenOn } from './shown.ts'

/** Reads live and plans. Sends only reads. */
export async function planForPreview(
  root: string,
  { today, ...options }: PlanOptions & { readonly today: string },
): Promise<Planned> {
  return planTarget(requireConfig(await openProject(root, today)), { ...options, onlyLooks: true })
}

export interface PlannedPage {
  readonly plan: Plan
  readonly work: Planned['work']
  readonly inputs: Planned['inputs']
}

export interface ModelFacts {
  readonly members: Readonly<Record<string, SceneMember>>
  readonly model?: CompanyModel | undefined
}

/** Both sides as they were read. */
export interface ReadSides {
  readonly local: Planned['local']
  readonly live: Planned['live']
}

/** The data model that is live, if all of it was read and it is another than the tree's. */
export function liveModelFacts({ local, live }: ReadSides, inTree: ModelFacts): ModelFacts {
  const isKnown = live.isModelWhole && live.unreadable.size === 0
  if (!isKnown || isModelAsInTree(local, live)) return inTree
  return factsIn(judgeTreeModel(liveModelFiles(local, live)))
}

/** What is live, and what would be after apply. */
export const contentsIn = ({ plan, work, inputs }: PlannedPage): readonly [Content, Content] => [
  inputs.live.content,
  contentAfter(inputs.live.content, plan, work.wanted),
]

/** Pages as viewers see them, and as apply would make them, each with its data model. */
export function sidesIn(
  facts: ModelFacts,
  liveFacts: ModelFacts,
  { shown, after }: { readonly shown: SeenOn; readonly after: Content },
) {
  return (slug: string) => {
    const live = shown(pageKey(slug))
    return [
      sideOf(live, slug, liveFacts.members, liveFacts.model),
      sideOf(after, slug, facts.members, facts.model),
    ] as const
  }
}

const pageKey = (slug: string): Key => (isKind(slug, 'report') ? slug : workbookKey(slug))

/** One page as it is live and as apply would make it, with marks and words from the plan. */
export function compareDashboard(
  { plan, work, inputs }: PlannedPage,
  slug: string,
  members: Readonly<Record<string, SceneMember>>,
  model?: CompanyModel,
  liveFacts: ModelFacts = { members, model },
  shown: SeenOn = () => inputs.live.content,
): Comparison {
  const contents = contentsIn({ plan, work, inputs })
  const [live, after] = sidesIn({ members, model }, liveFacts, { shown, after: contents[1] })(slug)
  const key = pageKey(slug)
  const onPage = onPageIn(plan, contents)(key)
  const tell = tellerOf(plan)
  const told = onPage.flatMap((each) => tell(each).map((one) => ({ key: each, one })))
  // What waits comes after what it waits for.
  const inTurn = told.toSorted((a, b) => Number(a.one.isWaiting === true) - Number(b.one.isWaiting === true))
  const seen = inTurn.map((each) => seenOf(each.one, { plan, key: each.key, page: key }, [live, after]))
  const says = sayIt(
    plan,
    told.map(({ one }) => one),
  )
  const changes = withOwnIds(seen.map(({ change }) => change))
  return {
    ...{ live: live?.scene, after: after?.scene, changes, says },
    marks: marksOf(seen),
    differences: differencesOf(seen),
    ...(waitsForPublish(plan, key, onPage) && { isDraft: true }),
  }
}

/** Whether viewers of a page see something that apply writes for it only when somebody publishes it. */
const waitsForPublish = ({ objects }: Plan, page: string, onPage: readonly string[]): boolean =>
  objects.some(
    ({ key, shownOn = [] }) =>
      onPage.includes(key) && shownOn.some((each) => each.key === page && each.managed && !each.published),
  )

/**
 * What is held is shown as the repo has it. If that is all of it, both sides would be what is live: then it is in the
 * place of what apply would make.
 */
export function withRepo(comparison: Comparison, repo: Scene | undefined): Comparison {
  const has = (fate: ComparedChange['fate']): boolean => comparison.changes.some((change) => change.fate === fate)
  if (!repo || !has('held')) return comparison
  return has('written') ? { ...comparison, repo } : { ...comparison, after: repo, isRepo: true }
}

/** Makes ids unique, because the same unit may be reported twice. */
function withOwnIds(changes: readonly ComparedChange[]): ComparedChange[] {
  const counts = new Map<string, number>()
  return changes.map((change) => {
    const count = (counts.get(change.id) ?? 0) + 1
    counts.set(change.id, count)
    return count === 1 ? change : { ...change, id: `${change.id} (${count})` }
  })
}

const ORDER: readonly SceneMark[] = ['added', 'removed', 'moved', 'resized', 'changed', 'held', 'left', 'unseen']

function marksOf(seen: readonly SeenChange[]): Comparison['marks'] {
  const all = new Map<string, Set<SceneMark>>()
  for (const { marks } of seen) {
    for (const [id, each] of marks) all.set(id, new Set([...(all.get(id) ?? []), ...each]))
  }
  return Object.fromEntries([...all].map(([id, own]) => [id, ORDER.filter((mark) => own.has(mark))]))
}

function differencesOf(seen: readonly SeenChange[]): Record<string, TextDifference[]> {
  const all: Record<string, TextDifference[]> = {}
  for (const { change, isOfReport } of seen) {
    if (!isOfReport || change.fate !== 'written') continue
    for (const id of change.widgets) if (change.texts.length > 0) all[id] = [...(all[id] ?? []), ...change.texts]
  }
  return all
}

function sayIt({ stops, target }: Plan, told: readonly Told[]): string {
  const { written, left, held, waiting } = tallyOf(told)
  const parts = [
    ...(written > 0 ? [`make ${plural(written, 'change')}`] : []),
    ...(told.some(({ action }) => action === 'publish') ? ['publish'] : []),
    ...(left > 0 ? [`leave ${left} alone`] : []),
    ...(held > 0 ? [`hold ${written + left > 0 ? held : plural(held, 'change')}`] : []),
  ]
  if (parts.length === 0) return `Repo and ${target.name} show the same.`
  const last = parts.at(-1) ?? ''
  const list = parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
  const waits = waiting > 0 ? `, for which ${waiting === 1 ? '1 more waits' : `${waiting} more wait`}` : ''
  const refused =
    stops.length === 0
      ? ''
      : ` But apply refuses this plan as it is: ${stops.map(({ message }) => message).join('; ')}.`
  return `apply would ${list}${waits}.${refused}`
}
