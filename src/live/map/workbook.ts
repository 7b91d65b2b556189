import { isMap } from '@boardwright/common'
import { DashboardConfig, type DashboardConfigInput, type Workbook as Wire } from '@boardwright/platform'
import { withoutHidden } from '../../content/hidden-meta.ts'
import type { FolderPath, Workbook } from '../../content/model.ts'
import { dashboardFromWire, fromDashboard, type NameReport, type NumberOf } from './dashboard.ts'
import { setFields } from './given.ts'

export interface Dashboards {
  /** Whether viewers see it. An archived dashboard is not published. */
  readonly isPublished: boolean
  readonly published: DashboardConfig | undefined
  readonly draft: DashboardConfig | undefined
}

export function dashboardsOf({ publishedDashboard, dashboardPublished, dashboardDraft, meta }: Wire): Dashboards {
  const published = publishedDashboard?.config ?? dashboardPublished ?? undefined
  return {
    isPublished: publishedDashboard ? publishedDashboard.status === 'published' : published !== undefined,
    published,
    draft: dashboardDraft ?? draftIn(meta),
  }
}

/** A draft can be in either of two places. A value in `meta` that is not a dashboard is not a draft. */
function draftIn(meta: Wire['meta']): DashboardConfig | undefined {
  const draft = meta['dashboardDraft']
  return isMap(draft) && DashboardConfig.safeParse(draft).success ? (draft as DashboardConfig) : undefined
}

/** The dashboard that goes into the tree: what viewers see or, before the first publish, would see. */
export function dashboardInTree(wire: Wire, drafts: boolean): DashboardConfig | undefined {
  const { isPublished, published, draft } = dashboardsOf(wire)
  return (isPublished && !drafts ? published : draft) ?? published
}

export interface WorkbookIdentity {
  readonly slug: string
  readonly folder: FolderPath
  readonly drafts: boolean
  readonly nameReport: NameReport
}

export function workbookFromWire(wire: Wire, { slug, folder, drafts, nameReport }: WorkbookIdentity): Workbook {
  const config = dashboardInTree(wire, drafts)
  const meta = withoutHidden(wire.meta, 'workbook')
  const own = withoutDashboard({ name: wire.name, meta }, { slug, folder }, shownOf(wire))
  return config ? { ...own, dashboard: dashboardFromWire(config, nameReport) } : own
}

export interface Visibility {
  readonly isPublished: boolean
  readonly allowEmbed: boolean
  readonly published?: Workbook['published']
}

export function shownOf(wire: Wire): Visibility {
  const { isPublished } = dashboardsOf(wire)
  const published = isPublished ? publishedNames(wire) : undefined
  const allowEmbed = isPublished && wire.publishedDashboard?.allowEmbed === true
  return { isPublished, allowEmbed, ...(published && { published }) }
}

export const withoutDashboard = (
  { name, meta }: { readonly name: string; readonly meta: Workbook['meta'] },
  place: { readonly slug: string; readonly folder: FolderPath },
  { isPublished, allowEmbed, published }: Visibility,
): Workbook => ({
  ...place,
  name,
  publish: isPublished,
  meta,
  ...(allowEmbed ? { allowEmbed } : {}),
  ...(published ? { published } : {}),
})

/** The published title and description, where they differ from the dashboard's own. */
function publishedNames({ publishedDashboard }: Wire): Workbook['published'] {
  if (!publishedDashboard) return undefined
  const { title, description, config } = publishedDashboard
  const names = setFields({
    title: title === config.title ? undefined : title,
    description: description === config.description ? undefined : description,
  })
  return Object.keys(names).length > 0 ? names : undefined
}

/** Everything in a workbook's files, in the platform's form. */
export interface WrittenWorkbook {
  readonly slug: string
  readonly name: string
  readonly folderId: number | null
  readonly meta: Record<string, unknown>
  readonly config: DashboardConfigInput | null
  /** What a publish sends besides the dashboard itself. */
  readonly publication: {
    readonly title: string | null
    readonly description: string | null
    readonly allowEmbed: boolean
  } | null
}

export function fromWorkbook(workbook: Workbook, numbers: Omit<NumberOf, 'workbook'>): WrittenWorkbook {
  const { slug, name, folder, meta, publish, published, allowEmbed, dashboard } = workbook
  return {
    slug,
    name,
    folderId: folder.length === 0 ? null : numbers.folder(folder),
    meta: withoutHidden(meta, 'workbook'),
    config: dashboard ? fromDashboard(dashboard, numbers) : null,
    publication: publish
      ? {
          title: published?.title ?? dashboard?.title ?? null,
          description: published?.description ?? dashboard?.description ?? null,
          allowEmbed: allowEmbed ?? false,
        }
      : null,
  }
}
