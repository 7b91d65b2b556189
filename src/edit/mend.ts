import { withoutMarks } from '@boardwright/common/yaml'
import { DOCUMENTS } from '../content/files.ts'
import { type Project, readProjectConfig } from '../project/local/project.ts'
import { withChanges } from '../serialize/documents.ts'
import { createRoles, directoryOf, workbookDirectories } from '../serialize/layout.ts'
import { withoutOverlay } from '../serialize/locate.ts'
import { decodeText } from '../serialize/text.ts'
import { isSetting } from '../workspace/tree.ts'
import { type Formatted, formatProject, wantedBy } from './format.ts'
import { knownForms } from './known-forms.ts'

/** Like `formatProject`, but first removes byte order marks and Windows line endings, which make files unreadable. */
export function mendAndFormat(project: Project, paths: readonly string[], today: string): Formatted {
  const forms = knownForms(project)
  if (forms.countIfRight() !== undefined) return formatProject(project, paths, forms)
  const isWanted = wantedBy(paths)
  const roleOf = createRoles(workbookDirectories(project.files.keys()))
  const mended = new Map(
    [...project.files.keys()].flatMap((file): [string, string][] => {
      const role = roleOf(withoutOverlay(file))
      const isOurs =
        isSetting(file) || role.role === 'document' || (role.role === 'side' && DOCUMENTS[role.kind].beside === 'texts')
      if (!isOurs || !isWanted(file) || forms.isRight(directoryOf(file))) return []
      const text = decodeText(project.files.get(file) ?? new Uint8Array(), file)
      if (typeof text !== 'string') return []
      const without = withoutMarks(text)
      return without === text ? [] : [[file, without]]
    }),
  )
  if (mended.size === 0) return formatProject(project, paths, forms)
  const files = withChanges(project.files, mended)
  const formatted = formatProject({ ...project, files, ...readProjectConfig(files, today) }, paths)
  return { ...formatted, changes: new Map([...mended, ...formatted.changes]) }
}
