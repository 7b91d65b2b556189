import { withoutMarks } from '@boardwright/common/yaml'
import { DOCUMENTS } from '../content/files.ts'
import { type Project, readProjectConfig } from '../project/local/project.ts'
import { withChanges } from '../serialize/documents.ts'
import { createRoles, workbookDirectories } from '../serialize/layout.ts'
import { withoutOverlay } from '../serialize/locate.ts'
import { decodeText } from '../serialize/text.ts'
import { isSetting } from '../workspace/tree.ts'
import { type Formatted, formatProject, wantedBy } from './format.ts'

/** Like `formatProject`, but first removes byte order marks and Windows line endings, which make files unreadable. */
export function mendAndFormat(project: Project, paths: readonly string[], today: string): Formatted {
  const isWanted = wantedBy(paths)
  const roleOf = createRoles(workbookDirectories(project.files.keys()))
  const mended = new Map(
    [...project.files].flatMap(([file, bytes]): [string, string][] => {
      const role = roleOf(withoutOverlay(file))
      const isOurs =
        isSetting(file) || role.role === 'document' || (role.role === 'side' && DOCUMENTS[role.kind].beside === 'texts')
      const text = isOurs && isWanted(file) ? decodeText(bytes, file) : undefined
      if (typeof text !== 'string') return []
      const without = withoutMarks(text)
      return without === text ? [] : [[file, without]]
    }),
  )
  if (mended.size === 0) return formatProject(project, paths)
  const files = withChanges(project.files, mended)
  const formatted = formatProject({ ...project, files, ...readProjectConfig(files, today) }, paths)
  return { ...formatted, changes: new Map([...mended, ...formatted.changes]) }
}
