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

/** Objects of which one part is read when somebody asks for it. It is their own all the same: a copy of one has it. */
class Glanced {
  readonly #glance: Glance
  readonly #read: () => unknown
  #part: unknown

  constructor(known: object, part: 'definition' | 'dashboard', glance: Glance, read: () => unknown) {
    this.#glance = glance
    this.#read = read
    Object.assign(this, known)
    Object.defineProperty(this, part, PART)
  }

  static glanceOf(object: object): Glance | undefined {
    return #glance in object ? object.#glance : undefined
  }

  static partOf(object: Glanced): unknown {
    object.#part ??= object.#read()
    return object.#part
  }
}

/** One for all of them. With an accessor of its own each of thousands of objects would have a shape of its own. */
const PART: PropertyDescriptor = {
  enumerable: true,
  configurable: true,
  get(this: Glanced) {
    return Glanced.partOf(this)
  },
}

/** Undefined where the object was read. */
export const glanceAt = (object: object): Glance | undefined => Glanced.glanceOf(object)

export const sourceOf = (report: Report): string | undefined => {
  const glance = glanceAt(report)
  return glance ? glance.source : report.definition.source
}

export const glancedReport = (
  known: Omit<Report, 'definition'>,
  glance: Glance,
  read: () => ReportDefinition,
): Report => new Glanced(known, 'definition', glance, read) as object as Report

export const glancedWorkbook = (known: Workbook, glance: Glance, read: () => Dashboard): Workbook =>
  new Glanced(known, 'dashboard', glance, read) as object as Workbook
