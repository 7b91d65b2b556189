import { isDeepStrictEqual } from 'node:util'
import { isKind } from '../../content/kinds.ts'
import {
  type Content,
  type Dashboard,
  isMap,
  type Key,
  type Report,
  type ReportReference,
  reportKey,
  workbookKey,
} from '../../content/model.ts'
import { readAll } from '../../content/readable.ts'
import { referencesOf } from '../../content/references.ts'
import { sceneOf } from '../../content/scene.ts'
import { type BothSides, linesIn, sidesIn } from '../../plan/both-sides.ts'
import type { Plan } from '../../plan/plan-file.ts'
import { markedParts } from '../../plan/words/line.ts'
import { diffTexts } from '../../plan/words/texts.ts'
import { openProject, requireConfig } from '../../project/project.ts'
import type { Comparison, Scene, SceneMark, SceneMember, TextDifference } from '../../scene.ts'
import { type Planned, type PlanOptions, planTarget } from '../plan.ts'
import { pageOf } from './pages.ts'

/** Reads live and plans. Sends only reads. */
export async function planPreview(
  root: string,
  { today, ...options }: PlanOptions & { readonly today: string },
): Promise<Planned> {
  return planTarget(requireConfig(await openProject(root, today)), options)
}

/** One page on both sides. All marks come from the plan's differences. */
export function compareDashboard(
  planned: Planned,
  slug: string,
  members: Readonly<Record<string, SceneMember>>,
): Comparison {
  const { plan, sources } = planned
  const contents = [readAll(sources.desired), readAll(sources.live)]
  const ofReport = contents.flatMap(({ reports }) => reports).find(({ id }) => reportKey(id) === slug)
  const key = ofReport ? reportKey(ofReport.id) : workbookKey(slug)
  const [repo, live] = contents.map((content) => sideOf(content, slug, members))
  const reports = new Set([repo, live].flatMap((side) => side?.shown ?? []))
  const touched = new Map(
    [...reports].map((report) => [report, sidesIn(plan, report)] as const).filter(([, sides]) => sides.length > 0),
  )
  const marks = marksOf(sidesIn(plan, key), [repo, live], touched)
  const changes = [...new Set([key, ...touched.keys()])].flatMap((each) => {
    const lines = linesIn(plan, each).map((line) => `${line.subject}  ${markedParts(line).join(', ')}`.trim())
    return lines.length > 0 ? [{ title: titleOf(plan, each), lines }] : []
  })
  return {
    ...{ repo: repo?.scene, live: live?.scene, marks, changes },
    differences: differencesOf(repo, touched),
    says: sayIt(plan, key, changes.length > 0),
  }
}

interface Side {
  readonly dashboard: Dashboard | undefined
  readonly scene: Scene | undefined
  readonly shown: readonly ReportReference[]
}

function sideOf(content: Content, slug: string, members: Readonly<Record<string, SceneMember>>): Side | undefined {
  const page = pageOf(content, slug)
  if (!page) return undefined
  const { title, dashboard } = page
  const all = content.reports
  const byKey = new Map<string, Report>(all.map((report) => [reportKey(report.id), report]))
  const scene = dashboard && sceneOf(dashboard, { title, members, find: (each) => byKey.get(each), all })
  return { dashboard, scene, shown: dashboard ? referencesOf(dashboard) : [] }
}

type Touched = ReadonlyMap<string, readonly BothSides[]>

const WIDGET = 'widget '

function marksOf(
  units: readonly BothSides[],
  [repo, live]: readonly (Side | undefined)[],
  touched: Touched,
): Comparison['marks'] {
  const own: { repo: Record<string, SceneMark>; live: Record<string, SceneMark> } = { repo: {}, live: {} }
  for (const [name, side, other, alone] of [
    ['repo', repo, live, 'added'],
    ['live', live, repo, 'removed'],
  ] as const) {
    for (const { id, report, reports = [] } of side?.dashboard?.widgets ?? []) {
      const shown = report === undefined ? reports : [report, ...reports]
      if (shown.some((each) => touched.has(each))) own[name][id] = other ? 'changed' : alone
    }
  }
  for (const { unit, repo: ours, live: theirs } of units) {
    if (!unit.startsWith(WIDGET)) continue
    const id = unit.slice(WIDGET.length)
    if (theirs === undefined) own.repo[id] = 'added'
    else if (ours === undefined) own.live[id] = 'removed'
    else {
      const mark = isMoveOnly(ours, theirs) && own.repo[id] === undefined ? 'moved' : 'changed'
      own.repo[id] = mark
      own.live[id] = mark
    }
  }
  return own
}

/** Only its place differs. */
function isMoveOnly(repo: unknown, live: unknown): boolean {
  if (!isMap(repo) || !isMap(live)) return false
  const rest = ({ position: _, responsiveLayouts: __, ...others }: Readonly<Record<string, unknown>>) => others
  return isDeepStrictEqual(rest(repo), rest(live))
}

const TEXTS: Readonly<Record<string, string>> = {
  sql: 'SQL',
  pythonCode: 'Python',
  queryText: 'Query',
  spec: 'Specification',
  query: 'Query',
}

function differencesOf(repo: Side | undefined, touched: Touched): Record<string, TextDifference[]> {
  const widgets = repo?.dashboard?.widgets ?? []
  return Object.fromEntries(
    widgets.flatMap(({ id, report }) => {
      const units = report === undefined ? [] : (touched.get(report) ?? [])
      const differences = units.flatMap(differenceOf)
      return differences.length > 0 ? [[id, differences]] : []
    }),
  )
}

function differenceOf({ unit, repo, live }: BothSides): TextDifference[] {
  const name = TEXTS[unit]
  if (name === undefined) return []
  const [before, after] = [live, repo].map((value) =>
    typeof value === 'string' ? value : value === undefined ? '' : `${JSON.stringify(value, null, 2)}\n`,
  )
  const hunks = diffTexts(before ?? '', after ?? '')?.hunks ?? []
  const lines = hunks.flatMap((hunk) => hunk.lines.map(({ mark, text }) => ({ sign: mark, text })))
  return lines.length > 0 ? [{ name, lines }] : []
}

const titleOf = ({ objects, held, left }: Plan, key: string): string =>
  [...objects, ...held, ...left].find((object) => object.key === key)?.title.join(' / ') ?? key

function sayIt({ objects, held, left, target }: Plan, key: Key, isDifferent: boolean): string {
  const has = (list: readonly { readonly key: string }[]): boolean => list.some((each) => each.key === key)
  const what = isKind(key, 'report') ? 'report' : 'dashboard'
  if (!isDifferent) return `Repo and ${target.name} show the same.`
  if (has(held)) return `apply would hold this ${what}: ${held.find((each) => each.key === key)?.message ?? ''}.`
  const planned = objects.find((each) => each.key === key)
  if (planned && planned.keeps.length > 0)
    return `apply would write what the repo changed, and keep what was edited in the UI of ${target.name}.`
  if (planned) return `apply would make ${target.name} show what the repo says.`
  if (has(left)) return `apply would leave this ${what} alone: ${left.find((each) => each.key === key)?.message ?? ''}.`
  return `Reports of this dashboard differ from ${target.name}.`
}
