import type { Workbook } from '../content/model.ts'
import type { PlannedObject } from '../plan/plan-file.ts'

const FIELDS: ReadonlySet<string> = new Set(['name', 'slug', 'folder', 'meta'])
const PUBLICATION: ReadonlySet<string> = new Set(['publish', 'allowEmbed', 'published'])
const EMBED = 'embed '

export const isFieldUnit = (unit: string): boolean => FIELDS.has(unit)
export const isDashboardUnit = (unit: string): boolean =>
  !FIELDS.has(unit) && !PUBLICATION.has(unit) && !unit.startsWith(EMBED)

/** Where a widget is, and what it is. */
export const isPlacement = (unit: string): boolean => unit === 'layout' || unit.startsWith('widget ')

/** A new name is written together with the ledger that opens the workbook. No other field can be. */
export const isNameAlone = (fields: readonly string[]): boolean => fields.length === 1 && fields[0] === 'name'

/** Which writes a workbook needs. */
export interface Parts {
  readonly fields: readonly string[]
  /** The dashboard changes, so its draft is written. */
  readonly draft: boolean
  readonly audiences: readonly string[]
}

export function partsOf({ action, units }: PlannedObject, workbook: Workbook | undefined): Parts {
  if (action === 'create') {
    const audiences = Object.entries(workbook?.embedAccess ?? {}).filter(([, given]) => given !== 'none')
    return { fields: [], draft: workbook?.dashboard !== undefined, audiences: audiences.map(([audience]) => audience) }
  }
  const names = units.map(({ unit }) => unit)
  return {
    fields: names.filter(isFieldUnit),
    draft: names.some(isDashboardUnit),
    audiences: names.filter((unit) => unit.startsWith(EMBED)).map((unit) => unit.slice(EMBED.length)),
  }
}
