import { type Key, reportKey, workbookKey } from '../../content/model.ts'
import type { Problem } from '../../content/problem.ts'
import type { ContentSummary } from '../../content/summary.ts'
import { ERRORS } from '../../errors.ts'
import type { SoundProject } from '../../project/project.ts'
import { checkTree } from '../../serialize/check.ts'
import type { Planned } from '../plan.ts'
import { plainIds, writtenIds } from '../validate/plain-ids.ts'

/**
 * Everything in this plan that would mean something else, or nothing, in the other target. Reports all problems at
 * once.
 */
export function blockersOf(project: SoundProject, from: Planned, to: Planned): Problem[] {
  const { objects, held } = to.plan
  const written = new Set([...objects.filter(({ action }) => action !== 'delete'), ...held].map(({ key }) => key))
  const moving = new Set([...keysOf(from.inputs.desired)].filter((key) => written.has(key)))
  const dashboards = [...to.local.tree.dashboards]
    .filter(([key]) => moving.has(key))
    .map(([, { document }]) => document)
  const files = new Set(dashboards.map(({ file }) => file))
  const dangling = checkTree(to.local.tree, project.files, () => UNCHECKED).filter(
    ({ kind, at }) => kind === 'REFERENCE_DANGLING' && files.has(at.file),
  )
  const numbers = from.notes.flatMap(({ kind, key, message }): Problem[] => {
    const file = key === undefined ? undefined : to.inputs.files.get(key)
    if (kind !== 'suspicious-number' || file === undefined || key === undefined || !moving.has(key)) return []
    return [
      {
        kind: 'PROMOTE_BLOCKED',
        at: { file },
        message,
        hint: 'Name the report by its reference, in a widget of a kind that shows reports.',
      },
    ]
  })
  return [...dangling, ...plainIds(dashboards, foreignIds(from, to), to.local), ...numbers].map(
    ({ warning: _warning, kind, hint = ERRORS[kind].hint, ...problem }) => ({
      ...{ ...problem, kind: 'PROMOTE_BLOCKED' as const },
      hint: `${hint} Commit it, apply it to ${from.target.name}, then promote with --at HEAD.`,
    }),
  )
}

/** Public ids that reports have in some target, but that no report has in the target being written. */
function foreignIds(from: Planned, to: Planned): ReadonlySet<string> {
  const { reports } = to.local.tree.content
  const written = new Set([...writtenIds(reports), ...from.live.publicIds.values()])
  const own = new Set(to.live.publicIds.values())
  if (to.target.home) for (const { id } of reports) if (!to.live.publicIds.has(reportKey(id))) own.add(id)
  return new Set([...written].filter((id) => !own.has(id)))
}

export const keysOf = ({ workbooks, reports }: Pick<ContentSummary, 'workbooks' | 'reports'>): ReadonlySet<Key> =>
  new Set([...workbooks.map(({ slug }) => workbookKey(slug)), ...reports.map(({ id }) => reportKey(id))])

const UNCHECKED = { known: false, because: 'it is done elsewhere' } as const
