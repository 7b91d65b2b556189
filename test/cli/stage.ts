import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { BoardwrightError } from '../../packages/common/errors.ts'
import { type OnRequest, type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import type { Seed } from '../../packages/sandbox/seeds/seed.ts'
import { selectTarget } from '../../src/config/targets.ts'
import { type Approval, readApprovals, unapprovedIn, writeApprovals } from '../../src/plan/approval.ts'
import { applyPlan } from '../../src/project/apply.ts'
import { openProject, requireConfig, type SoundProject } from '../../src/project/local/project.ts'
import { readTreeFor } from '../../src/project/local/render.ts'
import { planTarget, type Shaping } from '../../src/project/plan.ts'
import { appliedSeed } from '../scenarios/applied.ts'
import { commitAll, writeFiles } from '../support/directory.ts'
import { listsOf } from '../support/lists.ts'
import { type Ended, start } from '../support/program.ts'

const MODEL = 'data-model/'

type Files = Readonly<Record<string, string>>

/** A sandbox in this process, and the real program, which applies two commits of a project to it. */
export interface CliStage {
  readonly sandbox: () => Sandbox
  onRequest: OnRequest
  /** Makes the files of the first commit live, and puts those of the second into the repository. Returns its root. */
  readonly prepare: (before: Files, after: Files) => Promise<string>
  /** The target after the first commit was applied. */
  readonly layOut: () => Promise<void>
  /** Runs the program. `begun` gets its process, so that it can end it. */
  readonly run: (
    args: readonly string[],
    more?: { readonly begun?: (child: ReturnType<typeof start>) => void; readonly token?: string },
  ) => Promise<Ended & { readonly signal: NodeJS.Signals | null }>
  /** The same in this process, which takes half the time. Returns its exit status, and what failed. */
  readonly apply: (
    shaping: Partial<Shaping>,
    onError?: 'stop' | 'continue',
  ) => Promise<{ readonly code: number; readonly said: string }>
  /** The plans that people approve by merging the commit: what `plan` would show now. */
  readonly approve: (shaping: Partial<Shaping>) => Promise<readonly Approval[]>
  /** What the next plan would do beyond those, one line for each object. */
  readonly unapproved: (shaping: Partial<Shaping>, approvals: readonly Approval[]) => Promise<string[]>
  /** What the next plan would do, hold and record. */
  readonly plan: (shaping: Partial<Shaping>) => Promise<string[]>
  /** Such as `PUT workbooks/*`, in the order of the answers; those that succeeded have a `+`. */
  readonly requests: () => string[]
}

export function openStage(): CliStage {
  let running: Sandbox | undefined
  let root = ''
  let seed: Seed | undefined
  const sandbox = (): Sandbox => {
    if (!running) throw new Error('the sandbox is not running')
    return running
  }
  const open = async (): Promise<SoundProject> => requireConfig(await openProject(root, '2026-11-20'))
  const common = () => ({ env: { BOARDWRIGHT_TOKEN: sandbox().keys.admin }, target: 'production' })
  const stage: CliStage = {
    sandbox,
    onRequest: () => undefined,
    async prepare(before, after) {
      root = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
      await writeFiles(root, before)
      const first = commitAll(root, 'first')
      const project = await open()
      const { tree } = readTreeFor(project, project.config, selectTarget(project.config, 'production'))
      const model = Object.entries(before).filter(([path]) => path.startsWith(MODEL))
      const bytes = model.map(([path, text]) => [path.slice(MODEL.length), new TextEncoder().encode(text)] as const)
      seed = appliedSeed(listsOf(tree.content), new Map(bytes), first)
      for (const path of Object.keys(before)) if (!(path in after)) rmSync(join(root, path))
      await writeFiles(root, after)
      commitAll(root, 'second')
      return root
    },
    async layOut() {
      stage.onRequest = () => undefined
      if (seed) await sandbox().controls.reset({ seed })
    },
    async run(args, { begun, token = sandbox().keys.admin } = {}) {
      sandbox().controls.clearRequests()
      const child = start([...args, '-C', root], { BOARDWRIGHT_TOKEN: token })
      const text = { stdout: '', stderr: '' }
      child.stdout?.on('data', (chunk) => (text.stdout += chunk))
      child.stderr?.on('data', (chunk) => (text.stderr += chunk))
      begun?.(child)
      const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
      return { code, signal, ...text }
    },
    async apply(shaping, onError) {
      sandbox().controls.clearRequests()
      const asked = { ...common(), shaping, onError, confirm: async () => true }
      try {
        const { exit, result } = await applyPlan(await open(), { ...asked, accept: ['uncommitted'] })
        return { code: exit, said: result?.failed.map(({ error }) => error.message).join() ?? '' }
      } catch (cause) {
        const { exit, message } = BoardwrightError.from(cause)
        return { code: exit, said: message }
      }
    },
    async approve(shaping) {
      const { plan } = await planTarget(await open(), { ...common(), shaping })
      return readApprovals(writeApprovals([plan], 1_000_000))?.plans ?? []
    },
    async unapproved(shaping, approvals) {
      const { plan } = await planTarget(await open(), { ...common(), shaping })
      return unapprovedIn(plan, approvals).map(
        ({ key, action, units }) => `not approved: ${action} ${key}, ${units.map(({ unit }) => unit).join(', ')}`,
      )
    },
    async plan(shaping) {
      const { plan, work } = await planTarget(await open(), { ...common(), shaping })
      const said = (all: readonly { readonly key: string }[], what: string) => all.map(({ key }) => `${what} ${key}`)
      return [
        ...said(plan.objects, 'write'),
        ...said(plan.held, 'hold'),
        ...said(plan.left, 'leave'),
        ...[...work.bases.keys(), ...work.forgotten].map((key) => `record ${key}`),
      ]
    },
    requests: () =>
      sandbox()
        .controls.requests()
        .map(({ method, path, status }) => {
          const rest = path.replace(/^.*\/deployments\/\d+\//, '').replaceAll(/\d{4,}|(?<=by-slug\/).*/g, '*')
          return `${status >= 200 && status < 300 ? '+ ' : '- '}${method} ${rest}`
        }),
  }
  beforeAll(async () => {
    running = await startSandbox({ seed: 'empty', onRequest: (request) => stage.onRequest(request) })
  })
  afterAll(async () => {
    await running?.close()
    if (root !== '') rmSync(root, { recursive: true, force: true })
  })
  return stage
}
