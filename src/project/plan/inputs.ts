import type { Client } from '@boardwright/platform'
import { isListedElsewhere } from '../../base/account-holder.ts'
import type { History } from '../../base/history.ts'
import { commitsInModel } from '../../base/model.ts'
import { commitsOfDangling } from '../../compare/dangling.ts'
import type { Target } from '../../config/model.ts'
import { ignoringRule } from '../../config/scope.ts'
import { byNumber, unitByName } from '../../content/deployments.ts'
import { type Content, filterContent, ofKind, renamedIn } from '../../content/entity.ts'
import { keptBy } from '../../content/kept-by.ts'
import type { Key } from '../../content/model.ts'
import { settledNames } from '../../content/references.ts'
import { publicIdsOf, readPeople } from '../../live/index.ts'
import { acceptingAll } from '../../plan/accept.ts'
import type { PlanInputs } from '../../plan/inputs.ts'
import type { Plan, Shaping } from '../../plan/plan-file.ts'
import { MODEL } from '../../serialize/layout.ts'
import { isIgnoredBy } from '../../workspace/git.ts'
import { lastModelTexts, newestOf, openHistory } from '../local/history.ts'
import type { SoundProject } from '../local/project.ts'
import { type ComparedSides, compareWithPast, type Past } from '../past.ts'
import { namedObjects, selectObjects } from '../select.ts'
import type { BothSides } from './both-sides.ts'
import { readHistory, treeThen } from './history.ts'
import { modelSides } from './model-sides.ts'

export const UNSHAPED: Shaping = { select: [], prune: false, accept: [] }

/** What was given, and what the target always has. */
const shapingFor = (target: Target, given: Partial<Shaping> = {}): Shaping => ({
  ...UNSHAPED,
  prune: target.prune,
  ...given,
  accept: acceptingAll(target.accept, given.accept ?? []),
})

interface Parts extends Omit<BothSides, 'history' | 'faults'> {
  /** Both sides, with the report names that are used to compare them. */
  readonly desired: Content
  readonly content: Content
  readonly history: History
  readonly ofModel: ReturnType<typeof modelSides>
  readonly shaping: Shaping
  readonly promotion: Plan['promotion']
  readonly firstNote: string | undefined
  readonly now: number
}

export function inputsOf(
  project: SoundProject,
  target: Target,
  { read, ignored, desired, content, history, ofModel, shaping, promotion, firstNote, now }: Parts,
): PlanInputs {
  const { live, all, places, inScope } = read
  const { kept } = keptBy(desired, inScope)
  const files = new Map([
    ...places,
    ...ofKind(desired, 'model').map(({ key, name }) => [key, `${MODEL}/${name}`] as const),
  ])
  const wanted = filterContent(desired, (key) => kept.has(key) && !isIgnoredBy({ ignored }, files.get(key) ?? ''))
  return {
    project: { id: target.projectId, name: project.config.project },
    target: {
      ...{ name: target.name, deployment: target.deployment, home: target.home, protected: target.protected },
      manages: target.scope.manage,
      ...{ url: target.url, host: new URL(target.url).host, limits: target.limits, links: target.links },
      ...{ branch: target.dataModel?.branch, merge: target.dataModel?.merge, branchFrom: live.absentBranch?.from },
    },
    isRead: (key) => (inScope(key) && !live.leftOut.has(key)) || wanted.has(key),
    notBrought: [...desired.keys()].filter((key) => !kept.has(key)),
    desired: wanted,
    files,
    live: {
      ...live,
      content,
      outside: new Set(live.outside.keys()),
      partlyRead: new Set(live.notes.flatMap(({ kind, key }) => (kind === 'unseen' && key ? [key] : []))),
      isAdmin: live.caller.isAdmin,
      caller: live.caller.email,
      now,
      model: target.dataModel && { record: live.modelRecord, unreadable: live.unreadable },
    },
    history,
    promotion,
    firstNote,
    shaping,
    selected: selectObjects(shaping.select, all, places),
    named: namedObjects(shaping.select, places),
    ignoredBecause: (key, unit) =>
      ignoringRule(target.ignore, places.get(key) ?? '', unitByName(unit, live.deployments))?.reason,
    ...ofModel,
  }
}

export interface InputOptions {
  readonly shaping?: Partial<Shaping> | undefined
  readonly promotion?: Plan['promotion']
  /** Whether to plan as if no other apply were running, because what it writes is to be removed. */
  readonly endsRuns?: boolean | undefined
  readonly firstNote?: string
}

/** Reads what was last applied, and compares. */
export async function compareSides(
  client: Client,
  project: SoundProject,
  target: Target,
  { local, read }: Pick<BothSides, 'local' | 'read'>,
): Promise<Pick<ComparedSides, 'inputs' | 'compared' | 'live'>> {
  const { commits, modelRecord } = read.live
  const history = await openHistory(project, target, {
    commits: [...commits, ...commitsInModel(modelRecord)],
    current: local,
  })
  const { live } = await readPeople(client, read.live, { deployment: target.deployment, declared: local.tree.content })
  const sides = { local, read: { ...read, live }, history, ignored: new Set<string>() }
  const { given, past } = await readInputs(client, project, target, sides, {})
  return { live, ...(await compareWithPast(given, past)) }
}

/** What is compared, with report names that both sides and all commits agree on. */
export async function readInputs(
  client: Client,
  project: SoundProject,
  target: Target,
  sides: Omit<BothSides, 'faults'>,
  { shaping, promotion, endsRuns, firstNote }: InputOptions,
): Promise<{ readonly given: PlanInputs; readonly past: Past }> {
  const { history, local } = sides
  const { live } = sides.read
  // The ledger of the data model says nothing about content. But a key with a partial view and without a ledger may not
  // see the content that was applied along with it.
  const unseen = live.caller.isAdmin || live.commits.length > 0 ? undefined : live.modelRecord?.commit
  const applied = newestOf(live.applied, history) ?? unseen
  const isKnown = await knownReports(sides, applied)
  // A report that the target leaves out is not managed there, so it goes by its public id, like any other of those.
  const isManaged = (key: Key): boolean => !live.leftOut.has(key) && isKnown(key)
  const settle = settledNames(publicIdsOf(live), isManaged)
  /** As both sides and all commits name what is in it. */
  const named = (content: Content): Content => byNumber(renamedIn(content, settle), live.deployments)
  const isThere = (path: string): boolean => project.files.has(path)
  const past: Past = {
    treeAt: async (commit) => {
      const tree = await history.treeAt(commit)
      return tree && treeThen(tree, named, isThere)
    },
    declaredAt: async (place, commit) => (await history.treeAt(commit))?.declaredAt(place),
  }
  const trees = new Set([
    ...[applied, live.modelRecord?.commit].filter((commit) => commit !== undefined),
    // Whether an older tree changes something depends on what was applied since.
    ...[...history.relations].flatMap(([commit, relation]) => (relation === 'newer' ? [commit] : [])),
  ])
  const isGone = (key: Key): boolean => isListedElsewhere(key) && !local.tree.content.has(key)
  for (const [key, { base, commit }] of live.entries) if (base === undefined || isGone(key)) trees.add(commit)
  for (const commit of commitsOfDangling(live.content, live)) trees.add(commit)
  const facts = await readHistory(history, trees, past.treeAt)
  const given = inputsOf(project, target, {
    ...sides,
    desired: named(local.tree.content),
    content: named(live.content),
    ...{ promotion, firstNote },
    history: { ...facts, applied, newest: history.applied },
    ofModel: modelSides(local, live, target, await lastModelTexts(history, live.modelRecord)),
    shaping: shapingFor(target, shaping),
    now: client.serverNow() ?? Date.now(),
  })
  return { given: { ...given, live: { ...given.live, ...(endsRuns && { underWay: new Map() }) } }, past }
}

/**
 * Whether the tree, a ledger or the last applied tree has a report. With ledgers alone, a report whose ledger was dropped
 * would have another name in every plan in which its ledger is dropped, and its widgets would differ for it.
 */
async function knownReports(
  { history, local, read: { live } }: Omit<BothSides, 'faults'>,
  applied: string | undefined,
) {
  const isKnown = (key: Key): boolean => local.tree.content.has(key) || live.entries.has(key)
  if (applied === undefined || ofKind(live.content, 'report').every(({ key }) => isKnown(key))) return isKnown
  const then = (await history.treeAt(applied))?.read()
  return (key: Key): boolean => isKnown(key) || then?.has(key) === true
}
