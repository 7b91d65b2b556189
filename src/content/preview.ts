import { isMap, pattern } from '@boardwright/common'
import { type Content, contentOf, type Entity, entityOf, ofKind } from './entity.ts'
import { derivedId } from './identity.ts'
import type { Key } from './kinds.ts'
import {
  type Folder,
  type FolderPath,
  idIn,
  type ReportReference,
  reportKey,
  type Widget,
  type Workbook,
} from './model.ts'
import { referencesOf, withReferences } from './references.ts'
import { shortHash, slugOf } from './slug.ts'

/**
 * A preview: copies of dashboards for people to look at. The copies belong to a project of their own, so that no other
 * plan ever writes them.
 */
export interface Preview {
  /** Letters, digits and dashes. Different names give different labels. */
  readonly label: string
  /** A short hash of the project id: it keeps the previews of several projects in one account apart. */
  readonly tag: string
  readonly projectId: string
  /** The branch of its data model. */
  readonly branch: string
}

/** A project id in boardwright.yaml cannot contain this. */
const SEPARATOR = '~'

export function previewNamed(projectId: string, name: string): Preview {
  const slug = slugOf(name)
  const isPlain = slug === name && slug.length <= LONGEST
  const cut = slug.slice(0, LONGEST).replace(/-$/, '')
  return previewOf(projectId, isPlain ? slug : `${cut}-${shortHash(name)}`)
}

const LONGEST = 40

const previewOf = (projectId: string, label: string): Preview => ({
  label,
  tag: shortHash(projectId),
  projectId: `${previewsOf(projectId)}${label}`,
  branch: `${branchesOf(projectId)}${label}`,
})

const branchesOf = (projectId: string): string => `preview-${shortHash(projectId)}-`

/** The project id under which to look for previews: neither the project's own nor that of any preview. */
export const previewsOf = (projectId: string): string => `${projectId}${SEPARATOR}`

export const isPreviewId = (projectId: string): boolean => projectId.includes(SEPARATOR)

/** The preview of this project that a ledger's project id stands for, if any. */
export const previewIn = (owner: string, projectId: string): Preview | undefined =>
  owner.startsWith(previewsOf(projectId)) ? previewOf(projectId, owner.slice(projectId.length + 1)) : undefined

export const previewOnBranch = (branch: string, projectId: string): Preview | undefined =>
  branch.startsWith(branchesOf(projectId))
    ? previewOf(projectId, branch.slice(branchesOf(projectId).length))
    : undefined

/** The preview that a folder of this name belongs to. */
export const previewOfFolder = ([first, label, ...below]: FolderPath, projectId: string): Preview | undefined =>
  first === PREVIEWS && label !== undefined && below.length === 0 && LABEL.test(label)
    ? previewOf(projectId, label)
    : undefined

const LABEL = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The preview that a copy with this slug belongs to. */
export function previewOfSlug(slug: string, projectId: string): Preview | undefined {
  if (!slug.startsWith(`${PREFIX}-`)) return undefined
  const [, label] = pattern()`^${PREFIX}-([a-z0-9]+(?:-[a-z0-9]+)*?)-${shortHash(projectId)}(?:-|$)`.exec(slug) ?? []
  return label === undefined ? undefined : previewOf(projectId, label)
}

/** What every copied dashboard says about its origin. */
export interface Stamp {
  readonly name: string
  readonly commit: string
  /** In ISO format, by the platform's clock. */
  readonly expires: string
}

const STAMP = 'boardwrightPreview'

export function stampIn({ meta }: Pick<Workbook, 'meta'>): Stamp | undefined {
  const { [STAMP]: stamp } = meta
  if (!isMap(stamp)) return undefined
  const { name, commit, expires } = stamp
  return typeof name === 'string' && typeof commit === 'string' && typeof expires === 'string'
    ? { name, commit, expires }
    : undefined
}

export const PREVIEWS = 'Previews'

export const previewFolder = ({ label }: Preview): readonly string[] => [PREVIEWS, label]

/** Without `slug`, the slug of the preview's index. */
export const previewSlug = ({ label, tag }: Preview, slug?: string): string => {
  const text = [PREFIX, label, tag, ...(slug === undefined ? [] : [slug])].join('-')
  return text.length <= LONGEST_SLUG ? text : `${text.slice(0, LONGEST_SLUG - 7)}-${shortHash(slug ?? '')}`
}

/** Whether a copy in this preview may have this slug. */
export const isPreviewSlug = (preview: Preview, slug: string): boolean =>
  slug === previewSlug(preview) || slug.startsWith(`${previewSlug(preview)}-`)

const PREFIX = 'preview'
const LONGEST_SLUG = 100

/** A dashboard that lists what there is to see. The first write creates it, with the stamp. */
export function previewIndex(preview: Preview, stamp: Stamp, lines: readonly string[]): Content {
  const workbook: Workbook = {
    slug: previewSlug(preview),
    folder: previewFolder(preview),
    name: `Preview of ${stamp.name}`,
    publish: true,
    meta: { [STAMP]: stamp },
    dashboard: {
      title: `Preview of ${stamp.name}`,
      widgets: [
        {
          ...{ id: 'about', type: 'TEXT', position: { x: 0, y: 0, w: 12, h: 6 } },
          config: { markdown: lines.join('\n') },
        },
      ],
    },
  }
  return contentOf([...foldersOf(preview).map((folder) => entityOf('folder', folder)), entityOf('workbook', workbook)])
}

const foldersOf = (preview: Preview): Folder[] => [{ path: [PREVIEWS] }, { path: previewFolder(preview) }]

/**
 * A copy shows only what it has copies of: publishing it with a report that is not in the tree would show a version that
 * nobody published.
 */
function withoutOutsiders({ dashboard, ...workbook }: Workbook, declared: ReadonlySet<string>): Workbook {
  if (!dashboard) return workbook
  const widgets = dashboard.widgets.map((widget): Widget => {
    const outside = referencesOf({ widgets: [widget] }).filter((reference) => !declared.has(reference))
    if (outside.length === 0) return widget
    const { id, position } = widget
    const markdown = `This widget shows a report that is not in the tree (${outside.join(', ')}), so it has no copy here.`
    return { id, type: 'TEXT', position, config: { markdown } }
  })
  return { ...workbook, dashboard: { ...dashboard, widgets } }
}

/**
 * Copies of these dashboards under new names, each with copies of the reports that it shows, so that a copy's ledger
 * lists everything in it. Copies are not embedded, and feed no spreadsheet.
 */
export function previewContent(
  content: Content,
  dashboards: ReadonlySet<Key>,
  { preview, stamp, deployment }: { readonly preview: Preview; readonly stamp: Stamp; readonly deployment: number },
): Content {
  const copies = ofKind(content, 'workbook')
    .filter(({ key }) => dashboards.has(key))
    .flatMap(({ references, whole }): Entity[] => {
      const { was: _, allowEmbed: __, embedAccess: ___, ...workbook } = whole()
      const slug = previewSlug(preview, workbook.slug)
      const shown = new Set<string>(references)
      const reports = ofKind(content, 'report').filter(({ key }) => shown.has(key))
      const declared = new Set<string>(reports.map(({ key }) => key))
      const idOf = (id: string): string => derivedId(preview.projectId, deployment, `${workbook.slug}/${id}`)
      const rename = (reference: ReportReference): ReportReference =>
        declared.has(reference) ? reportKey(idOf(idIn(reference as Key))) : reference
      const copy: Workbook = {
        ...withReferences(withoutOutsiders(workbook, declared), rename),
        ...{ slug, folder: previewFolder(preview), meta: { ...workbook.meta, [STAMP]: stamp } },
      }
      const shownIn = reports.map(({ own: { id }, whole }) => {
        const { externalWorkbookId: _, resultLocation: __, endResultCell: ___, ...definition } = whole().definition
        return entityOf('report', { id: idOf(id), place: { workbook: slug }, definition })
      })
      return [entityOf('workbook', copy), ...shownIn]
    })
  return contentOf(copies)
}
