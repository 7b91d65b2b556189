import { ERRORS, isMap, lazy, nearest, type Path, pathsIn } from '@boardwright/common'
import type {
  CompanyModel,
  PreviewEntry,
  PreviewProblem,
  Scene,
  SceneMember,
  SceneWritten,
  WidgetCode,
} from '@boardwright/pictures'
import { problemsSeen, seenAsWritten } from '../../check/validate.ts'
import type { Config } from '../../config/model.ts'
import { selectTarget, tokenVariables } from '../../config/targets.ts'
import { ofKind } from '../../content/entity.ts'
import type { Key } from '../../content/kinds.ts'
import { type Report, type ReportReference, reportKey } from '../../content/model.ts'
import type { Problem } from '../../content/problem.ts'
import { placeOfMember } from '../../lint/member-places.ts'
import { hasMember, type Members, namesOf } from '../../lint/members.ts'
import { judgeTreeModel } from '../../lint/model/judged.ts'
import { weighFaults } from '../../project/local/faults.ts'
import { frameOf, openProject, type Project } from '../../project/local/project.ts'
import { readTreeFor } from '../../project/local/render.ts'
import { wholeDocument } from '../../serialize/documents.ts'
import { directoryOf } from '../../serialize/layout.ts'
import type { ParsedTree } from '../../serialize/parse.ts'
import { findBase } from '../../workspace/base.ts'
import { pageOf } from '../decide/pages.ts'
import { sceneOf } from '../decide/scene.ts'
import { codeOfWidget } from './code.ts'
import { listEntries } from './entries.ts'
import { factsIn } from './model-facts.ts'

/** A tree to draw: its drawable pages, and what is wrong with the rest. */
export interface PreviewTree {
  readonly project: string
  readonly target: string | undefined
  readonly entries: readonly PreviewEntry[]
  readonly problems: readonly PreviewProblem[]
  /** The branch that boardwright.yaml names. */
  readonly mergeInto: string | undefined
  readonly scene: (slug: string) => Scene | undefined
  /** Page -> place of its files: the directory of a dashboard, or the file of a report. */
  readonly places: ReadonlyMap<string, string>
  /** Where a widget of a page is written. */
  readonly code: (slug: string, widget: string) => WidgetCode | undefined
  /** Why a page that should exist cannot be drawn. */
  readonly broken: (slug: string) => Problem | undefined
  readonly members: Readonly<Record<string, SceneMember>>
  readonly model: CompanyModel
  /** The variables that may hold the target's token. */
  readonly tokenNames: readonly string[]
}

export interface ReadPreview {
  readonly today: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly target?: string | undefined
}

export async function readPreviewTree(start: string, { today, env, target: named }: ReadPreview): Promise<PreviewTree> {
  const project = await openProject(start, today)
  const { config } = project
  const target = config && targetFor(config, named)
  const seen = config && target ? readTreeFor(project, config, target) : seenAsWritten(project)
  const { tree } = seen
  const judged = judgeTreeModel(project.files)
  const { members, model } = factsIn(judged)
  const known = judged.members
  const problems = await weighLosses(project, problemsSeen(project, seen, judged), env)
  const { content } = tree
  const listed = listEntries(content, tree, problems)
  const report = (reference: ReportReference): Report | undefined => content.get(reference as Key<'report'>)?.whole()
  const all = lazy(() => ofKind(content, 'report').map(({ whole }) => whole()))
  const scene = (slug: string): Scene | undefined => {
    const { dashboard, title } = pageOf(content, slug) ?? {}
    return dashboard && title !== undefined
      ? sceneOf(dashboard, {
          title,
          members,
          model,
          meant: meantIn(known),
          writtenAt: writtenIn(tree),
          find: report,
          all,
        })
      : undefined
  }
  return {
    project: config?.project ?? '',
    target: target?.name,
    entries: listed.map(({ entry }) => entry),
    code: (slug, widget) => codeOfWidget(tree, (name) => placeOfMember(judged.model, name), slug, widget),
    broken: (slug) => listed.find(({ entry, broken }) => broken && entry.slug === slug)?.broken,
    problems: problems.map((problem) => tell(problem, project)),
    ...{ scene, members, model, places: placesOf(tree), mergeInto: config?.mergeInto },
    tokenNames: target ? tokenVariables(target) : [],
  }
}

/** What could be read before this change, and no longer can be, is an error here as it is for `validate`. */
async function weighLosses(
  { root, config }: Project,
  problems: readonly Problem[],
  env: ReadPreview['env'],
): Promise<readonly Problem[]> {
  const losses = problems.filter(({ isLoss }) => isLoss)
  if (losses.length === 0) return problems
  const base = await findBase(root, { env, mergeInto: config?.mergeInto })
  const weighed = await weighFaults(root, losses, { base })
  const told = new Map(losses.map((problem, index) => [problem, weighed.problems[index] ?? problem]))
  return problems.map((problem) => told.get(problem) ?? problem)
}

const meantIn =
  (all: Members) =>
  (member: string): string | null | undefined =>
    !all.known || hasMember(all, member) ? undefined : (nearest(member, namesOf(all)) ?? null)

const MOST_PARTS = 1_000

const writtenIn =
  ({ sources }: ParsedTree) =>
  ({ id, definition: { spec } }: Report): SceneWritten | undefined => {
    const source = sources.get(reportKey(id))
    if (!source || !isMap(spec)) return undefined
    const document = wholeDocument(source.document)
    const lineAt = (path: Path): number => document.placeOf(['spec', ...path], 'key').at.line ?? 1
    const lines: number[] = []
    for (const path of pathsIn(spec)) if (lines.push(lineAt(path)) >= MOST_PARTS) break
    return { file: document.file, line: lineAt([]), lines }
  }

function placesOf({ content, sources }: ParsedTree): Map<string, string> {
  const file = (key: Key): string => sources.get(key)?.document.file ?? ''
  return new Map([
    ...ofKind(content, 'workbook')
      .filter(({ whole }) => whole().dashboard)
      .map(({ key, own }): [string, string] => [own.slug, directoryOf(file(key))]),
    ...ofKind(content, 'report').map(({ key }): [string, string] => [key, file(key)]),
  ])
}

/** Without a name: the only target, or home. */
export function targetFor(config: Config, named: string | undefined) {
  if (named !== undefined || config.targets.length === 1) return selectTarget(config, named)
  return config.targets.find(({ name }) => name === config.home) ?? config.targets[0]
}

function tell(problem: Problem, project: Project): PreviewProblem {
  const { code, hint } = ERRORS[problem.kind]
  const { file, line, column } = problem.at
  return {
    ...{ code, hint: problem.hint ?? hint, file, line, column, message: problem.message },
    frame: frameOf(project, problem),
    isWarning: problem.warning === true,
  }
}
