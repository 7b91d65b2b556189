/** Units of a workbook outside its dashboard; writing them needs no publish. */
const OF_WORKBOOK: ReadonlySet<string> = new Set(['name', 'slug', 'folder', 'meta'])

export const isOfDashboard = (unit: string): boolean => !OF_WORKBOOK.has(unit) && !unit.startsWith('embed ')

/** Units that a publish changes, but not a draft. */
const OF_PUBLICATION: ReadonlySet<string> = new Set(['publish', 'allowEmbed', 'published'])

export const isOfDraft = (unit: string): boolean => isOfDashboard(unit) && !OF_PUBLICATION.has(unit)

/** Where a report is kept, which viewers do not see. */
export const PLACES: ReadonlySet<string> = new Set(['workbook', 'folder'])
