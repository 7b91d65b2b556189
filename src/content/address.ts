/** What a target says about the addresses of its dashboards. */
export interface Addressed {
  readonly url: string
  readonly deployment: number
  /** The address of a dashboard, with names in braces. */
  readonly links?: string | undefined
}

export interface DashboardIds {
  readonly slug: string
  /** The number of its workbook. */
  readonly workbook?: number | undefined
  /** Undefined before it is published for the first time. */
  readonly publicId?: string | undefined
}

const NAME = /\{(url|deployment|workbook|slug|publicId)\}/g

/** Where people open a dashboard; undefined if nobody says so, or if that takes an id that it does not have yet. */
export function addressOf({ url, deployment, links }: Addressed, ids: DashboardIds): string | undefined {
  const values: Readonly<Record<string, string | number | undefined>> = { url, deployment, ...ids }
  const isKnown = links !== undefined && [...links.matchAll(NAME)].every(([, name = '']) => values[name] !== undefined)
  if (!isKnown) return undefined
  return links.replace(NAME, (_, name: string) => (name === 'url' ? url : encodeURIComponent(values[name] ?? '')))
}
