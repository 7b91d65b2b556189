import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import type { SeedChoice } from '../../packages/sandbox/seeds/choose.ts'
import { adoptTarget } from '../../src/project/adopt.ts'
import type { ApplyOptions } from '../../src/project/apply/options.ts'
import { type Applied, applyPlan } from '../../src/project/apply.ts'
import { exportTree } from '../../src/project/export.ts'
import { openProject, requireConfig, type SoundProject } from '../../src/project/local/project.ts'
import { type Planned, planTarget } from '../../src/project/plan.ts'
import { type PromoteOptions, type Promotion, planPromotion, promote } from '../../src/project/promote.ts'
import { commitAll, commitFirst, git, temporaryDirectory, writeFiles } from '../support/directory.ts'

export const TODAY = '2026-11-20'

/** An account of the platform, laid out again before each test, unless the tests share what is there. */
export function openAccount(seed: SeedChoice = { seed: 'empty' }, isShared = false): () => Sandbox {
  let running: Sandbox | undefined
  const sandbox = (): Sandbox => {
    if (!running) throw new Error('the sandbox is not running')
    return running
  }
  beforeAll(async () => {
    running = await startSandbox(seed)
  })
  beforeEach(() => (isShared ? undefined : sandbox().controls.reset(seed)))
  afterAll(() => running?.close())
  return sandbox
}

type Files = Readonly<Record<string, string | Uint8Array>>

/** A project in a git repository, and the commands on it. */
export interface Scene {
  readonly root: string
  readonly env: Record<string, string>
  readonly open: () => Promise<SoundProject>
  /** Writes files and commits everything. */
  readonly commit: (files?: Files) => Promise<string>
  /** Writes files without committing. */
  readonly write: (files: Files) => Promise<void>
  readonly head: () => string
  readonly plan: (target: string, options?: Partial<ApplyOptions>) => Promise<Planned>
  readonly apply: (target: string, options?: Partial<ApplyOptions>) => Promise<Applied>
  /** `match`: the public id in live, by the id in the tree. */
  readonly adopt: (target: string, match?: Readonly<Record<string, string>>) => Promise<void>
  readonly export: (target: string, takeNew?: boolean) => Promise<void>
  readonly promote: (
    from: string,
    to: string,
    options?: Partial<PromoteOptions>,
  ) => Promise<Awaited<ReturnType<typeof promote>>>
  readonly planPromotion: (from: string, to: string, options?: Partial<PromoteOptions>) => Promise<Promotion>
}

const YES = { confirm: async () => true } as const

export async function openScene(
  files: Files,
  env: Record<string, string>,
  root = temporaryDirectory(),
): Promise<Scene> {
  await writeFiles(root, { '.gitignore': '.boardwright/\n', ...files })
  commitFirst(root)
  return sceneAt(root, env)
}

/** The same in a repository that there is already. */
export function sceneAt(root: string, env: Record<string, string>): Scene {
  const open = async () => requireConfig(await openProject(root, TODAY))
  const common = { env, ...YES }
  return {
    root,
    env,
    open,
    async commit(more = {}) {
      await writeFiles(root, more)
      return commitAll(root)
    },
    write: (more) => writeFiles(root, more),
    head: () => git(root, 'rev-parse', 'HEAD').trim(),
    plan: async (target, options) => planTarget(await open(), { ...common, ...options, target }),
    apply: async (target, options) => applyPlan(await open(), { ...common, ...options, target }),
    async adopt(target, match = {}) {
      const pairs = Object.entries(match).map(([id, live]) => `  - {id: ${id}, live: ${live}}\n`)
      const text = `target: ${target}\n${pairs.length > 0 ? 'reports:\n' : ''}${pairs.join('')}`
      const options = { env, target, confirm: YES.confirm, match: { text, file: 'match.yaml' } }
      await adoptTarget(await open(), options)
      commitAll(root)
    },
    async export(target, takeNew = true) {
      await exportTree(await open(), { env, target, takeNew })
      commitAll(root)
    },
    promote: async (from, to, options) => promote(await open(), { ...common, ...options, from, to }),
    planPromotion: async (from, to, options) => planPromotion(await open(), { ...common, ...options, from, to }),
  }
}

export const at = (root: string, path: string): string => join(root, path)

/** The rows of a deployment, as the API shows them. */
export async function rowsOf(sandbox: Sandbox, deployment: number) {
  const list = async (kind: string) => {
    const url = `${sandbox.url}/api/v1/deployments/${deployment}/${kind}?first=1000`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${sandbox.keys.admin}` } })
    return ((await answer.json()) as { items: Row[] }).items
  }
  return { folders: await list('folders'), reports: await list('reports'), workbooks: await list('workbooks') }
}

interface Row {
  readonly id: number
  readonly name: string
  readonly title?: string | null
  readonly publicId: string
  readonly slug: string | null
  readonly sqlQuery?: string | null
  readonly publishedDashboard?: {
    readonly publicId: string
    readonly versionNumber: number
    readonly reportSnapshots: readonly { reportId: number }[]
  } | null
  readonly dashboardPublished?: Config | null
}

interface Config {
  readonly description?: string
  readonly widgets?: readonly { readonly config?: { readonly reportId?: number } }[]
}
