import { largest } from '@boardwright/common'
import { box, fitText, line, path, type Shape, type Sheet } from '@boardwright/pictures'
import { counted, plural } from '../content/counted.ts'
import { printableName } from '../content/printable.ts'
import type { Affected, CommonPlan } from '../plan/plan-file.ts'
import { fenced } from './escape.ts'
import { mermaid } from './mermaid.ts'

type Node = Affected['nodes'][number]

export const AFFECTED_TITLE = 'What the change of the data model reaches'

/** How much uses the changed members, in one sentence. */
export function affectedText({ nodes, reports, dashboards }: Affected): string {
  const changed = nodes.filter(({ what }) => what === 'changed' || what === 'removed').map(({ name }) => name)
  const users = [
    ...(reports > 0 ? [plural(reports, 'report')] : []),
    ...(dashboards > 0 ? [plural(dashboards, 'dashboard')] : []),
  ]
  const what =
    changed.length === 1 ? printableName(changed[0] ?? '') : `${plural(changed.length, 'member')} that change`
  return `${users.join(' on ')} ${reports + dashboards === 1 ? 'uses' : 'use'} ${what}.`
}

const moreText = ({ more }: Affected): string[] =>
  more === 0 ? [] : [`${counted(more)} more are not shown here; \`boardwright impact\` lists all of them.`]

/** As Mermaid graphs for forges; each distinct graph appears once. */
export function affectedLines(plans: readonly CommonPlan[]): string[] {
  const all = new Map(plans.flatMap(({ affected }) => (affected ? [[JSON.stringify(affected), affected]] : [])))
  return [...all.values()].flatMap((affected, index) => [
    ...(index === 0 ? [`#### ${AFFECTED_TITLE}`] : []),
    '',
    affectedText(affected),
    '',
    ...fenced('mermaid', mermaid(affected.nodes.map(labelOf), affected.edges)),
    ...moreText(affected).flatMap((text) => ['', text]),
  ])
}

function labelOf({ name, what, reports }: Node): string {
  if (what === 'alone') return `${plural(reports, 'report')} on no dashboard`
  const [label, count] = [printableName(name), plural(reports, 'report')]
  if (what === 'dashboard') return reports === 0 ? label : `${label} (${count})`
  return what === 'removed' ? `${label} (removed)` : label
}

const [NODE, ROW, COLUMN, MARGIN] = [250, 30, 330, 16]

/** As a picture: what changes on the left, what uses it to the right. */
export function drawAffected(affected: Affected): Sheet {
  const columns = columnsOf(affected)
  const places = affected.nodes.map((_, index) => {
    const column = columns[index] ?? 0
    const row = columns.slice(0, index).filter((each) => each === column).length
    return [MARGIN + column * COLUMN, MARGIN + row * (ROW + 10)] as const
  })
  const lines = affected.edges.flatMap(([from, to]): Shape[] => {
    const [start, end] = [places[from], places[to]]
    if (!start || !end) return []
    const [y, z] = [start[1] + ROW / 2, end[1] + ROW / 2]
    return [path('edge', 1.5, [start[0] + NODE, y], [start[0] + NODE + 20, y], [end[0] - 20, z], [end[0], z])]
  })
  const boxes = affected.nodes.flatMap((node, index): Shape[] => {
    const [x, y] = places[index] ?? [0, 0]
    const { fill, stroke } = PAINTS[node.what]
    const face = { size: 12, bold: false }
    return [
      box([x, y, NODE, ROW], { radius: 6, fill, stroke, strokeWidth: 1 }),
      line([x + 10, y + 19], fitText(labelOf(node), NODE - 20, face), 12, 'text'),
    ]
  })
  return {
    width: largest(places.map(([x]) => x)) + NODE + MARGIN,
    height: largest(places.map(([, y]) => y)) + ROW + MARGIN,
    ...{ title: affectedText(affected), background: 'page', shapes: [...lines, ...boxes] },
  }
}

const PAINTS = {
  changed: { fill: 'changedTint', stroke: 'changed' },
  removed: { fill: 'removedTint', stroke: 'removed' },
  member: { fill: 'card', stroke: 'edge' },
  dashboard: { fill: 'movedTint', stroke: 'moved' },
  alone: { fill: 'movedTint', stroke: 'moved' },
} as const satisfies Readonly<Record<Node['what'], unknown>>

/**
 * Each node to the right of what it uses, and dashboards to the right of everything. The limits keep this finite even
 * if members form a cycle.
 */
function columnsOf({ nodes, edges }: Affected): number[] {
  const columns = nodes.map(() => 0)
  for (const _ of nodes) {
    for (const [from, to] of edges) {
      columns[to] = Math.min(nodes.length - 1, Math.max(columns[to] ?? 0, (columns[from] ?? 0) + 1))
    }
  }
  const last = largest(columns)
  return nodes.map(({ what }, index) => (what === 'dashboard' || what === 'alone' ? last : (columns[index] ?? 0)))
}
