import type { ComparedWith } from '../../content/compared.ts'
import { someOf } from '../../content/counted.ts'
import { requireAtBase } from '../../project/local/at-base.ts'
import type { SoundProject } from '../../project/local/project.ts'
import { type BaseOptions, comparedWith, findBase } from '../../workspace/base.ts'
import type { Files } from '../../workspace/tree.ts'

/** The files of the project before, where the base is no target. */
export async function readBase(
  { root, config }: SoundProject,
  { base: asked, env }: { readonly base?: string | undefined; readonly env: BaseOptions['env'] },
): Promise<{ readonly before: Files; readonly compared?: ComparedWith }> {
  const { mergeInto, targets } = config
  const names = targets.map(({ name }) => name)
  const askedHint = `Name a target (${someOf(names, 10)}), a branch or a commit.`
  const base = await findBase(root, { asked, askedHint, env, mergeInto })
  const before = await requireAtBase(root, base)
  return { before: before ? await before.read(before.paths) : new Map(), compared: comparedWith(base) }
}
