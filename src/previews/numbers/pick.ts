import { stringifyJson } from '@boardwright/common'
import type { Config, Target } from '../../config/model.ts'
import { inScope } from '../../config/scope.ts'
import { ofKind } from '../../content/entity.ts'
import { queryMeaning } from '../../content/query.ts'
import { createGraph } from '../../lint/uses/graph.ts'
import { impactOf } from '../../lint/uses/impact.ts'
import { readSources } from '../../lint/uses/index-uses.ts'
import { movedMembers } from '../../lint/uses/moved-members.ts'
import { ProblemsFound, type SoundProject } from '../../project/local/project.ts'
import { readTreeFor } from '../../project/local/render.ts'
import { CONTENT } from '../../serialize/layout.ts'
import type { Files } from '../../workspace/tree.ts'
import type { RowsAsked } from '../page/rows.ts'

/** A report with rows that may differ, and the query on each side. */
export interface Picked {
  /** The report's file. */
  readonly report: string
  readonly name: string
  readonly before: RowsAsked | undefined
  readonly after: RowsAsked | undefined
  /** Why it is compared. */
  readonly because:
    | 'its query changed'
    | 'a member that it uses changed'
    | 'the data model changed in a part that cannot be read'
    | 'it is new'
    | 'everything is compared'
}

interface Declared {
  readonly report: string
  readonly name: string
  readonly asked: RowsAsked
}

/** Reports that have another query than in `before`, or use a member that changed. */
export function pickChanged(project: SoundProject, target: Target, before: Files): Picked[] {
  const now = requireDeclared(project, target)
  const old = declaredIn({ ...project, files: before }, target).declared
  const noLongerAsking = [...old].flatMap(([id, { report, name, asked }]): Picked[] =>
    !now.has(id) && project.files.has(report)
      ? [{ report, name, before: asked, after: undefined, because: 'its query changed' }]
      : [],
  )
  const moved = movedMembers(before, project.files)
  const reached = moved.all ? undefined : usersOf(project.files, moved.members)
  const picked = [...now].flatMap(([id, { report, name, asked }]): Picked[] => {
    const was = old.get(id)?.asked
    if (was === undefined) return [{ report, name, before: undefined, after: asked, because: 'it is new' }]
    const both = { report, name, before: was, after: asked }
    if (stringifyJson(was) !== stringifyJson(asked)) return [{ ...both, because: 'its query changed' }]
    if (reached === undefined) return [{ ...both, because: 'the data model changed in a part that cannot be read' }]
    return reached.has(report) ? [{ ...both, because: 'a member that it uses changed' }] : []
  })
  return [...picked, ...noLongerAsking]
}

/** Files of reports that use these members, directly or indirectly. */
function usersOf(files: Files, members: readonly string[]): ReadonlySet<string> {
  const owners = [...new Set(members.map((name) => name.split('.')[0] ?? ''))]
  const graph = createGraph(readSources(files), members, owners)
  return new Set(members.flatMap((name) => impactOf(graph, name).usedBy.map(({ by }) => by)))
}

/** Every report of the tree, rendered for both targets. */
export function pickAll(project: SoundProject, base: Target, target: Target): Picked[] {
  const now = requireDeclared(project, target)
  const old = declaredIn(project, base).declared
  return [...now].map(([id, { report, name, asked }]) => ({
    ...{ report, name, before: old.get(id)?.asked, after: asked, because: 'everything is compared' },
  }))
}

/** Refuses a tree with errors: an unreadable file may be a report with numbers that changed. */
function requireDeclared(project: SoundProject, target: Target): ReadonlyMap<string, Declared> {
  const { declared, problems } = declaredIn(project, target)
  const broken = problems.filter(({ warning }) => !warning)
  if (broken.length > 0) throw new ProblemsFound(broken, project.files)
  return declared
}

/** Reports of the target that ask for rows, by id, in the order of their files. */
function declaredIn(project: SoundProject, target: Target) {
  const { tree, problems } = readTreeFor(project, project.config satisfies Config, target)
  const declared = ofKind(tree.content, 'report').flatMap(({ key, own: { id }, whole }): [string, Declared][] => {
    const { definition } = whole()
    const query = queryMeaning(definition)
    const { name, sql, pythonCode, source } = definition
    const asked: RowsAsked = { query: typeof query === 'object' ? query : undefined, sql, pythonCode }
    const isAsking = asked.query !== undefined || (typeof sql === 'string' && sql.trim() !== '')
    const report = tree.sources.get(key)?.document.file ?? id
    const path = report.slice(CONTENT.length + 1)
    return isAsking && inScope(target.scope, { path, kind: 'report', source }) ? [[id, { report, name, asked }]] : []
  })
  return { declared: new Map(declared.sort(([, a], [, b]) => (a.report < b.report ? -1 : 1))), problems }
}
