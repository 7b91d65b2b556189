import type { Glob } from './owners/globs.ts'
import { type OwnersFault, type OwnersForge, type OwnersLine, readOwnersLines } from './owners/read.ts'

/** Whom files belong to, as CODEOWNERS says. */
export interface Owners {
  readonly forge: OwnersForge
  readonly faults: readonly OwnersFault[]
  /** The owners of a file, by its path from the top of the repository. */
  readonly ownersOf: (path: string) => readonly string[]
}

/** Where each forge looks for the file, in this order. Only the first one that exists counts. */
const PLACES: Readonly<Record<OwnersForge, readonly string[]>> = {
  github: ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'],
  gitlab: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'],
  gitea: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitea/CODEOWNERS'],
}

/** What only a repository of that forge has. */
const MARKS: Readonly<Record<OwnersForge, readonly string[]>> = {
  gitea: ['.gitea', '.forgejo'],
  gitlab: ['.gitlab-ci.yml', '.gitlab'],
  github: ['.github'],
}

/**
 * The CODEOWNERS of a repository, and the forge that reads it. Only what is in the repository decides, so that it is the
 * same in every clone and pipeline. Gitea comes first, because its repositories may have workflows for GitHub too.
 */
export function findOwnersFile(
  exists: (path: string) => boolean,
): { readonly file: string; readonly forge: OwnersForge } | undefined {
  const forge = (['gitea', 'gitlab', 'github'] as const).find((each) => MARKS[each].some(exists)) ?? 'github'
  const file = PLACES[forge].find(exists)
  return file === undefined ? undefined : { file, forge }
}

export function readOwners(text: string, forge: OwnersForge): Owners {
  const { lines, faults } = readOwnersLines(text, forge)
  return { forge, faults, ownersOf: forge === 'gitea' ? allOf(lines) : lastOf(lines) }
}

/** Gitea asks the owners of every line that matches. */
const allOf =
  (lines: readonly OwnersLine[]): Owners['ownersOf'] =>
  (path) =>
    distinct(lines.flatMap(({ test, owners }) => ('matches' in test && test.matches(path) ? owners : [])))

const distinct = (owners: readonly string[]): readonly string[] => [...new Set(owners)]

type Globbed = OwnersLine & { readonly glob: Glob }

/** Elsewhere the last line that matches counts, in each section. */
function lastOf(lines: readonly OwnersLine[]): Owners['ownersOf'] {
  const sections = new Map<string, Section>()
  for (const line of lines) {
    if (!('glob' in line.test)) continue
    const section = sections.get(line.section) ?? { byPath: new Map(), byName: new Map(), others: [], exclusions: [] }
    sections.set(line.section, section)
    addTo(section, { ...line, glob: line.test.glob })
  }
  return (path) => {
    const names = path.split('/')
    return distinct([...sections.values()].flatMap((section) => lastIn(section, path, names)?.owners ?? []))
  }
}

/** Lines by what they can match: of thousands, only a few have to be tried on a file. */
interface Section {
  readonly byPath: Map<string, Globbed[]>
  readonly byName: Map<string, Globbed[]>
  readonly others: Globbed[]
  readonly exclusions: Globbed[]
}

function addTo(section: Section, line: Globbed): void {
  const { path, name } = line.glob
  if (line.isExclusion) section.exclusions.push(line)
  else if (path !== undefined) addUnder(section.byPath, path, line)
  else if (name !== undefined) addUnder(section.byName, name, line)
  else section.others.push(line)
}

function addUnder(lists: Map<string, Globbed[]>, key: string, line: Globbed): void {
  const list = lists.get(key)
  if (list) list.push(line)
  else lists.set(key, [line])
}

function lastIn(section: Section, path: string, names: readonly string[]): Globbed | undefined {
  const isMatched = ({ glob }: Globbed): boolean => glob.matches(path, names)
  if (section.exclusions.some(isMatched)) return undefined
  const above = names.map((_, at) => section.byPath.get(names.slice(0, at + 1).join('/')))
  const named = [...new Set(names)].map((name) => section.byName.get(name))
  const found = [...above, ...named, section.others].map((lines) => lines?.findLast(isMatched))
  return found.reduce((last, each) => later(last, each), undefined)
}

const later = (one: Globbed | undefined, other: Globbed | undefined): Globbed | undefined =>
  one && other ? (one.line > other.line ? one : other) : (one ?? other)
