import { CONTENT, createRoles, MODEL, workbookDirectories } from '../serialize/layout.ts'
import { type GitFacts, isIgnoredBy } from '../workspace/git.ts'

/**
 * Files that say something and that git ignores: what is applied with them is in no commit. Clutter between them is
 * nobody's business, and what is ignored of a data model is left out of it.
 */
export function declaredIgnored(paths: Iterable<string>, facts: Pick<GitFacts, 'ignored'>): string[] {
  const all = [...paths]
  const found = all.filter((path) => !path.startsWith(`${MODEL}/`) && isIgnoredBy(facts, path))
  if (found.length === 0) return []
  const roleOf = createRoles(workbookDirectories(all))
  return found.filter((path) =>
    path.startsWith(`${CONTENT}/`) ? roleOf(path).role !== 'unknown' : path.endsWith('.yaml'),
  )
}
