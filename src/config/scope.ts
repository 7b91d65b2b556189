import { type ContentKind, isOfAccount, isOptIn, type Kind, OPT_IN } from '../content/kinds.ts'

/**
 * Globs and what they select. `*` and `?` stay within a path segment; `**` is any number of segments, including none.
 */

export type ScopeKind = ContentKind | 'spreadsheet'

export interface Selection {
  /** Globs below `content/`. A directory stands for everything in it. */
  readonly paths: readonly string[]
  readonly kinds: readonly ScopeKind[]
}

export interface LiveScope {
  /** An empty list includes everything. */
  readonly include: Selection
  readonly exclude: Selection
  /** The opt-in kinds that are included. */
  readonly manage: readonly ContentKind[]
}

export interface ScopeItem {
  /** Below `content/`: the directory of a folder or workbook, the file of a report. */
  readonly path: string
  readonly kind: ContentKind
  readonly source?: string | undefined
}

export const dependsOnPaths = ({ include, exclude }: LiveScope): boolean =>
  include.paths.length + exclude.paths.length > 0

const NOTHING: Selection = { paths: [], kinds: [] }
export const EVERYTHING: LiveScope = { include: NOTHING, exclude: NOTHING, manage: OPT_IN }

/** Whether a scope includes everything. */
export const takesAll = ({ include, exclude, manage }: LiveScope): boolean =>
  OPT_IN.every((kind) => manage.includes(kind)) &&
  [include, exclude].every(({ paths, kinds }) => paths.length + kinds.length === 0)

/** Sources of reports that belong to a spreadsheet, which supplies their data. */
const SPREADSHEETS: ReadonlySet<string | undefined> = new Set(['GOOGLE_SHEETS', 'EXCEL'])

/** Whether a report is left out because a spreadsheet supplies its data. */
export const isLeftToSpreadsheet = ({ exclude }: LiveScope, source: string | undefined): boolean =>
  SPREADSHEETS.has(source) && exclude.kinds.includes('spreadsheet')

/** Kinds that a target has to list are left to others unless it does. */
export const managesKind = ({ manage }: Pick<LiveScope, 'manage'>, kind: Kind): boolean =>
  !isOptIn(kind) || manage.includes(kind)

export function inScope(scope: LiveScope, { path, kind, source }: ScopeItem): boolean {
  const { include, exclude } = scope
  // What is in no folder is only left out as a kind.
  if (isOfAccount(kind)) return managesKind(scope, kind)
  const kinds: readonly ScopeKind[] = SPREADSHEETS.has(source) ? [kind, 'spreadsheet'] : [kind]
  const isListed = (list: readonly ScopeKind[]): boolean => kinds.some((each) => list.includes(each))
  return (
    managesKind(scope, kind) &&
    (include.paths.length === 0 || isBelowAny(include.paths, path)) &&
    (include.kinds.length === 0 || isListed(include.kinds)) &&
    !isBelowAny(exclude.paths, path) &&
    !isListed(exclude.kinds)
  )
}

interface Ignoring {
  readonly path: string
  readonly units?: readonly string[] | undefined
}

/** The ignore rule that covers this unit of the object at this path. */
export const ignoringRule = <T extends Ignoring>(rules: readonly T[], path: string, unit: string): T | undefined =>
  rules.find(
    ({ path: pattern, units }) =>
      isBelowAny([pattern], path) && (!units || units.some((each) => matchesSegment(each, unit))),
  )

/** Whether a glob matches the path or a directory above it. */
export const isBelowAny = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => matchesSegments([...segmentsOf(pattern), '**'], path.split('/')))

export const matchesAny = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => matchesGlob(pattern, path))

export const matchesGlob = (pattern: string, path: string): boolean =>
  matchesSegments(segmentsOf(pattern), path.split('/'))

const segmentsOf = (pattern: string): string[] => pattern.replace(/(?<!\/)\/+$/, '').split('/')

const matchesSegments = (pattern: readonly string[], path: readonly string[]): boolean =>
  matches(pattern, path, '**', matchesSegment)

const matchesSegment = (pattern: string, segment: string): boolean =>
  matches([...pattern], [...segment], '*', (wanted, character) => wanted === '?' || wanted === character)

/** Linear in the product of both lengths: on a mismatch only the last star takes one more. */
function matches(
  pattern: readonly string[],
  items: readonly string[],
  star: string,
  isSame: (wanted: string, item: string) => boolean,
): boolean {
  let at = 0
  let lastStar = -1
  let resume = 0
  for (let index = 0; index < items.length; ) {
    const wanted = pattern[at]
    const item = items[index] ?? ''
    if (wanted === star) {
      lastStar = at
      resume = index
      at += 1
    } else if (wanted !== undefined && isSame(wanted, item)) {
      at += 1
      index += 1
    } else if (lastStar >= 0) {
      resume += 1
      index = resume
      at = lastStar + 1
    } else {
      return false
    }
  }
  return pattern.slice(at).every((wanted) => wanted === star)
}
