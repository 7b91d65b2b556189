import { BoardwrightError } from '@boardwright/common'
import type { PageCommit, Scene } from '@boardwright/pictures'
import { judgeTreeModel } from '../../lint/model/judged.ts'
import { configsOf } from '../../project/local/id.ts'
import { EARLIEST_DAY, openProject, readProjectConfig } from '../../project/local/project.ts'
import { readTreeFor } from '../../project/local/render.ts'
import { projectBefore } from '../../workspace/before.ts'
import { commitsChanging } from '../../workspace/git.ts'
import { factsIn } from './model-facts.ts'
import { sideOf } from './seen.ts'
import { type PreviewTree, type ReadPreview, targetFor } from './tree.ts'

export interface PagePast {
  /** The commits that changed the files of a page, newest first. */
  readonly commits: (tree: PreviewTree, slug: string) => Promise<readonly PageCommit[]>
  /** A page at one of these commits, or as it is on disk; undefined if it is not there. */
  readonly scene: (tree: PreviewTree, slug: string, commit: string) => Promise<Scene | undefined>
}

/** As many as a slider can tell apart. */
const MOST_COMMITS = 50
const MOST_KEPT = 100

export const ON_DISK = 'now'

/** Pages as they were, from the history of their files. */
export function openPast(root: string, options: ReadPreview): PagePast {
  const kept = new Map<string, Promise<Scene | undefined>>()
  const commits: PagePast['commits'] = (tree, slug) => commitsChanging(root, filesOf(tree, slug), MOST_COMMITS)
  return {
    commits,
    async scene(tree, slug, commit) {
      if (commit === ON_DISK) return sceneIn(await openProject(root, options.today), slug, options)
      const isKnown = (await commits(tree, slug)).some((each) => each.commit === commit)
      if (!isKnown) throw new BoardwrightError('USAGE', 'that is no commit of this page')
      const key = `${commit} ${slug}`
      const scene = kept.get(key) ?? sceneAt(root, slug, commit, options)
      kept.delete(key)
      kept.set(key, scene)
      scene.catch(() => kept.delete(key))
      for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest)
      return scene
    },
  }
}

/** Its own files, and those of the reports that it shows now. */
function filesOf(tree: PreviewTree, slug: string): string[] {
  const shown = Object.keys(tree.scene(slug)?.reports ?? {})
  return [...new Set([slug, ...shown].flatMap((each) => tree.places.get(each) ?? []))]
}

async function sceneAt(root: string, slug: string, commit: string, options: ReadPreview): Promise<Scene | undefined> {
  const before = await projectBefore(root, commit, await configsOf(root))
  const files = await before?.read(before.paths)
  if (!files) return undefined
  const { config, problems } = readProjectConfig(files, EARLIEST_DAY)
  const now = await openProject(root, options.today)
  return sceneIn({ ...now, files, config: config ?? now.config, problems, memory: undefined }, slug, options)
}

type Opened = Awaited<ReturnType<typeof openProject>>

function sceneIn(project: Opened, slug: string, { target }: ReadPreview): Scene | undefined {
  const { config, files } = project
  if (!config) return undefined
  const isThere = config.targets.some(({ name }) => name === target)
  const seenBy = targetFor(config, isThere ? target : undefined)
  if (!seenBy) return undefined
  const { content } = readTreeFor(project, config, seenBy).tree
  const { members, model } = factsIn(judgeTreeModel(files))
  return sideOf(content, slug, members, model)?.scene
}
