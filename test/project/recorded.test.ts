// Slow: it applies from every kind of clone.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lazy } from '../../packages/common/lazy.ts'
import { workbookKey } from '../../src/content/model.ts'
import { makeCopies } from '../../src/previews/copies.ts'
import { adoptTarget } from '../../src/project/adopt.ts'
import { applyPlan } from '../../src/project/apply.ts'
import { exportTree } from '../../src/project/export.ts'
import { forgetObjects } from '../../src/project/forget.ts'
import { openProject, requireConfig, type SoundProject } from '../../src/project/local/project.ts'
import { planTarget } from '../../src/project/plan.ts'
import { promote } from '../../src/project/promote.ts'
import { overwrittenIn, restoreRun } from '../../src/project/restore.ts'
import { git, readFiles, temporaryDirectory } from '../support/directory.ts'
import { configOf, REPORT, TREE } from './promote-tree.ts'
import { openAccount, openScene, type Scene, sceneAt, TODAY } from './promote-world.ts'

/** What ledgers say was applied is what the commit says, whatever state the checkout is in. */
const account = openAccount()
/** For what writes nothing. */
const unwritten = openAccount({ seed: 'empty' }, true)

const PIPELINE = 'content/sales/pipeline.report.yaml'
const changed = { [PIPELINE]: `${TREE[PIPELINE]}title: In no commit\n` }

interface Place {
  readonly scene: Scene
  /** A run that overwrote an edit. */
  readonly run: string
}

/** Applied to both targets, edited in the UI, and applied over that edit. */
async function openPlace({ url, keys, controls } = account(), root = temporaryDirectory()): Promise<Place> {
  const targets = { production: { url, deployment: 2 }, dev: { url, deployment: 1 } }
  const scene = await openScene(
    { ...TREE, 'boardwright.yaml': configOf(targets) },
    { BOARDWRIGHT_TOKEN: keys.admin, CI: 'true', BOARDWRIGHT_HOST: new URL(url).host },
    root,
  )
  await scene.apply('production')
  await scene.commit({ [REPORT]: `${TREE[REPORT]}title: Repo\n` })
  await controls.addPeople({ do: [{ do: 'edit-report', report: 'byMonth00001', set: { title: 'Edited' } }] } as never)
  const { journal = '' } = await scene.apply('production', { shaping: { accept: ['ui-edits'] } })
  await scene.commit({ 'content/sales/more/folder.yaml': 'name: More\n' })
  return { scene, run: basename(journal, '.jsonl') }
}

const confirm = async () => true

type Act = (project: SoundProject, env: Record<string, string>, run: string) => Promise<unknown>

/** Commands that write records, or content as a commit has it. */
const RECORDING: Readonly<Record<string, Act>> = {
  apply: (project, env) => applyPlan(project, { env, target: 'production', confirm }),
  adopt: (project, env) => adoptTarget(project, { env, target: 'production', confirm }),
  forget: (project, env) =>
    forgetObjects(project, { env, target: 'production', keysOf: () => [workbookKey('revenue')], confirm }),
  restore: async (project, env, run) => restoreRun(project, await overwrittenIn(project, run), { env, confirm }),
  copies: (project, env) => makeCopies(project, { env, target: 'production', name: 'look', ttlMs: 3_600_000 }),
}

/** Git commands that stop at a conflict exit with 1. */
function begin(root: string, ...args: string[]): void {
  try {
    git(root, ...args)
  } catch {}
}

async function otherBranch(scene: Scene, text: string): Promise<void> {
  git(scene.root, 'switch', '--quiet', '--create', 'other', 'HEAD~1')
  await scene.commit({ [PIPELINE]: TREE[PIPELINE].replace('name: Pipeline', text) })
  git(scene.root, 'switch', '--quiet', 'main')
}

function addSubmodule(scene: Scene): string {
  const inner = temporaryDirectory()
  git(inner, 'init', '--quiet', '--initial-branch', 'main')
  execFileSync('sh', ['-c', 'printf "name: Team\\n" >folder.yaml && git add folder.yaml'], { cwd: inner })
  git(inner, 'commit', '--quiet', '--message', 'theirs')
  git(scene.root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'content/team')
  return 'content/team/folder.yaml'
}

/** In these, the files here are not what the commit says, or nobody means this commit. */
const REFUSED: Readonly<Record<string, (place: Place) => Promise<unknown>>> = {
  'a file that was changed': ({ scene }) => scene.write(changed),
  'a file that was staged': async ({ scene }) => {
    await scene.write(changed)
    git(scene.root, 'add', '--all')
  },
  'a file that was removed': async ({ scene }) => git(scene.root, 'rm', '--quiet', '--cached', PIPELINE),
  'an untracked file': ({ scene }) => scene.write({ 'content/new/folder.yaml': 'name: New\n' }),
  'a file that git ignores': async ({ scene }) => {
    await scene.commit({ '.gitignore': '.boardwright/\ncontent/mine/\n' })
    await scene.write({ 'content/mine/folder.yaml': 'name: Mine\n' })
  },
  'a changed file that git shall assume to be unchanged': async ({ scene }) => {
    git(scene.root, 'update-index', '--assume-unchanged', PIPELINE)
    await scene.write(changed)
  },
  'a changed file that git skips': async ({ scene }) => {
    git(scene.root, 'update-index', '--skip-worktree', PIPELINE)
    await scene.write(changed)
  },
  'a changed file in a submodule': async ({ scene }) => {
    const file = addSubmodule(scene)
    await scene.commit()
    await scene.write({ [file]: 'name: Team, changed\n' })
  },
  'a submodule at another commit': async ({ scene }) => {
    const file = addSubmodule(scene)
    await scene.commit()
    await scene.write({ [file]: 'name: Team, changed\n' })
    git(join(scene.root, 'content/team'), 'commit', '--quiet', '--all', '--message', 'ours')
  },
  'line ends of Windows, where the commit leaves them to git': async ({ scene }) => {
    git(scene.root, 'config', 'core.autocrlf', 'true')
    git(scene.root, 'rm', '--quiet', '-r', '--cached', '.')
    git(scene.root, 'reset', '--quiet', '--hard')
  },
  'a merge under way': async ({ scene }) => {
    await otherBranch(scene, 'name: Theirs')
    begin(scene.root, 'merge', '--quiet', '--no-commit', '--no-ff', 'other')
  },
  'a merge with conflicts': async ({ scene }) => {
    await otherBranch(scene, 'name: Theirs')
    await scene.commit({ [PIPELINE]: TREE[PIPELINE].replace('name: Pipeline', 'name: Ours') })
    begin(scene.root, 'merge', '--quiet', 'other')
  },
}

const writes = (sandbox = account()) => sandbox.controls.requests().filter(({ method }) => method !== 'GET')

describe('nothing is recorded, and nothing is written, with', () => {
  const kept = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
  afterAll(() => rmSync(kept, { recursive: true, force: true }))
  const shared = lazy(() => openPlace(unwritten(), kept))

  test.each(Object.entries(REFUSED))('%s', async (_, change) => {
    const { scene, run } = await shared()
    const root = temporaryDirectory()
    cpSync(kept, root, { recursive: true, preserveTimestamps: true })
    const place = { scene: sceneAt(root, scene.env), run }
    await change(place)
    unwritten().controls.clearRequests()
    for (const [name, act] of Object.entries(RECORDING)) {
      const ended = await openProject(place.scene.root, TODAY)
        .then((project) => act(requireConfig(project), place.scene.env, place.run))
        .then(
          () => 'went',
          ({ kind }) => kind,
        )
      expect({ name, ended, writes: writes(unwritten()) }).toEqual({
        name,
        ended: expect.stringMatching(/^(UNCOMMITTED|FILE_ENCODING)$/),
        writes: [],
      })
    }
  })

  test('`export` leaves a changed file as it is, whatever is live', async () => {
    const { scene } = await openPlace()
    const set = { title: 'Edited' }
    await account().controls.addPeople({ do: [{ do: 'edit-report', report: 'pipeline0001', set }] } as never)
    await scene.write(changed)
    const { uncommitted } = await exportTree(await scene.open(), { env: scene.env, target: 'production', mirror: true })
    expect(uncommitted).toEqual([PIPELINE])
    expect(readFileSync(join(scene.root, PIPELINE), 'utf8')).toBe(changed[PIPELINE])
  })

  test('`promote` takes the files of the commit, and not those here', async () => {
    const { scene } = await openPlace()
    await scene.apply('production')
    await scene.write(changed)
    await promote(await scene.open(), { env: scene.env, from: 'production', to: 'dev', confirm })
    git(scene.root, 'checkout', '--quiet', '.')
    expect((await scene.plan('dev')).plan).toMatchObject({ objects: [], held: [], left: [] })
  })
})

/** In these, the files here are what the commit says. The command runs in the directory. */
const GOES: Readonly<Record<string, (place: Place) => Promise<string>>> = {
  'a branch': async ({ scene }) => scene.root,
  'a detached HEAD': async ({ scene }) => {
    git(scene.root, 'switch', '--quiet', '--detach')
    return scene.root
  },
  'a linked worktree': async ({ scene }) => {
    const root = join(temporaryDirectory(), 'linked')
    git(scene.root, 'worktree', 'add', '--quiet', root)
    return root
  },
  'a submodule of another repository': async ({ scene }) => {
    const outer = temporaryDirectory()
    git(outer, 'init', '--quiet')
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', scene.root, 'inner')
    return join(outer, 'inner')
  },
  'a submodule within it': async ({ scene }) => {
    addSubmodule(scene)
    await scene.commit()
    return scene.root
  },
}

test.each(Object.entries(GOES))('what is applied from %s is what a clone of the commit says', async (_, change) => {
  const place = await openPlace()
  const { env } = place.scene
  const root = await change(place)
  const head = git(root, 'rev-parse', 'HEAD').trim()
  const here = requireConfig(await openProject(root, TODAY))
  const { result } = await applyPlan(here, { env, target: 'production', confirm })
  expect(result).toMatchObject({ failed: [] })
  const clone = join(temporaryDirectory(), 'clone')
  const args = ['-c', 'protocol.file.allow=always', 'clone', '--quiet', '--recurse-submodules', place.scene.root, clone]
  git(place.scene.root, ...args)
  git(clone, 'checkout', '--quiet', '--detach', head)
  const there = requireConfig(await openProject(clone, TODAY))
  const { plan } = await planTarget(there, { env, target: 'production' })
  expect(plan).toMatchObject({ commit: head, applied: head, objects: [], held: [], left: [] })
  expect(readFiles(clone)[PIPELINE]).toBe(TREE[PIPELINE])
})

test('a shallow clone that lacks what was applied records nothing', async () => {
  const { scene, run } = await openPlace()
  await scene.apply('production')
  await scene.commit()
  const clone = join(temporaryDirectory(), 'clone')
  git(scene.root, 'clone', '--quiet', '--depth', '1', `file://${scene.root}`, clone)
  account().controls.clearRequests()
  for (const name of ['apply', 'adopt', 'forget', 'copies']) {
    const project = requireConfig(await openProject(clone, TODAY))
    const ended = RECORDING[name]?.(project, scene.env, run)
    await expect(ended, name).rejects.toMatchObject({ kind: 'SHALLOW_CLONE' })
  }
  expect(writes()).toEqual([])
})
