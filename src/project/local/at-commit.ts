import { BoardwrightError } from '@boardwright/common'
import { shortCommit } from '../../content/printable.ts'
import { ACCOUNT, CONTENT, MODEL, OVERLAYS } from '../../serialize/layout.ts'
import { openRepository, type RepositoryStart, startRepository } from '../../workspace/history.ts'
import { projectIdIn } from './id.ts'
import type { SoundProject } from './project.ts'

/** The directories of the tree. Everything else in a project is settings. */
const TREE = [CONTENT, ACCOUNT, MODEL, OVERLAYS].map((root) => `${root}/`)
export const isOfTree = (file: string): boolean => TREE.some((root) => file.startsWith(root))

/**
 * The project with the tree of a commit: content, data model and overlays. Targets, hosts, limits and variables are the
 * current ones.
 */
export async function readProjectAt(
  project: SoundProject,
  commit: string,
  started: RepositoryStart = startRepository(project.root),
): Promise<SoundProject> {
  const workFiles = project.workFiles ?? project.files
  const repository = await openRepository(project.root, {
    files: workFiles,
    commits: [commit],
    isOurs: (config) => projectIdIn(config) === project.config.projectId,
    started,
  })
  const full = repository.head === undefined ? undefined : await repository.resolve(commit)
  const then = full === undefined || repository.head === undefined ? undefined : await repository.filesAt(full)
  if (full === undefined || !then) {
    const what = full === undefined ? 'is not in this clone' : 'does not hold this project'
    throw new BoardwrightError('COMMIT_MISSING', `commit ${shortCommit(commit)} ${what}`)
  }
  const settings = [...workFiles].filter(([file]) => !isOfTree(file))
  const tree = [...then].filter(([file]) => isOfTree(file))
  return { ...project, files: new Map([...settings, ...tree]), workFiles, at: { commit: full, started } }
}
