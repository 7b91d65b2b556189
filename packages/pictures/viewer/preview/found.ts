import type { PreviewEntry } from '../../scene.ts'

/** A line of the list. */
export interface Found extends PreviewEntry {
  /** The workbook, for a report. */
  readonly within?: string
}

const textOf = ({ name, slug, folder }: PreviewEntry): string => [name, slug, ...folder].join(' ').toLowerCase()

/** Entries that match all words. In other workbooks, the reports that match the words which the workbook does not. */
export function search(entries: readonly PreviewEntry[], text: string): Found[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return entries.flatMap((entry): Found[] => {
    const rest = words.filter((word) => !textOf(entry).includes(word))
    return rest.length === 0
      ? [entry]
      : reportsIn(entry).filter(({ name, title = '' }) =>
          rest.every((word) => `${name} ${title}`.toLowerCase().includes(word)),
        )
  })
}

/** The page at a slug. */
export function entryAt(entries: readonly PreviewEntry[], slug: string | undefined): Found | undefined {
  if (slug === undefined) return undefined
  const own = entries.find((entry) => entry.slug === slug)
  if (own) return own
  const holder = entries.find(({ reports = [] }) => reports.some((report) => report.slug === slug))
  const inside = holder && reportsIn(holder).find((report) => report.slug === slug)
  return inside && { ...inside, folder: [...inside.folder, holder.name] }
}

const reportsIn = ({
  reports = [],
  name,
  folder,
  file,
}: PreviewEntry): (Found & { readonly title?: string | undefined })[] =>
  reports.map((report) => ({ ...report, folder, file, kind: 'REPORT', isPublished: true, within: name }))
