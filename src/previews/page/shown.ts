import { type Content, withObjects } from '../../content/entity.ts'
import type { Key, Report } from '../../content/model.ts'
import { OBJECTS } from '../../content/objects.ts'
import { reportOf } from '../../content/references.ts'
import { digestOf, type UnitDigests } from '../../content/threeway.ts'
import { readDigests } from '../../content/unit-digests.ts'
import { beforeOurWrites } from '../../content/versions.ts'
import type { Plan } from '../../plan/plan-file.ts'
import type { Planned } from '../../project/plan.ts'

/** A plan, with the history to look into. */
export interface PlanInHistory {
  readonly plan: Plan
  readonly inputs: Planned['inputs']
  readonly past: Planned['past']
}

/** What viewers of a page see now. */
export type SeenOn = (page: string) => Content

/**
 * What is live, but with the reports of each dashboard that the plan publishes as they were at its last publish: an
 * apply may have written them since, and stopped there. What they said then is looked up in git.
 */
export async function readShown({ plan, inputs, past }: PlanInHistory): Promise<SeenOn> {
  const { live, history } = inputs
  const contents = new Map<string, Content>()
  for (const { key, publish } of plan.objects) {
    const snapshots = publish ? (live.facts.get(key)?.publication?.snapshots ?? []) : []
    const older = snapshots.flatMap(({ report, version }) => {
      const found = reportOf(report)
      const facts = found && live.facts.get(found)
      const was: UnitDigests = facts && version !== undefined ? beforeOurWrites(version, facts) : new Map()
      return found && was.size > 0 ? [[found, was] as const] : []
    })
    if (older.length === 0) continue
    const trees = await Promise.all([...history.relations.keys()].map(past.treeAt))
    const then = trees.flatMap((tree) => tree?.whole() ?? [])
    const reports = older.flatMap(([report, was]): [Key, Report][] => {
      const now = live.content.get(report)?.whole()
      return now ? [[report, [...was].reduce((seen, unit) => withUnit(seen, report, unit, then), now)]] : []
    })
    contents.set(key, withObjects(live.content, new Map(reports)))
  }
  return (page) => contents.get(page) ?? live.content
}

/** With one unit as the first tree says it that has it with this digest. */
function withUnit(
  report: Report,
  key: Key<'report'>,
  [unit, digest]: readonly [string, string],
  then: readonly Content[],
): Report {
  const tree = then.find((each) => {
    const found = each.get(key)
    return found && digestOf(readDigests(found.digests()), unit) === digest
  })
  const old = tree?.get(key)?.whole()
  return old ? OBJECTS.report.merge(old, report, (name) => (name === unit ? 'repo' : 'live')) : report
}
