import process from 'node:process'
import { counted } from '../content/counted.ts'
import type { CommonPlan, Plan } from '../project/plan.ts'
import type { DrawnDashboard } from '../words/html/charts.ts'
import { isColored, strokesOf } from './colors.ts'
import { settings } from './settings.ts'

/** What `--format` takes; `--json` prints JSON. */
export const PLAN_FORMATS = ['text', 'markdown', 'html'] as const
export type PlanFormat = (typeof PLAN_FORMATS)[number] | 'json'

/** A plan in the given format. Text has colours if they are wanted. */
export async function printPlan(
  plan: Plan,
  format: PlanFormat,
  { drawn = [], isAgreed = false }: { readonly drawn?: readonly DrawnDashboard[]; readonly isAgreed?: boolean } = {},
): Promise<string> {
  const { renderHtml, renderJson, renderMarkdown, renderText } = await import('../words/index.ts')
  if (format === 'json') return renderJson(plan)
  if (format === 'markdown') return renderMarkdown(plan)
  if (format === 'html') return renderHtml(plan, drawn)
  return renderText(plan, { ...terminal(), isAgreed })
}

export const printObjects = async (plan: CommonPlan): Promise<string> =>
  (await import('../words/index.ts')).renderObjects(plan, terminal())

const WIDEST = 120
const WITHOUT_TERMINAL = 100

export const terminal = () => ({
  width: Math.min(process.stdout.isTTY ? process.stdout.columns : WITHOUT_TERMINAL, WIDEST),
  color: isColored(process.stdout),
  verbose: settings().verbose,
  strokes: strokesOf(process.stdout),
})

/** A plan on one line, for a list of targets. */
export function describePlan({ summary, stops }: Plan): string {
  const changes = (['create', 'update', 'delete', 'publish'] as const)
    .filter((kind) => summary[kind] > 0)
    .map((kind) => `${summary[kind]} ${kind}`)
  const rest = [
    ...(summary.held > 0 ? [`${counted(summary.held)} held`] : []),
    ...(stops.length > 0 ? [`stopped: ${stops.map(({ kind }) => kind).join(', ')}`] : []),
  ]
  return [changes.join(', ') || 'no changes', ...rest].join('; ')
}
