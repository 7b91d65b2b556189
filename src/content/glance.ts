import type { Dashboard, Report, ReportDefinition, ReportReference, Workbook } from './model.ts'

/**
 * What is known of an object without its definition: of a report whose file did not change since it was read the last
 * time, or of a workbook with such a dashboard. The definition is read when somebody asks for it.
 */
export interface Glance {
  /** By unit, in the order of the units, as far as the definition says them. */
  readonly digests: Readonly<Record<string, string>>
  /** The reports that the definition names. */
  readonly references: readonly ReportReference[]
  /** What a report comes from. */
  readonly source?: string | undefined
  /** The definition is at hand all the same. */
  readonly isRead?: boolean
}

const glances = new WeakMap<object, Glance>()

/** Undefined where the object was read. */
export const glanceAt = (object: Report | Workbook): Glance | undefined => glances.get(object)

export const sourceOf = (report: Report): string | undefined => {
  const glance = glanceAt(report)
  return glance ? glance.source : report.definition.source
}

export function glancedReport(known: Omit<Report, 'definition'>, glance: Glance, read: () => ReportDefinition): Report {
  let definition: ReportDefinition | undefined
  const report: Report = {
    ...known,
    get definition() {
      definition ??= read()
      return definition
    },
  }
  glances.set(report, glance)
  return report
}

export function glancedWorkbook(known: Workbook, glance: Glance, read: () => Dashboard): Workbook {
  let dashboard: Dashboard | undefined
  const workbook: Workbook = {
    ...known,
    get dashboard() {
      dashboard ??= read()
      return dashboard
    },
  }
  glances.set(workbook, glance)
  return workbook
}
