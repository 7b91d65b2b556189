import type { PreviewNews } from '@boardwright/pictures'
import { isKind } from '../../content/kinds.ts'
import { filesOfBranch } from '../../project/plan/files-changed.ts'
import { gitFacts, recentFiles } from '../../workspace/git.ts'
import type { PreviewTree } from './tree.ts'

/** The variables of a pipeline say what a branch is merged into. */
interface Asking {
  readonly env: Readonly<Record<string, string | undefined>>
}

type Place = readonly [page: string, place: string]

/** What people want to look at first: the dashboards that this branch changes, else the one that changed last. */
export async function readNews(root: string, tree: PreviewTree, { env }: Asking): Promise<PreviewNews> {
  const dashboards = [...tree.places].filter(([page]) => !isKind(page, 'report'))
  const facts = await gitFacts(root)
  if (!facts) return { changed: [], first: undefined }
  const branch = await filesOfBranch(root, { env, mergeInto: tree.mergeInto })
  const changed = pagesOf([...facts.dirty, ...(branch ?? [])], dashboards)
  const [newest] = changed.length > 0 ? changed : pagesOf(await recentFiles(root, 'content'), dashboards)
  return { changed, first: newest }
}

/** The dashboards that these files belong to, in the order of the files. */
function pagesOf(files: readonly string[], dashboards: readonly Place[]): string[] {
  const pageOf = (file: string): string[] =>
    dashboards.filter(([, place]) => file.startsWith(`${place}/`)).map(([page]) => page)
  return [...new Set(files.flatMap(pageOf))]
}
