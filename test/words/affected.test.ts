import { describe, expect, test } from 'vitest'
import type { Affected } from '../../src/plan/plan-file.ts'
import { affectedLines, affectedText, drawAffected } from '../../src/words/affected.ts'
import { renderComment } from '../../src/words/comment.ts'
import { renderHtml } from '../../src/words/html.ts'
import { plan } from './plans.ts'

const AFFECTED: Affected = {
  nodes: [
    { name: 'orders.total', what: 'changed', reports: 0 },
    { name: 'orders.double', what: 'member', reports: 0 },
    { name: 'sales/revenue', what: 'dashboard', reports: 2 },
    { name: '', what: 'alone', reports: 1 },
  ],
  edges: [
    [0, 1],
    [1, 2],
    [0, 3],
  ],
  ...{ reports: 3, dashboards: 1, more: 7 },
}
const PLAN = plan({ affected: AFFECTED })

describe('what a change of the data model affects', () => {
  test('is a graph in the comment, once for targets that are alike', () => {
    const { body } = renderComment({ projectId: '7f3kQ2m9', plans: [PLAN, PLAN] })
    expect(body).toContain(`#### What the change of the data model reaches

3 reports on 1 dashboard use orders.total.

\`\`\`mermaid
graph LR
  n0["orders.total"]
  n1["orders.double"]
  n2["sales/revenue (2 reports)"]
  n3["1 report on no dashboard"]
  n0 --> n1
  n1 --> n2
  n0 --> n3
\`\`\`

7 more are not shown here; \`boardwright impact\` lists all of them.`)
    expect(body.match(/mermaid/g)).toHaveLength(1)
  })

  test.each(['"]; click n0 "https://evil.example"', '`\n```\n# x', '<img src=x onerror=alert(1)>', '%%{init: {}}%%'])(
    'a name is shown as text: %s',
    (name) => {
      const lines = affectedLines([
        plan({ affected: { ...AFFECTED, nodes: AFFECTED.nodes.map((each) => ({ ...each, name })) } }),
      ])
      const block = lines.slice(lines.indexOf('graph LR'), lines.lastIndexOf('```'))
      expect(block.join('\n')).not.toMatch(/<|%%|`/)
      expect(block.filter((text) => !/^ {2}n\d+(\["[^"\n]*"\]| --> n\d+)$/.test(text))).toEqual(['graph LR'])
    },
  )

  test('is drawn from left to right, dashboards last', () => {
    const { shapes, width } = drawAffected(AFFECTED)
    const xs = shapes.flatMap((shape) => (shape.kind === 'box' ? [shape.x] : []))
    expect(new Set(xs.slice(2)).size).toBe(1)
    expect(xs[0]).toBeLessThan(xs[1] ?? 0)
    expect(xs[1]).toBeLessThan(xs[2] ?? 0)
    expect(Math.max(...xs) + 250).toBeLessThanOrEqual(width)
    expect(renderHtml(PLAN)).toContain(`aria-label="${affectedText(AFFECTED)}"`)
  })

  test('a cycle of members ends', () => {
    const circle = { ...AFFECTED, edges: [[0, 1] as [number, number], [1, 0] as [number, number]] }
    expect(drawAffected(circle).width).toBeLessThan(3_000)
  })
})
