import { derivedId } from './identity.ts'
import { isKind, type Key } from './kinds.ts'
import {
  type Content,
  type Folder,
  type FolderPath,
  idIn,
  isMap,
  type Report,
  type ReportReference,
  reportKey,
  type Workbook,
  workbookKey,
} from './model.ts'
import { contentOf, OBJECTS } from './objects.ts'
import { withReferences } from './references.ts'
import { shortHash, slugOf } from './slug.ts'

/** Copies of dashboards to look at. They belong to a project of their own, so that no other plan ever writes them. */
export interface Preview {
  /** Letters, digits and dashes. Different names have different labels. */
  readonly label: string
  /** Stands for the project, so that those of several projects in one tenant are told apart. */
  readonly tag: string
  readonly projectId: string
  /** The branch of its data model. */
  readonly branch: string
}

/** No project of boardwright.yaml can be called like it. */
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
  projectId: `${beside(projectId)}${label}`,
  branch: `${branchesOf(projectId)}${label}`,
})

const branchesOf = (projectId: string): string => `preview-${shortHash(projectId)}-`

/** Somebody who looks at previews, in place of the project that they are of. */
export const beside = (projectId: string): string => `${projectId}${SEPARATOR}`

export const isBeside = (projectId: string): boolean => projectId.includes(SEPARATOR)

/** The preview that owns what carries the record of this project, if it is one of ours. */
export const previewIn = (owner: string, projectId: string): Preview | undefined =>
  owner.startsWith(beside(projectId)) ? previewOf(projectId, owner.slice(projectId.length + 1)) : undefined

export const previewOnBranch = (branch: string, projectId: string): Preview | undefined =>
  branch.startsWith(branchesOf(projectId))
    ? previewOf(projectId, branch.slice(branchesOf(projectId).length))
    : undefined

/** The preview whose folder this could be, by its name. */
export const previewOfFolder = ([first, label, ...below]: FolderPath, projectId: string): Preview | undefined =>
  first === PREVIEWS && label !== undefined && below.length === 0 && LABEL.test(label)
    ? previewOf(projectId, label)
    : undefined

const LABEL = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The preview that a copy called like this is of. */
export function previewOfSlug(slug: string, projectId: string): Preview | undefined {
  if (!slug.startsWith(`${PREFIX}-`)) return undefined
  const [, label] = new RegExp(`^${PREFIX}-([a-z0-9]+(?:-[a-z0-9]+)*?)-${shortHash(projectId)}(?:-|$)`).exec(slug) ?? []
  return label === undefined ? undefined : previewOf(projectId, label)
}

/** What every copied dashboard says about itself. */
export interface Stamp {
  readonly name: string
  readonly commit: string
  /** ISO, by the platform's clock. */
  readonly expires: string
}

export const NO_CONTENT: Content = contentOf(() => [])

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

/** Without a slug, that of the index. */
export const previewSlug = ({ label, tag }: Preview, slug?: string): string => {
  const text = [PREFIX, label, tag, ...(slug === undefined ? [] : [slug])].join('-')
  return text.length <= LONGEST_SLUG ? text : `${text.slice(0, LONGEST_SLUG - 7)}-${shortHash(slug ?? '')}`
}

/** Whether a copy of this preview can be called so. */
export const isPreviewSlug = (preview: Preview, slug: string): boolean =>
  slug === previewSlug(preview) || slug.startsWith(`${previewSlug(preview)}-`)

const PREFIX = 'preview'
const LONGEST_SLUG = 100

/** A dashboard that says what there is to see. It is there from the first write on, and so is its stamp. */
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
  return { ...NO_CONTENT, folders: foldersOf(preview), workbooks: [workbook] }
}

const foldersOf = (preview: Preview): Folder[] => [{ path: [PREVIEWS] }, { path: previewFolder(preview) }]

/**
 * These dashboards, under names of their own, each with copies of the reports that it shows: so the record of a copied
 * dashboard says all that it is made of. Nobody is sent or embeds a copy.
 */
export function previewContent(
  content: Content,
  dashboards: ReadonlySet<Key>,
  { preview, stamp, deployment }: { readonly preview: Preview; readonly stamp: Stamp; readonly deployment: number },
): Pick<Content, 'workbooks' | 'reports'> {
  const copies = content.workbooks
    .filter(({ slug }) => dashboards.has(workbookKey(slug)))
    .map(({ was: _, allowEmbed: __, embedAccess: ___, ...workbook }) => {
      const slug = previewSlug(preview, workbook.slug)
      const shown = new Set<string>(OBJECTS.workbook.referencesIn(workbook))
      const reports = content.reports.filter(({ id }) => shown.has(reportKey(id)))
      const declared = new Set<string>(reports.map(({ id }) => reportKey(id)))
      const idOf = (id: string): string => derivedId(preview.projectId, deployment, `${workbook.slug}/${id}`)
      const rename = (reference: ReportReference): ReportReference =>
        isKind(reference, 'report') && declared.has(reference) ? reportKey(idOf(idIn(reference))) : reference
      return {
        workbook: {
          ...withReferences(workbook, rename),
          ...{ slug, folder: previewFolder(preview), meta: { ...workbook.meta, [STAMP]: stamp } },
        },
        reports: reports.map(({ id, definition }): Report => {
          const { externalWorkbookId: _, resultLocation: __, endResultCell: ___, ...own } = definition
          return { id: idOf(id), place: { workbook: slug }, definition: own }
        }),
      }
    })
  return { workbooks: copies.map(({ workbook }) => workbook), reports: copies.flatMap(({ reports }) => reports) }
}
