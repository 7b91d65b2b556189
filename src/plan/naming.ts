import { idIn, type Key, type Kind, kindOf } from '../content/kinds.ts'
import { PUBLIC_ID } from '../content/limits.ts'
import { printableName, titleText } from '../content/printable.ts'

/** The paths that a pull request changes, the directories above them, and the paths without file extensions. */
export interface ChangedFiles {
  readonly paths: ReadonlySet<string>
  readonly directories: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}

/** `reports/orders.yaml`, `reports/orders.sql` and `reports/orders.query.json` belong to one report. */
export const stemOfReport = (path: string): string => path.replace(/(\/[^/.]+)\.[^/]*$/, '$1')

/** How objects of one kind are named. */
export interface Naming {
  /** The noun for counts. What people see of a workbook is its dashboard. */
  readonly noun: string
  readonly fullName: (name: string) => string
  /** What `--select` accepts for it: its id, or its path. */
  readonly selector: (id: string, path: string | undefined) => string
  /** What to write into the new file to say that it is a renamed object. */
  readonly sameAs: (before: string, file: string) => string
  /** The command that removes its file. `boardwright rm` checks references, but it knows only content objects. */
  readonly remover: 'boardwright rm' | 'git rm'
  /** Whether a pull request changes any of its files. */
  readonly isChanged: (file: string, changed: ChangedFiles) => boolean
  /** Whether this kind is listed after all others. */
  readonly isLast: boolean
}

/** Slashes in names are escaped. */
const lastName = (path: string): string => (path.split(/(?<!\\)\//).at(-1) ?? '').replaceAll(/\\(.)/g, '$1')

const byPath = (id: string, path: string | undefined): string => (path?.includes('/') ? path : id)

export const NAMING: { readonly [K in Kind]: Naming } = {
  report: {
    noun: 'report',
    fullName: (name) => `report ${name}`,
    selector: (id, path) => (PUBLIC_ID.test(id) ? id : byPath(id, path)),
    sameAs: (before, file) => `id: ${printableName(before)}, in ${file}`,
    remover: 'boardwright rm',
    isChanged: (file, { stems }) => stems.has(stemOfReport(file)),
    isLast: false,
  },
  workbook: {
    noun: 'dashboard',
    fullName: (name) => name,
    selector: byPath,
    sameAs: (before, file) => `was: ${printableName(before)}, in ${file}/workbook.yaml`,
    remover: 'boardwright rm',
    isChanged: (file, { directories }) => directories.has(file),
    isLast: false,
  },
  folder: {
    noun: 'folder',
    fullName: (name) => `folder ${name}`,
    selector: (id, path) => (path?.includes('/') ? path : `${path ?? id}/**`),
    sameAs: (before, file) => `was: ${printableName(lastName(before))}, in ${file}/folder.yaml`,
    remover: 'boardwright rm',
    isChanged: (file, { paths }) => paths.has(`${file}/folder.yaml`) || paths.has(file),
    isLast: false,
  },
  notification: {
    noun: 'schedule',
    fullName: (name) => `schedule ${name}`,
    selector: byPath,
    sameAs: (before, file) => `slug: ${printableName(before)}, in ${file}`,
    remover: 'boardwright rm',
    isChanged: (file, { paths }) => paths.has(file),
    isLast: false,
  },
  group: {
    noun: 'group',
    fullName: (name) => `group ${name}`,
    selector: byPath,
    sameAs: (before, file) => `was: ${printableName(before)}, in ${file}`,
    remover: 'boardwright rm',
    isChanged: (file, { paths }) => paths.has(file),
    isLast: false,
  },
  attribute: {
    noun: 'attribute',
    fullName: (name) => `attribute ${name}`,
    selector: byPath,
    sameAs: (before, file) => `name: ${printableName(before)}, in ${file}`,
    remover: 'boardwright rm',
    isChanged: (file, { paths }) => paths.has(file),
    isLast: false,
  },
  role: {
    noun: 'role',
    fullName: (name) => `role ${name}`,
    selector: byPath,
    sameAs: (before, file) => `was: ${printableName(before)}, in ${file}`,
    remover: 'boardwright rm',
    isChanged: (file, { paths }) => paths.has(file),
    isLast: false,
  },
  settings: {
    noun: 'settings file',
    fullName: () => 'settings of the account',
    selector: byPath,
    sameAs: (_, file) => file,
    remover: 'boardwright rm',
    isChanged: (file, { paths }) => paths.has(file),
    isLast: false,
  },
  tenantGroup: {
    noun: 'tenant group',
    fullName: (name) => `tenant group ${name}`,
    selector: byPath,
    sameAs: (before, file) => `name: ${printableName(before)}, in ${file}`,
    remover: 'boardwright rm',
    isChanged: (file, { paths }) => paths.has(file),
    isLast: false,
  },
  model: {
    noun: 'model file',
    fullName: (name) => `data-model/${name}`,
    selector: (id) => `data-model/${id}`,
    sameAs: (before) => before,
    remover: 'git rm',
    isChanged: (file, { paths }) => paths.has(file),
    isLast: true,
  },
}

export const TOLD_KINDS = Object.keys(NAMING) as readonly Kind[]

export const namingOf = (key: Key): Naming => NAMING[kindOf(key)]

/** An object, and its file from the project root. */
export interface Named {
  readonly key: Key
  readonly file?: string | undefined
}

const CONTENT = 'content/'

/** Its path below `content/`, if it has a file there. */
export const pathBelowContent = ({ file }: Named): string | undefined =>
  file?.startsWith(CONTENT) ? file.slice(CONTENT.length) : undefined

/** The value that selects it with `--select`. */
export const selectorOf = (named: Named): string =>
  namingOf(named.key).selector(idIn(named.key), pathBelowContent(named) ?? named.file)

/** A workbook goes by its name; other objects also say their kind. */
export const fullName = ({ key, title }: { readonly key: Key; readonly title: readonly string[] }): string =>
  namingOf(key).fullName(titleText(title))
