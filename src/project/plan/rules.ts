import { counted } from '@boardwright/common'
import type { Config, Target } from '../../config/model.ts'
import { weighed } from '../../config/severity.ts'
import { waive } from '../../config/waivers.ts'
import { isKind, kindOf } from '../../content/kinds.ts'
import type { Problem } from '../../content/problem.ts'
import { judgeTreeModel } from '../../lint/model/judged.ts'
import { accessOf, type Grant } from '../../plan/access.ts'
import type { PlannedObject, RuleFinding, Stop, Unsealed } from '../../plan/plan-file.ts'
import type { OfChange } from '../../rules/fields/changes.ts'
import { createJudge } from '../../rules/judge.ts'
import { momentIn } from '../../rules/moment.ts'
import { changesAsSubjects } from '../../rules/subjects.ts'
import { type CodeOwners, ownersProblems } from '../local/owners.ts'
import { ProblemsFound, type SoundProject } from '../local/project.ts'
import type { TargetTree } from '../local/render.ts'
import { aroundOf, bookOf, findingsInModel, type Judging, notYetHeld } from '../local/rules.ts'
import { madeOnce } from '../local/shared.ts'

export interface PlanGiven {
  readonly project: SoundProject
  readonly target: Target
  readonly local: TargetTree
  readonly env: Readonly<Record<string, string | undefined>>
  /** By the clock of the platform. */
  readonly now: number
  readonly owners: CodeOwners
}

export interface FoundByRules {
  /** In the objects that the plan writes. */
  readonly faults: readonly Problem[]
  /** What only warns there. */
  readonly warnings: readonly Problem[]
  readonly stops: readonly Stop[]
  readonly notes: readonly string[]
}

/** What rules find in what a plan writes, and in the plan itself. Throws if a rule cannot be read. */
export function judgeByRules(plan: Unsealed, { project, target, local, env, now, owners }: PlanGiven): FoundByRules {
  const { asked: rules, problems } = bookOf(project)
  const broken = [...problems, ...ownersProblems(rules, owners)].filter(({ warning }) => !warning)
  if (broken.length > 0) throw new ProblemsFound(broken, project.files)
  const notes = [...notYetHeld(project), ...problems.map(({ message }) => message)]
  if (rules.length === 0 || plan.objects.length === 0) return { faults: [], warnings: [], stops: [], notes }
  const { config, files } = project
  const judged = madeOnce(project, files, 'judged', () => judgeTreeModel(files))
  const judging: Judging = {
    rules,
    facts: { members: judged.members, ownersOf: owners.ownersOf, around: aroundOf(rules, local.tree) },
  }
  const { judgeObject, judgeAll } = createJudge(rules, judging.facts)
  const written = plan.objects.filter(({ action }) => action === 'create' || action === 'update')
  // Content made from another project was checked there.
  const inObjects = project.madeAt !== undefined ? [] : written.flatMap(({ key }) => judgeObject(local.tree, key))
  const isModelWritten = written.some(({ key }) => isKind(key, 'model'))
  const judge = (found: readonly Problem[]): readonly Problem[] =>
    waive(weighed(found, config.rules.weights), config.rules.waivers, target.name).problems
  const faults = judge([...inObjects, ...(isModelWritten ? findingsInModel(judged, judging) : [])])
  const changes = changesAsSubjects(changesIn(plan, target, config, { env, now }))
  const ofChanges = judge(judgeAll(changes))
  return {
    faults: faults.filter(({ warning }) => !warning),
    warnings: faults.filter(({ warning }) => warning),
    stops: ofChanges.flatMap(({ rule, message, warning }) =>
      warning ? [] : [{ kind: 'rule' as const, message: `${rule}: ${message}` }],
    ),
    notes: [...notes, ...ofChanges.flatMap(({ rule, message, warning }) => (warning ? [`${rule}: ${message}`] : []))],
  }
}

/** As many as people look at: a plan for a whole tenant may have thousands. */
export const MOST_SHOWN = 500

/** What does not stop a plan, as it is shown with the objects of the plan. */
export function findingsFor({ objects }: Unsealed, found: readonly Problem[]): FoundInPlan {
  const planned = new Set(objects.map(({ key }) => key))
  const all = found.flatMap(({ rule, key, message }): RuleFinding[] =>
    rule !== undefined && key && planned.has(key) ? [{ key, rule, message }] : [],
  )
  const more = all.length - MOST_SHOWN
  return {
    findings: all.slice(0, MOST_SHOWN),
    notes: more > 0 ? [`rules find ${counted(more)} more things than this plan holds: validate lists all of them`] : [],
  }
}

interface FoundInPlan {
  readonly findings: readonly RuleFinding[]
  /** That there are more. */
  readonly notes: readonly string[]
}

type Around = Pick<PlanGiven, 'env' | 'now'>

function changesIn({ objects }: Unsealed, target: Target, { rules }: Config, { env, now }: Around): OfChange[] {
  const of = {
    ...{ target: target.name, isProtected: target.protected, labels: labelsIn(env), ...momentIn(now, rules.timeZone) },
    changesModel: objects.some(({ key }) => isKind(key, 'model')),
    publishes: objects.some(({ publish }) => publish !== undefined),
  }
  return objects.map((object) => changeOf(object, of))
}

function changeOf(object: PlannedObject, plan: OfChange['plan']): OfChange {
  const { key, title, file, action, units, publish, loss, recreates } = object
  const { notice } = publish ?? loss ?? {}
  const { gains, loses, allows, forbids, moves } = accessOf(object)
  return {
    ...{ key, kind: kindOf(key), action, plan, name: title.at(-1) ?? '', file: file ?? 'boardwright.yaml' },
    ...{ units: units.map(({ unit }) => unit), isPublished: publish !== undefined, isRecreated: recreates === true },
    ...{ gains, loses, moves: moves !== undefined, allows: grantTexts(allows), forbids: grantTexts(forbids) },
    ...{ emails: notice?.notifications ?? undefined, tenants: notice?.tenants ?? undefined },
  }
}

const grantTexts = (grants: readonly Grant[]): string[] =>
  grants.flatMap(({ resourceType, resource, actions }) =>
    actions.map((action) => `${action} on ${resourceType} ${resource}`),
  )

/** Where a pipeline says which labels a pull request has. */
const labelsIn = (env: PlanGiven['env']): string[] =>
  (env['BOARDWRIGHT_LABELS'] ?? env['CI_MERGE_REQUEST_LABELS'] ?? '')
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '')
