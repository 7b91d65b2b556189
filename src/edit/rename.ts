import { mayHave, memberCalled } from '@boardwright/platform/model'
import { unknownMember } from '../check/unknown-member.ts'
import { indexUses } from '../lint/uses/index-uses.ts'
import { type MemberRenaming, renameUses } from '../lint/uses/rename.ts'
import { type Project, requireConfig } from '../project/local/project.ts'
import { writeTree } from '../workspace/write.ts'
import { requireCommittedFiles } from './tree-edit.ts'

export type { MemberRenaming } from '../lint/uses/rename.ts'

/** Plans a renaming. The new name may be given with or without its cube or view. */
export function planRename(project: Project, from: string, to: string, keepsOld: boolean): MemberRenaming {
  const { files } = requireConfig(project)
  const [owner = '', member] = from.split('.')
  const word = member !== undefined && to.startsWith(`${owner}.`) ? to.slice(owner.length + 1) : to
  const { model } = indexUses(files)
  const isKnown = (name: string): boolean => model.owners.has(name) || memberCalled(model, name) !== undefined
  // If the data model already has the new name, only users of the old name are left to change.
  const isDone = isKnown(member === undefined ? word : `${owner}.${word}`)
  if (!isDone && !mayHave(model, from)) throw unknownMember(from, model)
  return renameUses(files, from, word, keepsOld)
}

/** A renaming as JSON output shows it. */
export const renamingData = ({ names, changed, left, written, gone }: MemberRenaming) => ({
  names: Object.fromEntries(names),
  changed,
  left,
  files: [...written.keys()],
  gone,
})

export async function writeRenaming(project: Project, { written }: MemberRenaming): Promise<void> {
  await requireCommittedFiles(project, { moved: new Map(), written, removed: [] })
  await writeTree(project.root, written)
}
