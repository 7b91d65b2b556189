import { askIfMeant, BoardwrightError, nearest } from '@boardwright/common'
import { type Model, memberCalled } from '@boardwright/platform/model'
import { type Project, requireConfig } from '../project/project.ts'
import { indexUses } from '../serialize/uses/index-uses.ts'
import { type Renaming, renameUses } from '../serialize/uses/rename.ts'
import { writeTree } from '../workspace/write.ts'
import { requireCommittedFiles } from './tree-edit.ts'

export type { Renaming } from '../serialize/uses/rename.ts'

/** Plans a renaming. The new name may be given with or without its cube or view. */
export function planRename(project: Project, from: string, to: string, keepsOld: boolean): Renaming {
  const { files } = requireConfig(project)
  const [owner = '', member] = from.split('.')
  const word = member !== undefined && to.startsWith(`${owner}.`) ? to.slice(owner.length + 1) : to
  const { model, unread } = indexUses(files)
  const isKnown = (name: string): boolean => model.owners.has(name) || memberCalled(model, name) !== undefined
  // If the data model already has the new name, only users of the old name are left to change.
  const isDone = isKnown(member === undefined ? word : `${owner}.${word}`)
  if (!isKnown(from) && !isDone && unread.length === 0) throw unknownMember(from, model)
  return renameUses(files, from, word, keepsOld)
}

/** A renaming as JSON output shows it. */
export const renamingData = ({ names, changed, left, written, gone }: Renaming) => ({
  names: Object.fromEntries(names),
  changed,
  left,
  files: [...written.keys()],
  gone,
})

export async function writeRenaming(project: Project, { written }: Renaming): Promise<void> {
  await requireCommittedFiles(project, { moved: new Map(), written, removed: [] })
  await writeTree(project.root, written)
}

export function unknownMember(name: string, { owners, members }: Model): BoardwrightError {
  const names = [...members].flatMap(([owner, all]) => [...all.keys()].map((each) => `${owner}.${each}`))
  const near = nearest(name, [...owners.keys(), ...names])
  return new BoardwrightError('MEMBER_UNKNOWN', `the data model has no "${name}"`, {
    hint: stepFor(name, near),
  })
}

function stepFor(name: string, near: string | undefined): string {
  if (/[/\\]|\.(yaml|yml|sql|py)$/.test(name))
    return `That is a path: \`boardwright mv ${name} NEW\` moves content, with every reference to it.`
  return askIfMeant(near, 'Name a member, a cube or a view of the data model.')
}
