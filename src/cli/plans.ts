import process from 'node:process'
import type { Plan, Planned } from '../sync/plan.ts'

export const PLAN_FORMATS = ['text', 'json', 'markdown'] as const
export type PlanFormat = (typeof PLAN_FORMATS)[number]

/** A plan as text. Colour only on a terminal, and only when nobody said no. */
export async function printPlan(plan: Plan, format: PlanFormat): Promise<string> {
  const { renderJson, renderMarkdown, renderText } = await import('../sync/render-plan.ts')
  if (format === 'json') return renderJson(plan)
  if (format === 'markdown') return renderMarkdown(plan)
  return renderText(plan, terminal())
}

const WIDEST = 120
const WITHOUT_TERMINAL = 100

export const terminal = (): { readonly width: number; readonly color: boolean } => ({
  width: Math.min(process.stdout.isTTY ? process.stdout.columns : WITHOUT_TERMINAL, WIDEST),
  color: process.stdout.isTTY === true && !process.env['NO_COLOR'] && !process.argv.includes('--no-color'),
})

/** What was read, by whom, and that nothing was written. */
export function describeReading({ target, caller, requests, writeRequests }: Planned, ms: number): string {
  const role = caller.isAdmin ? 'admin' : 'not known to be an admin: there may be more than it sees'
  const seconds = ms < 10_000 ? (ms / 1000).toFixed(1) : String(Math.round(ms / 1000))
  return `Read ${target.name} in ${seconds} s with ${requests} requests, as ${caller.email ?? 'an unknown user'} (${role}). ${writeRequests} write requests.`
}
