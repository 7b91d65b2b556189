import { type Dashboard, type Folder, pathText, type Widget, type Workbook } from '../../content/model.ts'
import { overlapFaults } from '../../lint/overlaps.ts'
import { schedulesOf, workbooksNamed } from '../facts.ts'
import type { FieldsOf } from '../field.ts'
import { TEXTS } from '../types.ts'

export interface OfFolder {
  readonly folder: Folder
}

export interface OfWorkbook {
  readonly workbook: Workbook
}

export interface OfDashboard extends OfWorkbook {
  readonly dashboard: Dashboard
}

export interface OfWidget extends OfDashboard {
  readonly widget: Widget
}

export const FOLDER_FACTS: FieldsOf<OfFolder> = {
  name: { type: 'text', means: 'What people call it.', read: ({ folder }) => folder.path.at(-1), at: ['name'] },
  folder: {
    type: 'text',
    means: 'The names of the folders above it, with `/` between them.',
    read: ({ folder }) => pathText(folder.path.slice(0, -1)),
  },
  depth: { type: 'number', means: 'How deep it is: 1 at the top.', read: ({ folder }) => folder.path.length },
  position: {
    type: 'number',
    means: 'Its order among its siblings.',
    read: ({ folder }) => folder.position,
    at: ['position'],
  },
}

export const WORKBOOK_FACTS: FieldsOf<OfWorkbook> = {
  name: { type: 'text', means: 'What people call it.', read: ({ workbook }) => workbook.name, at: ['name'] },
  slug: { type: 'text', means: 'Its slug.', read: ({ workbook }) => workbook.slug, at: ['slug'] },
  folder: {
    type: 'text',
    means: 'The names of its folders from the top, with `/` between them.',
    read: ({ workbook }) => pathText(workbook.folder),
  },
  published: {
    type: 'boolean',
    means: 'Whether viewers see it.',
    read: ({ workbook }) => workbook.publish,
    at: ['publish'],
  },
  embedded: {
    type: 'boolean',
    means: 'Whether it may be embedded.',
    read: ({ workbook }) => workbook.allowEmbed === true,
    at: ['allowEmbed'],
  },
  audiences: {
    type: TEXTS,
    means: 'The tenants whose embedded users may see it; `*` is all of them.',
    read: ({ workbook: { embedAccess = {} } }) =>
      Object.keys(embedAccess).filter((each) => embedAccess[each] === 'read'),
    at: ['embedAccess'],
  },
  tags: {
    type: TEXTS,
    means: 'Its tags: `meta.tags`.',
    read: ({ workbook }) => asTexts(workbook.meta['tags']),
    at: ['meta', 'tags'],
  },
  schedules: {
    type: TEXTS,
    means: 'The slugs of the schedules in the tree that send its dashboard.',
    read: ({ workbook: { slug } }, { around }) => schedulesOf(around, slug),
    isAround: true,
  },
  sameName: {
    type: 'number',
    means: 'How many workbooks of its folder have its name, with itself.',
    read: ({ workbook: { name, folder } }, { around }) => workbooksNamed(around, name, folder),
    at: ['name'],
    isAround: true,
  },
}

/** What a workbook says of the dashboard in it. */
const { name, folder, published, embedded, audiences, tags, schedules } = WORKBOOK_FACTS
const ofWorkbook = { name, folder, published, embedded, audiences, tags, schedules } as const
const elsewhere = Object.fromEntries(
  Object.entries(ofWorkbook).flatMap(([key, field]) => {
    if (!field) return []
    const { at: _, ...rest } = field
    return [[key, rest]]
  }),
)

export const DASHBOARD_FACTS: FieldsOf<OfDashboard> = {
  ...elsewhere,
  title: {
    type: 'text',
    means: 'What viewers read above it.',
    read: ({ dashboard }) => dashboard.title,
    at: ['title'],
  },
  description: {
    type: 'text',
    means: 'What viewers read below the title.',
    read: ({ dashboard }) => dashboard.description,
    at: ['description'],
  },
  app: {
    type: 'boolean',
    means: 'Whether it is an app made of code.',
    read: ({ dashboard }) => dashboard.kind === 'APP',
    at: ['kind'],
  },
  widgets: {
    type: 'number',
    means: 'How many widgets it has.',
    read: ({ dashboard }) => dashboard.widgets.length,
    at: ['widgets'],
  },
  types: {
    type: TEXTS,
    means: 'The types of its widgets, each once.',
    read: ({ dashboard }) => [...new Set(dashboard.widgets.map(({ type }) => type))],
    at: ['widgets'],
  },
  timezone: {
    type: 'text',
    means: 'Its time zone: `settings.timezone`.',
    read: ({ dashboard }) => dashboard.settings?.['timezone'],
    at: ['settings', 'timezone'],
  },
  themeId: {
    type: 'text',
    means: 'The theme that it has.',
    read: ({ dashboard }) => dashboard.theme?.['themeId'],
    at: ['theme', 'themeId'],
  },
  overlaps: {
    type: TEXTS,
    means: 'The ids of widgets that lie on another one.',
    read: ({ dashboard }) => [...new Set(overlapFaults(dashboard.widgets, NOWHERE).map(({ of }) => String(of)))],
    at: ['widgets'],
  },
}

const NOWHERE = () => ({ at: { file: '' }, length: 0 })

const configured = (key: string) => ({
  read: ({ widget }: OfWidget) => asText(widget.config?.[key]),
  at: ['config', key],
})

export const WIDGET_FACTS: FieldsOf<OfWidget> = {
  dashboard: { type: 'text', means: 'The name of its workbook.', read: ({ workbook }) => workbook.name },
  published: { type: 'boolean', means: 'Whether viewers see its dashboard.', read: ({ workbook }) => workbook.publish },
  id: { type: 'text', means: 'Its id.', read: ({ widget }) => widget.id, at: ['id'] },
  type: { type: 'text', means: 'Its type, such as `CHART`.', read: ({ widget }) => widget.type, at: ['type'] },
  title: { type: 'text', means: 'What viewers read above it.', ...configured('title') },
  text: { type: 'text', means: 'The Markdown of a text.', ...configured('markdown') },
  member: { type: 'text', means: 'The member of a filter, a field switcher or a time grain.', ...configured('member') },
  reports: {
    type: 'number',
    means: 'How many reports it shows.',
    read: ({ widget: { report, reports = [] } }) => (report === undefined ? 0 : 1) + reports.length,
  },
  inside: { type: 'text', means: 'The id of the container that it is in.', ...configured('parentId') },
  width: {
    type: 'number',
    means: 'How many columns wide it is.',
    read: ({ widget }) => widget.position?.w,
    at: ['position'],
  },
  height: {
    type: 'number',
    means: 'How many rows high it is.',
    read: ({ widget }) => widget.position?.h,
    at: ['position'],
  },
  charts: {
    type: 'number',
    means: 'How many charts are on the dashboard of a filter; absent for other widgets.',
    read: ({ dashboard, widget }) =>
      widget.type === 'FILTER' ? dashboard.widgets.filter(({ type }) => type === 'CHART').length : undefined,
  },
}

export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
