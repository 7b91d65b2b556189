import type { Plan } from '../plan-file.ts'
import { inQuotes } from './values.ts'

/** What people call things that values name by id. */
export interface Names {
  /** A report that a widget shows: `report/<id>`, `id:<id>` or `missing(...)`. */
  readonly report: (reference: string) => string
  /** A widget by its id, where a drawing of the plan names it. */
  readonly widget: (id: string) => string | undefined
}

export const NO_NAMES: Names = { report: (reference) => bareReport(reference), widget: () => undefined }

const bareReport = (reference: string): string =>
  reference.startsWith('report/') ? `report ${inQuotes(reference.slice('report/'.length))}` : inQuotes(reference)

/** Names as the plan has them. */
export function namesIn(plan: Plan): Names {
  const titles = new Map<string, string>(
    [...plan.left, ...plan.held, ...plan.objects].map(({ key, title }) => [key, title.at(-1) ?? '']),
  )
  return {
    report: (reference) => {
      const title = titles.get(reference)
      return title === undefined ? bareReport(reference) : inQuotes(title)
    },
    widget: () => undefined,
  }
}

/** The same, with the labels of a drawing. */
export function withLabels(names: Names, drawing: Plan['objects'][number]['drawing']): Names {
  if (drawing === undefined) return names
  const labels = new Map([...drawing.before, ...drawing.after].map(({ id, label }) => [id, label]))
  return { ...names, widget: (id) => labels.get(id) || undefined }
}
