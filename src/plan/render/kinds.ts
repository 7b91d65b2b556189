import { type Key, type Kind, kindOf } from '../../content/kinds.ts'
import { PUBLIC_ID } from '../../content/limits.ts'

/** What a pull request changes: its paths, the directories above them, and their names without endings. */
export interface Changed {
  readonly paths: ReadonlySet<string>
  readonly directories: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}

/** `reports/orders.yaml`, `reports/orders.sql` and `reports/orders.query.json` are of one report. */
export const stemOf = (path: string): string => path.replace(/(\/[^/.]+)\.[^/]*$/, '$1')

/** How a plan tells of the objects of one kind. */
export interface RenderRules {
  /** What people count. What they see of a workbook is its dashboard. */
  readonly noun: string
  readonly fullName: (name: string) => string
  /** What `--select` takes for one: by its id, or by its path below `content/`. */
  readonly selector: (id: string, path: string | undefined) => string
  /** Whether its files are among those of a pull request. */
  readonly isChanged: (file: string, changed: Changed) => boolean
  /** Whether people want to hear of it after all others. */
  readonly isLast: boolean
}

const byPath = (id: string, path: string | undefined): string => (path?.includes('/') ? path : id)

export const RENDER_RULES: { readonly [K in Kind]: RenderRules } = {
  report: {
    noun: 'report',
    fullName: (name) => `report ${name}`,
    selector: (id, path) => (PUBLIC_ID.test(id) ? id : byPath(id, path)),
    isChanged: (file, { stems }) => stems.has(stemOf(file)),
    isLast: false,
  },
  workbook: {
    noun: 'dashboard',
    fullName: (name) => name,
    selector: byPath,
    isChanged: (file, { directories }) => directories.has(file),
    isLast: false,
  },
  folder: {
    noun: 'folder',
    fullName: (name) => `folder ${name}`,
    selector: (id, path) => (path?.includes('/') ? path : `${path ?? id}/**`),
    isChanged: (file, { paths }) => paths.has(`${file}/folder.yaml`) || paths.has(file),
    isLast: false,
  },
  model: {
    noun: 'model file',
    fullName: (name) => `data-model/${name}`,
    selector: (id) => `data-model/${id}`,
    isChanged: (file, { paths }) => paths.has(file),
    isLast: true,
  },
}

/** In the order in which they are told. */
export const TOLD_KINDS = Object.keys(RENDER_RULES) as readonly Kind[]

export const renderRules = (key: Key): RenderRules => RENDER_RULES[kindOf(key)]
