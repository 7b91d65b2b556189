/** Units of a workbook that are not of its dashboard: they are written without publishing anything. */
const OF_WORKBOOK: ReadonlySet<string> = new Set(['name', 'slug', 'folder', 'meta'])

export const isOfDashboard = (unit: string): boolean => !OF_WORKBOOK.has(unit) && !unit.startsWith('embed ')

/** Units that go with a publish and are in no draft. */
const OF_PUBLICATION: ReadonlySet<string> = new Set(['publish', 'allowEmbed', 'published'])

/** What a draft holds. */
export const isOfDraft = (unit: string): boolean => isOfDashboard(unit) && !OF_PUBLICATION.has(unit)
