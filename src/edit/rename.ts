import { BoardwrightError } from '@boardwright/common'
import { type Model, mayHave, memberCalled } from '@boardwright/platform/model'
import { unknownMember } from '../check/unknown-member.ts'
import { indexUses } from '../lint/uses/index-uses.ts'
import { type MemberRenaming, renameUses } from '../lint/uses/rename.ts'
import { pathsMeant } from '../project/find-object.ts'
import { type Project, requireConfig } from '../project/local/project.ts'
import { locate } from '../serialize/locate.ts'
import { writeTree } from '../workspace/write.ts'
import { requireCommittedFiles } from './tree-edit.ts'

export type { MemberRenaming } from '../lint/uses/rename.ts'

export type RenameMeant = { readonly kind: 'path' } | { readonly kind: 'member'; readonly name: string }

/** In front of a name of the data model, where something of the content is called the same. */
const OF_MODEL = 'model:'

/** Whether a word is a path of the content or a name of the data model. What could be both is refused. */
export function renameMeant(project: Project, directory: string, word: string): RenameMeant {
  if (word.startsWith(OF_MODEL)) return { kind: 'member', name: word.slice(OF_MODEL.length) }
  if (isPathOnly(word)) return { kind: 'path' }
  const { files } = project
  const place = pathsMeant(project, directory, word).find((each) => locate(files, each).kind !== 'nothing')
  if (place === undefined) return { kind: 'member', name: word }
  if (!hasName(indexUses(files).model, word)) return { kind: 'path' }
  throw new BoardwrightError('USAGE', `"${word}" is ${place}, and a name of the data model, too`, {
    hint: `Write ${place} for the content, or ${OF_MODEL}${word} for the data model.`,
  })
}

const isPathOnly = (word: string): boolean => /[/\\\p{Cc}]|\.(yaml|yml|sql|py)$/u.test(word)

const hasName = (model: Model, name: string): boolean =>
  model.owners.has(name) || memberCalled(model, name) !== undefined

/** Plans a renaming. The new name may be given with or without its cube or view. */
export function planRename(project: Project, from: string, to: string, keepsOld: boolean): MemberRenaming {
  const { files } = requireConfig(project)
  const [owner = '', member] = from.split('.')
  const word = member !== undefined && to.startsWith(`${owner}.`) ? to.slice(owner.length + 1) : to
  const { model } = indexUses(files)
  // If the data model already has the new name, only users of the old name are left to change.
  const isDone = hasName(model, member === undefined ? word : `${owner}.${word}`)
  if (!isDone && !mayHave(model, from)) throw unknownMember(from, model)
  const renaming = renameUses(files, from, word, keepsOld)
  // Code may declare any name, but this one stands nowhere.
  if (!isDone && renaming.changed.length === 0 && renaming.left.length === 0) throw unknownMember(from, model)
  return renaming
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
