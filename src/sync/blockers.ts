import { type Key, reportKey, workbookKey } from '../content/model.ts'
import type { Problem } from '../content/problem.ts'
import type { ContentSummary } from '../content/summary.ts'
import type { SoundProject } from '../project/project.ts'
import { checkTree } from '../serialize/check.ts'
import { plainIds, writtenIds } from './plain-ids.ts'
import type { Planned } from './plan.ts'

/** What would mean something else, or nothing, in the other target. All of it at once. */
export function blockersOf(project: SoundProject, from: Planned, to: Planned): Problem[] {
  const { content: tree } = to.local.tree
  const promoted = keysOf(to.inputs.desired)
  const dashboards = [...to.local.tree.dashboards]
    .filter(([key]) => promoted.has(key))
    .map(([, { document }]) => document)
  const files = new Set(dashboards.map(({ file }) => file))
  const dangling = checkTree(to.local.tree, project.files, () => UNCHECKED).filter(
    ({ kind, at }) => kind === 'REFERENCE_DANGLING' && files.has(at.file),
  )
  const ids = new Set([...writtenIds(tree.reports), ...from.live.publicIds.values(), ...to.live.publicIds.values()])
  const numbers = from.notes.flatMap(({ kind, key, message }): Problem[] => {
    const file = key === undefined ? undefined : to.inputs.files.get(key)
    if (kind !== 'suspicious-number' || file === undefined || key === undefined || !promoted.has(key)) return []
    return [
      {
        kind: 'PROMOTE_BLOCKED',
        at: { file },
        message,
        hint: 'Name the report by its reference, in a widget of a kind that shows reports.',
      },
    ]
  })
  return [...dangling, ...plainIds(dashboards, ids), ...numbers].map(({ warning: _warning, ...problem }) => ({
    ...problem,
    kind: 'PROMOTE_BLOCKED' as const,
  }))
}

/** Workbooks and reports. */
export const keysOf = ({ workbooks, reports }: Pick<ContentSummary, 'workbooks' | 'reports'>): ReadonlySet<Key> =>
  new Set([...workbooks.map(({ slug }) => workbookKey(slug)), ...reports.map(({ id }) => reportKey(id))])

const UNCHECKED = { known: false, because: 'it is done elsewhere' } as const
