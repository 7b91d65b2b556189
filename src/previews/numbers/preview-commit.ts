import { BoardwrightError } from '@boardwright/common'
import type { Target } from '../../config/model.ts'
import { isBelowAny } from '../../config/scope.ts'
import { someOf } from '../../content/counted.ts'
import { modelFilesIn } from '../../content/entity.ts'
import type { Preview } from '../../content/preview.ts'
import { shortCommit } from '../../content/printable.ts'
import { shellWord } from '../../content/shell-word.ts'
import { loadWriting, readHashes, readStamp } from '../../live/index.ts'
import type { SoundProject } from '../../project/local/project.ts'
import { readTreeFor } from '../../project/local/render.ts'
import { connect, type ReachOptions } from '../../project/target/connect.ts'
import { MODEL } from '../../serialize/layout.ts'

/** The commit that a preview was made at; null if it does not say. Refuses the data model of another tree. */
export async function requireModelOf(
  project: SoundProject,
  target: Target,
  { preview, name }: { readonly preview: Preview; readonly name: string },
  options: ReachOptions,
): Promise<string | null> {
  const client = connect(target, { ...options, readOnly: true })
  try {
    const [live, stamp] = await Promise.all([
      readHashes(client, target.deployment, preview.branch),
      readStamp(client, target.deployment, preview),
    ])
    const differing = await differingFrom(
      project,
      target,
      new Map(Object.entries(live).map(([file, { hash }]) => [file, hash])),
    )
    const commit = stamp?.commit ?? null
    if (differing.length === 0) return commit
    const of = commit === null ? '' : `: it was made at ${shortCommit(commit)}`
    throw new BoardwrightError(
      'CONFLICT',
      `the preview ${name} has another data model than this tree${of}. ${someOf(differing)} differ${differing.length === 1 ? 's' : ''}`,
      { hint: `Try this commit: boardwright try --target ${target.name} --name ${shellWord(name)}` },
    )
  } finally {
    await client.close()
  }
}

/** Files that only an upload can write are not on the branch of a preview. */
async function differingFrom(
  project: SoundProject,
  target: Target,
  live: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const { notForForks } = await loadWriting()
  const { tree, files } = readTreeFor(project, project.config, target)
  const paths = target.dataModel?.paths ?? []
  const isOnBranch = (path: string): boolean => {
    const bytes = files.get(`${MODEL}/${path}`)
    return (paths.length === 0 || isBelowAny(paths, path)) && bytes !== undefined && notForForks(bytes) === undefined
  }
  return modelFilesIn(tree.content)
    .filter(({ path, hash }) => isOnBranch(path) && live.get(path) !== hash)
    .map(({ path }) => `${MODEL}/${path}`)
}
