import type { Config } from '../../config/model.ts'
import { isContentKind, isOptIn, LISTS } from '../../content/kinds.ts'
import { OBJECTS } from '../../content/objects.ts'
import type { Problem } from '../../content/problem.ts'
import { createRoles, isBelowRoots, workbookDirectories } from '../../serialize/layout.ts'

/** Files of a kind that no target manages: nothing is done with them. */
export function unmanagedKinds(files: Iterable<string>, { targets }: Config): Problem[] {
  const all = [...files].filter(isBelowRoots)
  const roleOf = createRoles(workbookDirectories(all))
  const managed = new Set(targets.flatMap(({ scope }) => scope.manage))
  return all.flatMap((file): Problem[] => {
    const role = roleOf(file)
    if (role.role !== 'document' || !isContentKind(role.kind)) return []
    const { kind } = role
    if (!isOptIn(kind) || managed.has(kind)) return []
    const message = `no target manages ${OBJECTS[kind].noun}s, so nothing is done with this file`
    const hint = `Say \`manage: [${LISTS[kind]}]\` in boardwright.yaml, or remove the file.`
    return [{ kind: 'SCHEMA', at: { file, line: 1, column: 1 }, message, hint, warning: true }]
  })
}
