/** How a pattern is read: the forges do it differently. */
export interface GlobRules {
  /** Whether a name stands for the directory of that name too, with all that is below it. */
  readonly isDirectoryToo: boolean
  /** Whether a pattern with a slash in its middle begins at the top. */
  readonly isAnchoredBySlash: boolean
}

export interface Glob {
  /** Takes a path, and its names. */
  readonly matches: (path: string, names: readonly string[]) => boolean
  /** The one path that it can match, if it has no wildcards and begins at the top. */
  readonly path: string | undefined
  /** The last name of whatever it matches, if it has no wildcards. */
  readonly name: string | undefined
}

/** What is matched: what lies below the pattern, the pattern itself, or both. */
type Reach = 'below' | 'exact' | 'either'

const MANY = '**'

const isWild = (part: string): boolean => /[*?[\\]/.test(part)

/** Reads a pattern of CODEOWNERS. No regular expressions: matching takes time in proportion to pattern and path. */
export function readGlob(pattern: string, { isDirectoryToo, isAnchoredBySlash }: GlobRules): Glob {
  const isDirectory = pattern.endsWith('/')
  const written = pattern.replace(/^\//, '').replace(/\/$/, '').split('/').filter(Boolean)
  const isAnchored = pattern.startsWith('/') || (isAnchoredBySlash && written.length > 1)
  const last = written.at(-1)
  // `docs/*` means the files in docs, not those below its directories.
  const coversBelow = isDirectoryToo && (written.length === 1 || last !== '*')
  const reach = isDirectory ? 'below' : coversBelow ? 'either' : 'exact'
  const parts = isAnchored || written[0] === MANY ? written : [MANY, ...written]
  // At the end it is what is below, not the directory itself.
  if (last === MANY) parts.push('*')
  const literals = literalsOf(written)
  return {
    matches: (path, names) => literals.every((each) => path.includes(each)) && matchesFrom(parts, names, reach),
    path: parts.some(isWild) ? undefined : parts.join('/'),
    name: last === undefined || isWild(last) ? undefined : last,
  }
}

/** Texts that every match contains, the last first: looking for them is much quicker than matching. */
const literalsOf = (parts: readonly string[]): readonly string[] =>
  parts
    .flatMap((part) => (/[[\\]/.test(part) ? [] : part.split(/[*?]/)))
    .filter(Boolean)
    .reverse()

/**
 * Matches part by part. `reached` has the parts that may come next, so nothing is tried twice: a pattern of n parts and a
 * path of m names take n times m steps.
 */
function matchesFrom(parts: readonly string[], names: readonly string[], reach: Reach): boolean {
  let reached = openWith([0], parts)
  for (const [at, name] of names.entries()) {
    const next: number[] = []
    for (const part of reached) {
      const written = parts[part]
      if (written === undefined) continue
      if (written === MANY) next.push(part)
      else if (matchesName(written, name)) next.push(part + 1)
    }
    reached = openWith(next, parts)
    const isLast = at === names.length - 1
    if (reached.has(parts.length) && reach !== (isLast ? 'below' : 'exact')) return true
  }
  return false
}

/** `**` also stands for no directory at all. */
function openWith(reached: readonly number[], parts: readonly string[]): Set<number> {
  const open = new Set<number>()
  for (let part of reached) {
    open.add(part)
    while (parts[part] === MANY) {
      part += 1
      open.add(part)
    }
  }
  return open
}

/** `*`, `?` and `[a-z]` within one name. Goes back to the last `*` only, so it takes at most n times m steps. */
function matchesName(pattern: string, name: string): boolean {
  let [at, from, star, starFrom] = [0, 0, -1, 0]
  while (from < name.length) {
    const taken = pattern[at] === '*' ? 0 : takenBy(pattern, at, name[from] as string)
    if (pattern[at] === '*') {
      star = at
      starFrom = from
      at += 1
    } else if (taken > 0) {
      at += taken
      from += 1
    } else if (star >= 0) {
      at = star + 1
      starFrom += 1
      from = starFrom
    } else return false
  }
  while (pattern[at] === '*') at += 1
  return at === pattern.length
}

/** How many characters of the pattern stand for this one of the name; 0 if they stand for another. */
function takenBy(pattern: string, at: number, character: string): number {
  const first = pattern[at]
  if (first === '?') return 1
  if (first === '\\' && at + 1 < pattern.length) return pattern[at + 1] === character ? 2 : 0
  const end = first === '[' ? pattern.indexOf(']', at + 2) : -1
  if (end < 0) return first === character ? 1 : 0
  const set = pattern.slice(at + 1, end)
  const isNot = /^[!^]/.test(set)
  return isInSet(isNot ? set.slice(1) : set, character) === isNot ? 0 : end + 1 - at
}

function isInSet(set: string, character: string): boolean {
  for (let at = 0; at < set.length; at += 1) {
    const [from, dash, to] = [set[at] as string, set[at + 1], set[at + 2]]
    if (dash === '-' && to !== undefined) {
      if (from <= character && character <= to) return true
      at += 2
    } else if (from === character) return true
  }
  return false
}
