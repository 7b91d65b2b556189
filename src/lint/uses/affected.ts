import { type DocumentKind, hasWidgets } from '../../content/files.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { withoutOverlay } from '../../serialize/locate.ts'
import { changedMembers } from './changed-members.ts'
import { createGraph, type Edge } from './graph.ts'
import { type Impact, impactOf } from './impact.ts'
import { readSources } from './index-uses.ts'

/** What a change of the data model affects, condensed enough to be drawn. */
export interface AffectedContent {
  /** Members that change, members made of them, and dashboards. */
  readonly nodes: AffectedNode[]
  /** From what is used to what uses it. */
  readonly edges: [from: number, to: number][]
  /** How many reports and dashboards use a member that changes, including those not shown. */
  readonly reports: number
  readonly dashboards: number
  /** How many members and dashboards were left out of the nodes. */
  readonly more: number
}

export interface AffectedNode {
  readonly name: string
  readonly what: 'changed' | 'removed' | 'member' | 'dashboard' | 'alone'
  /** How many of its reports use a member that changes. */
  readonly reports: number
}

const MOST_MEMBERS = 24
const MOST_DASHBOARDS = 16

/** `before` and `files` differ in the data model. Undefined if no content uses what changed. */
export function affectedBy(before: TreeFiles, files: TreeFiles): AffectedContent | undefined {
  const names = changedMembers(before, files)
  if (names.length === 0) return undefined
  const graph = createGraph(readSources(files), names, [...new Set(names.map(ownerOf))])
  return condensed(
    names.map((name) => impactOf(graph, name)),
    graph.documents,
  )
}

const ownerOf = (name: string): string => name.split('.')[0] ?? ''

interface Reached {
  readonly name: string
  readonly reports: Set<string>
  readonly members: Set<string>
}

type Documents = ReadonlyMap<string, DocumentKind>

function condensed(impacts: readonly Impact[], documents: Documents): AffectedContent | undefined {
  const edges = impacts.flatMap(({ usedBy }) => usedBy)
  const shownOn = valuesOf(edges.filter(({ how }) => how === 'shown').map(({ by, uses }) => [uses, withoutOverlay(by)]))
  const reached = new Map<string, Reached>()
  const reach = (dashboard: string, member: string, report?: string): void => {
    const found = reached.get(dashboard) ?? { name: dashboard, reports: new Set(), members: new Set() }
    reached.set(dashboard, found)
    found.members.add(member)
    if (report !== undefined) found.reports.add(report)
  }
  for (const { by, uses, how } of edges) {
    const kind = documents.get(by)
    if (how === 'shown' || kind === undefined) continue
    const file = withoutOverlay(by)
    if (hasWidgets(kind)) reach(file, uses)
    else for (const dashboard of shownOn.get(file) ?? [ALONE]) reach(dashboard, uses, file)
  }
  if (reached.size === 0) return undefined
  return drawn(impacts, edges, documents, [...reached.values()])
}

/** In place of a dashboard, for reports that no dashboard shows. */
const ALONE = ''

function drawn(
  impacts: readonly Impact[],
  edges: readonly Edge[],
  documents: Documents,
  reached: readonly Reached[],
): AffectedContent {
  const byReports = reached.toSorted((a, b) => b.reports.size - a.reports.size || (a.name < b.name ? -1 : 1))
  const dashboards = byReports.slice(0, MOST_DASHBOARDS)
  const made = [...new Set(edges.flatMap(({ by }) => (documents.has(by) ? [] : [by])))]
  const changed = new Map(impacts.map(({ of, isGone }) => [of, isGone ? ('removed' as const) : ('changed' as const)]))
  const used = new Set(edges.map(({ uses }) => uses))
  const members = [...new Set([...changed.keys(), ...made])].filter((name) => used.has(name))
  const shown = members.slice(0, MOST_MEMBERS)
  const nodes: AffectedNode[] = [
    ...shown.map((name): AffectedNode => ({ name, what: changed.get(name) ?? 'member', reports: 0 })),
    ...dashboards.map(
      ({ name, reports }): AffectedNode => ({
        ...{ name: name.replace(/^content\/|\/[^/]*$/g, '') },
        ...{ what: name === ALONE ? 'alone' : 'dashboard', reports: reports.size },
      }),
    ),
  ]
  const memberAt = new Map(shown.map((name, index) => [name, index]))
  const between = edges.map(({ uses, by }) => [memberAt.get(uses), memberAt.get(by)] as const)
  const toDashboards = dashboards.flatMap((each, index) =>
    [...each.members].map((name) => [memberAt.get(name), shown.length + index] as const),
  )
  const both = [...between, ...toDashboards].flatMap(([from, to]) =>
    from === undefined || to === undefined ? [] : [[from, to] as [number, number]],
  )
  return {
    nodes,
    edges: [...new Map(both.map((edge) => [edge.join(), edge])).values()],
    reports: new Set(reached.flatMap(({ reports }) => [...reports])).size,
    dashboards: reached.filter(({ name }) => name !== ALONE).length,
    more: members.length - shown.length + reached.length - dashboards.length,
  }
}

function valuesOf(pairs: readonly (readonly [key: string, value: string])[]): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>()
  for (const [key, value] of pairs) values.set(key, (values.get(key) ?? new Set()).add(value))
  return values
}
