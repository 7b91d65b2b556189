/**
 * Where things are in a tree. Paths are relative to the project root, with `/`. `content/` mirrors the platform's
 * folders; a directory with a `workbook.yaml` is a workbook.
 */

export const CONTENT = 'content'
export const MODEL = 'data-model'
export const OVERLAYS = 'overlays'

export type DocumentKind = 'folder' | 'workbook' | 'dashboard' | 'report'

/** Long texts of a report in files of their own: the ending, and the key of the file's value that they fill. */
export const REPORT_SIDES = {
  '.query.json': 'queryText',
  '.sql': 'sql',
  '.py': 'pythonCode',
  '.html': 'spec',
} as const
export type ReportSide = (typeof REPORT_SIDES)[keyof typeof REPORT_SIDES]

export type Role =
  | { readonly role: 'document'; readonly kind: DocumentKind }
  /** Belongs to the document with this path, under this key. */
  | { readonly role: 'side'; readonly of: string; readonly key: ReportSide }
  | { readonly role: 'app'; readonly of: string; readonly name: string }
  | { readonly role: 'unknown' }

const directoryOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export { baseOf, directoryOf }

/** The directories that are workbooks. */
export const workbookDirectories = (paths: Iterable<string>): Set<string> =>
  new Set([...paths].filter((path) => baseOf(path) === 'workbook.yaml').map(directoryOf))

/** What the files under `content/` are. */
export function createRoles(workbooks: ReadonlySet<string>): (path: string) => Role {
  const holders = new Map<string, string | undefined>([['', undefined]])
  /** The workbook that a directory is, or is in. */
  const holderOf = (directory: string): string | undefined => {
    if (holders.has(directory)) return holders.get(directory)
    const holder = workbooks.has(directory) ? directory : holderOf(directoryOf(directory))
    holders.set(directory, holder)
    return holder
  }
  return (path) => {
    const workbook = holderOf(directoryOf(path))
    return workbook === undefined ? roleInFolder(path) : roleInWorkbook(path.slice(workbook.length + 1), workbook)
  }
}

const document = (kind: DocumentKind): Role => ({ role: 'document', kind })
const UNKNOWN: Role = { role: 'unknown' }

function roleInFolder(path: string): Role {
  const base = baseOf(path)
  if (base === 'folder.yaml') return directoryOf(path) === CONTENT ? UNKNOWN : document('folder')
  if (base.endsWith('.report.yaml') && base !== '.report.yaml') return document('report')
  return sideRole(path, (stem) => (stem.endsWith('.report') ? `${stem}.yaml` : undefined))
}

function roleInWorkbook(inside: string, workbook: string): Role {
  if (inside === 'workbook.yaml') return document('workbook')
  if (inside === 'dashboard.yaml') return document('dashboard')
  if (inside.startsWith('app/')) {
    return { role: 'app', of: `${workbook}/dashboard.yaml`, name: inside.slice('app/'.length) }
  }
  if (directoryOf(inside) !== 'reports') return UNKNOWN
  if (inside.endsWith('.yaml')) return document('report')
  return sideRole(`${workbook}/${inside}`, (stem) => `${stem}.yaml`)
}

const ENDINGS = Object.entries(REPORT_SIDES)

function sideRole(path: string, documentOf: (stem: string) => string | undefined): Role {
  for (const [ending, key] of ENDINGS) {
    if (!path.endsWith(ending)) continue
    const of = documentOf(path.slice(0, -ending.length))
    return of === undefined ? UNKNOWN : { role: 'side', of, key }
  }
  return UNKNOWN
}

export const sideFile = (report: string, key: ReportSide): string => {
  const ending = Object.keys(REPORT_SIDES).find((each) => REPORT_SIDES[each as keyof typeof REPORT_SIDES] === key)
  return `${report.slice(0, -'.yaml'.length)}${ending}`
}

/**
 * How `report:` names the report of a file: its path from `content/`, without endings and without `reports/`. Within one
 * workbook the last part is enough.
 */
export function reportAddress(file: string): string {
  const directory = directoryOf(file)
  const stem = baseOf(file).replace(/(\.report)?\.yaml$/, '')
  const holder = baseOf(directory) === 'reports' && !file.endsWith('.report.yaml') ? directoryOf(directory) : directory
  return `${holder.slice(CONTENT.length)}/${stem}`
}
