import type { Workbook } from '../content/model.ts'
import type { PlannedObject } from '../plan/plan-file.ts'

const FIELDS: ReadonlySet<string> = new Set(['name', 'slug', 'folder', 'meta'])
const PUBLICATION: ReadonlySet<string> = new Set(['publish', 'allowEmbed', 'published'])
const EMBED = 'embed '

export const isFieldUnit = (unit: string): boolean => FIELDS.has(unit)
export const isDashboardUnit = (unit: string): boolean =>
  !FIELDS.has(unit) && !PUBLICATION.has(unit) && !unit.startsWith(EMBED)

/** Units that say where a widget is, or what it is. */
export const isPlacement = (unit: string): boolean => unit === 'layout' || unit.startsWith('widget ')

/**
 * Whether only the name changes. A new name can go into the same write as the ledger that opens the workbook; no other
 * field can.
 */
export const isNameAlone = (fields: readonly string[]): boolean => fields.length === 1 && fields[0] === 'name'

/** Which writes a workbook needs. */
export interface Parts {
  readonly fields: readonly string[]
  /** Whether the dashboard changes, so that its draft has to be written. */
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
