import { compileMatcher } from '../matcher.ts'
import { type Glob, type GlobRules, readGlob } from './globs.ts'

/** The forges whose CODEOWNERS are told apart. */
export type OwnersForge = 'github' | 'gitlab' | 'gitea'

/** One line: whom the files that it matches belong to. */
export interface OwnersLine {
  readonly line: number
  readonly owners: readonly string[]
  readonly test: { readonly glob: Glob } | { readonly matches: (path: string) => boolean }
  /** The section of GitLab that it is in, in lower case. */
  readonly section: string
  /** Takes what it matches out of its section for good. */
  readonly isExclusion?: true
}

export interface OwnersFault {
  readonly line: number
  readonly message: string
}

export interface OwnersRead {
  readonly lines: readonly OwnersLine[]
  readonly faults: readonly OwnersFault[]
}

const MOST_LINES = 10_000
const LONGEST_LINE = 10_000

/** Reads the lines of a CODEOWNERS file. A line that its forge does not understand counts for nothing there: a fault. */
export function readOwnersLines(text: string, forge: OwnersForge): OwnersRead {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const faults: OwnersFault[] = []
  if (lines.length > MOST_LINES + 1)
    faults.push({ line: MOST_LINES + 1, message: `more than ${MOST_LINES} lines: those from here on are not read` })
  const read = READERS[forge]()
  const found = lines.slice(0, MOST_LINES).flatMap((written, at) => {
    const line = at + 1
    if (written.length > LONGEST_LINE) {
      faults.push({ line, message: `it has more than ${LONGEST_LINE} characters` })
      return []
    }
    const entry = read(written.trim(), line)
    if (entry === undefined) return []
    if (!('message' in entry)) return [entry]
    faults.push(entry)
    return []
  })
  return { lines: found, faults }
}

type ReadLine = (line: string, number: number) => OwnersLine | OwnersFault | undefined

const READERS: Readonly<Record<OwnersForge, () => ReadLine>> = {
  github: () => readGitHubLine,
  gitlab: () => gitlabLines(),
  gitea: () => readGiteaLine,
}

/** Words between blanks; a backslash keeps the next character, as in `my\ file`. */
function wordsOf(line: string): string[] {
  const words: string[] = []
  let word = ''
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] as string
    if (character === '\\' && at + 1 < line.length) {
      const next = line[at + 1] as string
      // The pattern needs the backslash before what would mean something else in it.
      word += /[*?[\]\\]/.test(next) ? `\\${next}` : next
      at += 1
    } else if (/\s/.test(character)) {
      if (word) words.push(word)
      word = ''
    } else word += character
  }
  return word ? [...words, word] : words
}

const isOwner = (word: string): boolean => /^@\S+$/.test(word) || /^[^@\s]+@[^@\s]+$/.test(word)

const GITHUB: GlobRules = { isDirectoryToo: true, isAnchoredBySlash: true }

function readGitHubLine(line: string, number: number): OwnersLine | OwnersFault | undefined {
  if (line === '' || line.startsWith('#')) return undefined
  const [pattern = '', ...more] = wordsOf(line)
  const comment = more.findIndex((word) => word.startsWith('#'))
  const owners = comment < 0 ? more : more.slice(0, comment)
  if (pattern.startsWith('!')) return { line: number, message: 'GitHub has no patterns that begin with "!"' }
  if (/(?<!\\)\[/.test(pattern)) return { line: number, message: 'GitHub has no sets such as [a-z] in patterns' }
  const other = owners.find((word) => !isOwner(word))
  if (other !== undefined) return { line: number, message: `"${other}" is no @user, @team or address` }
  return { line: number, owners, test: { glob: readGlob(pattern, GITHUB) }, section: '' }
}

const GITLAB: GlobRules = { isDirectoryToo: false, isAnchoredBySlash: false }
/** `^[Name][2] @default @owners` */
const SECTION = /^\^?\[([^\]]+)\](?:\[(\d+)\])?(?:\s+(.*))?$/

function gitlabLines(): ReadLine {
  let section = ''
  const defaults = new Map<string, readonly string[]>()
  return (line, number) => {
    if (line === '' || line.startsWith('#')) return undefined
    if (/^\^?\[/.test(line)) {
      const [, name, , owners = ''] = SECTION.exec(line) ?? []
      if (name === undefined) return { line: number, message: 'this heading of a section has no end' }
      section = name.trim().toLowerCase()
      // Sections of one name are one, with the owners of the first.
      if (!defaults.has(section)) defaults.set(section, ownersNamed(owners))
      return undefined
    }
    const [pattern = '', ...more] = wordsOf(line)
    if (pattern.startsWith('!')) {
      const glob = readGlob(pattern.slice(1), GITLAB)
      return { line: number, owners: [], test: { glob }, section, isExclusion: true }
    }
    const own = more.filter(isOwner)
    if (own.length === 0 && more.some((word) => !word.startsWith('#')) && !more[0]?.startsWith('#'))
      return { line: number, message: `"${more[0]}" is no @user, @group, @@role or address` }
    const owners = own.length > 0 ? own : (defaults.get(section) ?? [])
    return { line: number, owners, test: { glob: readGlob(pattern, GITLAB) }, section }
  }
}

const ownersNamed = (text: string): readonly string[] => wordsOf(text).filter(isOwner)

/** Gitea takes a backslash away wherever it stands, so that a point is `\\.` there. */
function giteaWords(line: string): string[] {
  const words: string[] = []
  let word = ''
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] as string
    if (character === '\\') {
      at += 1
      word += line[at] ?? ''
    } else if (character === '#') break
    else if (character === ' ' || character === '\t') {
      if (word) words.push(word)
      word = ''
    } else word += character
  }
  return word ? [...words, word] : words
}

function readGiteaLine(line: string, number: number): OwnersLine | OwnersFault | undefined {
  const [written, ...owners] = giteaWords(line)
  if (written === undefined) return undefined
  const isNot = written.startsWith('!')
  const matcher = compileMatcher(`^(?:${isNot ? written.slice(1) : written})$`)
  if ('fault' in matcher) return { line: number, message: `the expression cannot be used: ${matcher.fault}` }
  const other = owners.find((word) => !word.startsWith('@'))
  if (other !== undefined) return { line: number, message: `"${other}" is no @user or @organisation/team` }
  if (owners.length === 0) return { line: number, message: 'it names no owner' }
  // A path that is too long for the expression is matched by none.
  const matches = (path: string): boolean => (matcher.matches(path) ?? isNot) !== isNot
  return { line: number, owners, test: { matches }, section: '' }
}
