import { createRoles, isBelowRoots, MODEL, workbookDirectories } from '../../serialize/layout.ts'
import { type GitFacts, isIgnoredBy } from '../../workspace/git.ts'

/**
 * Ignored files that declare content or settings. They would be applied without being in any commit. Other ignored
 * files do not matter, and those of a data model are left out of it.
 */
export function declaredIgnored(paths: Iterable<string>, facts: { readonly ignored: GitFacts['ignored'] }): string[] {
  const all = [...paths]
  const found = all.filter((path) => !path.startsWith(`${MODEL}/`) && isIgnoredBy(facts, path))
  if (found.length === 0) return []
  const roleOf = createRoles(workbookDirectories(all))
  return found.filter((path) => (isBelowRoots(path) ? roleOf(path).role !== 'unknown' : path.endsWith('.yaml')))
}
