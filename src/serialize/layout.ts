import { appFile, DOCUMENTS, type DocumentKind, type EndingRules, holdsApp } from '../content/files.ts'
import { CONTENT_KINDS, type ContentKind } from '../content/kinds.ts'

/**
 * Where things are in a tree. Paths are relative to the project root, with `/`. `content/` mirrors the platform's
 * folders; a directory with a `workbook.yaml` is a workbook. `account/` has a directory for each kind that belongs to
 * the account and not to a deployment. An object is identified by its directory, or by its file if it has no directory.
 */

export const CONTENT = 'content'
export const ACCOUNT = 'account'
export const MODEL = 'data-model'
export const OVERLAYS = 'overlays'

/** Whether it is where documents are. */
export const isBelowRoots = (path: string): boolean => [CONTENT, ACCOUNT].some((root) => path.startsWith(`${root}/`))

/** A path as people write it: `content/` may be left out. */
export const belowContent = (path: string): string =>
  path.startsWith(`${CONTENT}/`) ? path.slice(CONTENT.length + 1) : path

/** Side files: the extension, and the key that the file fills. */
export const REPORT_SIDES = {
  '.query.json': 'queryText',
  '.sql': 'sql',
  '.py': 'pythonCode',
  '.html': 'spec',
} as const
export type ReportSide = (typeof REPORT_SIDES)[keyof typeof REPORT_SIDES]

export type Role =
  | { readonly role: 'document'; readonly kind: DocumentKind }
  /** Belongs to this document under this key: a long text, or an app file by its name. */
  | { readonly role: 'side'; readonly kind: DocumentKind; readonly of: string; readonly key: string }
  | { readonly role: 'unknown' }

export const directoryOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const YAML = '.yaml'
const { folder, workbook, dashboard } = DOCUMENTS

/** The file names of a kind without directories; undefined for others. */
export const endingOf = (kind: ContentKind): EndingRules | undefined => {
  const { file } = DOCUMENTS[kind]
  return typeof file === 'string' ? undefined : file
}

export const directoryInWorkbook = (kind: ContentKind): string | undefined => endingOf(kind)?.inWorkbook

export const hasOwnFile = (kind: ContentKind): boolean => endingOf(kind) !== undefined

export const fitsInWorkbook = (kind: ContentKind): boolean => endingOf(kind)?.inWorkbook !== undefined

const WITH_ENDING = CONTENT_KINDS.flatMap((kind) => {
  const rules = endingOf(kind)
  return rules ? [{ kind, ...rules }] : []
})
const ENDINGS = WITH_ENDING.filter(({ inAccount }) => inAccount === undefined)
const OF_ACCOUNT = WITH_ENDING.filter(({ inAccount }) => inAccount !== undefined)

/** Where a kind is that belongs to the account: the directory of its files, or its one file. */
const pathInAccount = (kind: DocumentKind): string | undefined => {
  const { file } = DOCUMENTS[kind]
  return typeof file === 'string' || file.inAccount === undefined ? undefined : `${ACCOUNT}/${file.inAccount}`
}

const directoryInAccount = (kind: DocumentKind): string | undefined => {
  const path = pathInAccount(kind)
  return path?.endsWith(YAML) ? ACCOUNT : path
}

/** The files of a kind that belongs to the account, as a glob. */
export const globInAccount = (kind: DocumentKind): string | undefined => {
  const path = pathInAccount(kind)
  return path === undefined || path.endsWith(YAML) ? path : `${path}/*${YAML}`
}

export function stemOf(base: string): string {
  const own = ENDINGS.find(({ ending }) => base.endsWith(ending))?.ending ?? YAML
  return base.endsWith(own) ? base.slice(0, -own.length) : base
}

export const withoutEnding = (path: string): string =>
  path.slice(0, path.length - baseOf(path).length) + stemOf(baseOf(path))

export function fileOf(kind: DocumentKind, at: string): string {
  const { file } = DOCUMENTS[kind]
  return typeof file === 'string' ? `${at}/${file}` : at
}

/** The directory and extension of a kind's files. */
export interface Spot {
  readonly directory: string
  readonly ending: string
}

export const inFolder = (kind: ContentKind, directory: string, tenant?: string): Spot => ({
  directory: directoryInAccount(kind)?.replace(TENANT, tenant ?? tenantIn(directory)) ?? directory,
  ending: endingOf(kind)?.ending ?? '',
})

const TENANT = '*'

export const isOfTenant = (kind: DocumentKind): boolean => directoryInAccount(kind)?.includes(TENANT) === true

/** The tenant that a path below `account/` belongs to. Empty if it belongs to none. */
export const tenantIn = (path: string): string => /^account\/tenants\/([^/]+)/.exec(path)?.[1] ?? ''

export function inWorkbook(kind: ContentKind, workbook: string): Spot {
  const directory = endingOf(kind)?.inWorkbook
  return directory === undefined ? inFolder(kind, workbook) : { directory: `${workbook}/${directory}`, ending: YAML }
}

/** The workbook directory of a file; undefined if it is in a folder. */
export function workbookOf(kind: ContentKind, file: string): string | undefined {
  const rules = endingOf(kind)
  const directory = directoryOf(file)
  const isInside = rules && baseOf(directory) === rules.inWorkbook && !file.endsWith(rules.ending)
  return isInside ? directoryOf(directory) : undefined
}

export const placeOfFile = (kind: DocumentKind, file: string): string =>
  typeof DOCUMENTS[kind].file === 'string' ? directoryOf(file) : file

/** The files of a kind, as globs from the project root. */
export function globsOf(kind: DocumentKind): string[] {
  const { file } = DOCUMENTS[kind]
  if (typeof file === 'string') return [`${CONTENT}/**/${file}`]
  const own = globInAccount(kind)
  if (own !== undefined) return [own]
  const { ending, inWorkbook: directory } = file
  return [...(directory === undefined ? [] : [`${directory}/*${YAML}`]), `*${ending}`].map(
    (glob) => `${CONTENT}/**/${glob}`,
  )
}

export const workbookDirectories = (paths: Iterable<string>): Set<string> =>
  new Set([...paths].filter((path) => baseOf(path) === workbook.file).map(directoryOf))

export function createRoles(workbooks: ReadonlySet<string>): (path: string) => Role {
  const holders = new Map<string, string | undefined>([['', undefined]])
  const holderOf = (directory: string): string | undefined => {
    if (holders.has(directory)) return holders.get(directory)
    const holder = workbooks.has(directory) ? directory : holderOf(directoryOf(directory))
    holders.set(directory, holder)
    return holder
  }
  return (path) => {
    if (path.startsWith(`${ACCOUNT}/`)) return roleInAccount(path)
    const holder = holderOf(directoryOf(path))
    return holder === undefined ? roleInFolder(path) : roleInWorkbook(path.slice(holder.length + 1), holder)
  }
}

export const isDocument = (role: Role, ...kinds: readonly DocumentKind[]): boolean =>
  role.role === 'document' && kinds.includes(role.kind)

const document = (kind: DocumentKind): Role => ({ role: 'document', kind })
const UNKNOWN: Role = { role: 'unknown' }

function roleInAccount(path: string): Role {
  const here = [path, `${directoryOf(path)}/*${YAML}`]
  const found = OF_ACCOUNT.find(({ kind }) =>
    here.includes(globInAccount(kind)?.replace(`/${TENANT}/`, `/${tenantIn(path)}/`) ?? ''),
  )
  return found && path.endsWith(YAML) ? document(found.kind) : UNKNOWN
}

function roleInFolder(path: string): Role {
  const base = baseOf(path)
  if (base === folder.file) return directoryOf(path) === CONTENT ? UNKNOWN : document('folder')
  const found = ENDINGS.find(({ ending }) => base.endsWith(ending) && base !== ending)
  if (found) return document(found.kind)
  return sideRole(path, ({ ending }, stem) => (`${stem}${YAML}`.endsWith(ending) ? `${stem}${YAML}` : undefined))
}

function roleInWorkbook(inside: string, holder: string): Role {
  if (inside === workbook.file) return document('workbook')
  if (inside === dashboard.file) return document('dashboard')
  if (inside.startsWith(APP))
    return { role: 'side', kind: 'dashboard', of: fileOf('dashboard', holder), key: inside.slice(APP.length) }
  const found = ENDINGS.find(({ inWorkbook }) => inWorkbook === directoryOf(inside))
  if (!found) return UNKNOWN
  if (inside.endsWith(YAML)) return document(found.kind)
  return sideRole(`${holder}/${inside}`, ({ kind }, stem) => (kind === found.kind ? `${stem}${YAML}` : undefined))
}

const APP = 'app/'
const SIDES = Object.entries(REPORT_SIDES)

type EndingOfKind = (typeof ENDINGS)[number]

function sideRole(path: string, documentOf: (rules: EndingOfKind, stem: string) => string | undefined): Role {
  const side = SIDES.find(([ending]) => path.endsWith(ending))
  if (!side) return UNKNOWN
  const [ending, key] = side
  for (const rules of ENDINGS) {
    const of = documentOf(rules, path.slice(0, -ending.length))
    if (of !== undefined && DOCUMENTS[rules.kind].beside === 'texts') return { role: 'side', kind: rules.kind, of, key }
  }
  return UNKNOWN
}

/** The document that a side file belongs to; any other name unchanged. */
export function documentName(base: string): string {
  const ending = Object.keys(REPORT_SIDES).find((each) => base.endsWith(each))
  return ending === undefined ? base : `${base.slice(0, -ending.length)}${YAML}`
}

export function sideFile(kind: DocumentKind, file: string, key: string): string {
  if (holdsApp(kind)) return appFile(file, key)
  const ending = Object.keys(REPORT_SIDES).find((each) => REPORT_SIDES[each as keyof typeof REPORT_SIDES] === key)
  return `${file.slice(0, -YAML.length)}${ending}`
}

/** Texts get one final line feed; app files are kept exactly. */
export const sideText = (kind: DocumentKind, text: string): string =>
  DOCUMENTS[kind].beside === 'texts' ? `${text}\n` : text

/** Exactly one final line feed belongs to the file, not to the text. */
export const textInSide = (kind: DocumentKind, written: string): string =>
  DOCUMENTS[kind].beside === 'texts' && written.endsWith('\n') ? written.slice(0, -1) : written

/**
 * The `report:` name of a file: its path from `content/`, without extensions and without `reports/`. Within a workbook
 * the last part is enough.
 */
export function reportAddress(file: string): string {
  const holder = workbookOf('report', file) ?? directoryOf(file)
  return `${holder.slice(CONTENT.length)}/${stemOf(baseOf(file))}`
}
