import type { PreviewNews } from '@boardwright/pictures'
import { filesOfBranch } from '../../project/plan/files-changed.ts'
import { gitFacts } from '../../workspace/git.ts'
import type { PreviewTree } from './tree.ts'

/** The variables of a pipeline say what a branch is merged into. */
interface Asking {
  readonly env: Readonly<Record<string, string | undefined>>
}

/** What people want to look at first: what this branch changes, and what is not committed before that. */
export async function readNews(root: string, tree: PreviewTree, { env }: Asking): Promise<PreviewNews> {
  const facts = await gitFacts(root)
  if (!facts) return { changed: [] }
  const branch = await filesOfBranch(root, { env, mergeInto: tree.mergeInto })
  return { changed: pagesOf([...facts.dirty, ...(branch ?? [])], tree) }
}

/** The pages that these files belong to, in the order of the files. */
function pagesOf(files: readonly string[], { entries }: PreviewTree): string[] {
  const pageOf = (file: string): string[] =>
    entries.filter((entry) => file === entry.file || file.startsWith(`${entry.file}/`)).map(({ slug }) => slug)
  return [...new Set(files.flatMap(pageOf))]
}
