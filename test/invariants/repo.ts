import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../src/config/model.ts'
import type { Shaping } from '../../src/plan/plan-file.ts'
import { type Applied, applyPlan } from '../../src/project/apply.ts'
import { openProjectOnDemand, requireConfig, type SoundProject } from '../../src/project/local/project.ts'
import { readTreeAsWritten } from '../../src/project/local/render.ts'
import { type Planned, planTarget } from '../../src/project/plan.ts'
import { beginReading, type StartedReading } from '../../src/project/target/begin.ts'
import { placeObjects } from '../../src/serialize/paths.ts'
import { documentsOf, printDocument } from '../../src/serialize/print.ts'
import { currentPlaces } from '../../src/serialize/update.ts'
import { noisyTree } from '../project/noisy-tree.ts'
import { commitAll, git, readFiles, writeFiles } from '../support/directory.ts'
import { contentIn, type Lists, listsOf } from '../support/lists.ts'
import { open, TODAY, type World } from './world.ts'

/** A project in a git repository. */
export interface Repo {
  readonly root: string
  readonly open: () => Promise<SoundProject>
  readonly commit: () => string
  readonly checkOut: (commit: string) => void
  readonly content: () => Promise<Lists>
  /** Prints the whole tree again and commits it. Objects keep their files. */
  readonly change: (edit: (content: Lists) => Lists) => Promise<string>
  /** Writes the tree as somebody else might have: other key order, other quotes, comments, texts inside. Commits it. */
  readonly rewrite: (random: () => number) => Promise<string>
  readonly plan: (shaping?: Partial<Shaping>) => Promise<Planned>
  /** The same, with what was remembered from the last time. All files are old enough for that. */
  readonly planOnDemand: (shaping?: Partial<Shaping>) => Promise<Planned>
  readonly apply: (shaping?: Partial<Shaping>) => Promise<Applied>
}

/** Allows changes of any size. */
const LIMITS = '    limits: {changePercent: 100, deletePercent: 100}\n'

/** The exported tree of what is live now, committed. */
export async function exportedRepo(world: World, projectId = '7f3kQ2m9'): Promise<Repo> {
  const root = await world.project()
  const config = readFileSync(join(root, 'boardwright.yaml'), 'utf8')
    .replace(/^projectId: .*$/m, `projectId: ${projectId}`)
    .replace('    variables:\n', `${LIMITS}    variables:\n`)
  await writeFiles(root, { '.gitignore': '.boardwright/\n', 'boardwright.yaml': config })
  await world.export(root)
  const repo = repoAt(world, root)
  repo.commit()
  return repo
}

/** Writes the edited content. Files whose text stays the same are not touched. */
export async function changeTree(root: string, edit: (content: Lists) => Lists): Promise<void> {
  const tree = readTreeAsWritten(requireConfig(await open(root)))
  const now = contentIn(edit(listsOf(tree.content)))
  const documents = documentsOf(now, placeObjects(now, currentPlaces(tree)))
  const files = documents.flatMap(({ file, document }) => [...printDocument(file, document)])
  const [before, after] = [readFiles(root), Object.fromEntries(files)]
  for (const file of Object.keys(before)) {
    if (/^(content|account)\//.test(file) && typeof after[file] !== 'string') rmSync(join(root, file))
  }
  await writeFiles(root, Object.fromEntries(Object.entries(after).filter(([file, text]) => before[file] !== text)))
}

function repoAt(world: World, root: string): Repo {
  const openIt = async () => requireConfig(await open(root))
  const commit = () => commitAll(root)
  const content = async () => listsOf(readTreeAsWritten(await openIt()).content)
  return {
    root,
    open: openIt,
    commit,
    content,
    checkOut: (sha) => void git(root, 'checkout', '--quiet', sha),
    async change(edit) {
      await changeTree(root, edit)
      return commit()
    },
    async rewrite(random) {
      const files = Object.entries(readFiles(join(root, 'content'))).filter(([file]) => !file.includes('/app/'))
      const noisy = noisyTree(new Map(files), random)
      for (const [file] of files) if (!noisy.has(file)) rmSync(join(root, 'content', file))
      await writeFiles(join(root, 'content'), Object.fromEntries(noisy))
      return commit()
    },
    plan: async (shaping) => planTarget(await openIt(), { env: world.env(), shaping }),
    async planOnDemand(shaping) {
      let reading: StartedReading | undefined
      const begin = async (at: string, config: Config) => {
        reading = beginReading(config, { root: at, env: world.env() })
      }
      const project = requireConfig(await openProjectOnDemand(root, TODAY, { begin, now: () => Date.now() + 10_000 }))
      const planned = await planTarget(project, { env: world.env(), shaping, reading })
      await project.memory?.save()
      return planned
    },
    // Generated content asks for members that no data model has.
    apply: async (more) => {
      const shaping: Partial<Shaping> = { ...more, accept: ['broken-uses', ...(more?.accept ?? [])] }
      return applyPlan(await openIt(), { env: world.env(), shaping, confirm: async () => true, onError: 'continue' })
    },
  }
}
