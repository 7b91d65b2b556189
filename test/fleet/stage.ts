import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { type OnRequest, type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { REPORT, TREE } from '../project/promote-tree.ts'
import { createDeployment } from '../support/deployments.mjs'
import { commitAll, git, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { type Ended, endOf, start } from '../support/program.ts'

/** Like the cap of a CI engine: beyond it, one job has several targets. */
const MOST_JOBS = 30

export interface Cut {
  /** The number of the request within the run, from 1. */
  readonly at: number
  readonly phase: 'before' | 'after'
}

export interface FleetStage {
  readonly sandbox: () => Sandbox
  readonly root: () => string
  readonly names: readonly string[]
  /** The number of a target's deployment. */
  readonly deploymentOf: (name: string) => number
  /** Changes the title of every tenant's report, and commits it. */
  readonly retitle: (title: string) => Promise<string>
  /** Changes a file without committing it. */
  readonly write: (path: string, change: (text: string) => string) => Promise<void>
  /** Runs a command line. Tokens can be left out through `env`. */
  readonly run: (line: string, env?: Readonly<Record<string, string>>) => Promise<Ended>
  /**
   * Does what an engine does for a wave: its jobs, whatever their results, then its gate. Returns the targets that
   * had a job.
   */
  readonly rollOut: (wave: number) => Promise<{ readonly steps: readonly string[]; readonly gate: Ended }>
  /**
   * Runs the program as a process that is killed at one of its requests: before it is handled, or before its answer.
   */
  readonly runKilled: (line: string, cut: Cut) => Promise<void>
  /** Runs something while `onRequest` sees each request, whose answer waits for what it returns. */
  readonly watched: <T>(onRequest: (path: string) => Promise<void> | undefined, work: () => Promise<T>) => Promise<T>
  /** How many writes each target got since the request log was cleared. */
  readonly writes: () => ReadonlyMap<string, number>
}

/** Tenants in one sandbox with one deployment each, and a project that rolls out to them in waves. */
export function openFleet(count: number, config: string): FleetStage {
  let sandbox: Sandbox | undefined
  let root = ''
  let onRequest: OnRequest = () => undefined
  const names = Array.from({ length: count }, (_, n) => `tenant-${String(n + 1).padStart(3, '0')}`)
  const numbers = new Map<string, number>()
  const running = (): Sandbox => {
    if (!sandbox) throw new Error('the sandbox is not running')
    return sandbox
  }
  const env = () => ({ PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: running().keys.admin })
  const run: FleetStage['run'] = (line, more = {}) =>
    runHere([...line.split(' '), '-C', root], { env: { ...env(), ...more } })
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'empty', onRequest: (request) => onRequest(request) })
    for (const name of names) numbers.set(name, await createDeployment(sandbox, name))
    root = mkdtempSync(join(tmpdir(), 'boardwright-fleet-'))
    const files = names.map((name) => [
      `targets/${name}.yaml`,
      `deployment: ${numbers.get(name)}\nvariables: {schema: ${name}}\n`,
    ])
    await writeFiles(root, {
      ...TREE,
      ...Object.fromEntries(files),
      '.gitignore': '.boardwright/\n',
      'boardwright.yaml': `version: 1
project: acme
projectId: 7f3kQ2m9
home: ${names[0]}
limits: {changePercent: 100, deletePercent: 100}
defaults: {url: ${sandbox.url}}
targetFiles: [targets/*.yaml]
${config}`,
    })
    commitAll(root, 'the beginning')
  }, 900_000)
  afterAll(async () => {
    rmSync(root, { recursive: true, force: true })
    await sandbox?.close()
  })
  return {
    sandbox: running,
    root: () => root,
    names,
    deploymentOf: (name) => numbers.get(name) ?? 0,
    run,
    async retitle(title) {
      await writeFiles(root, { [REPORT]: TREE[REPORT].replace('By month', title) })
      return commitAll(root, title)
    },
    async write(path, change) {
      await writeFiles(root, { [path]: change(readFileSync(join(root, path), 'utf8')) })
    },
    async rollOut(wave) {
      const head = git(root, 'rev-parse', 'HEAD').trim()
      const { code, stdout, stderr } = await run(`fleet matrix --wave ${wave} --jobs ${MOST_JOBS}`)
      expect(code, stderr).toBe(0)
      const jobs = stdout.split('\n').filter((line) => line !== '')
      for (const targets of jobs) await run(`apply --target ${targets} --commit ${head} --yes`)
      const steps = jobs.flatMap((targets) => targets.split(','))
      return { steps, gate: await run(`fleet gate --wave ${wave}`) }
    },
    async runKilled(line, { at, phase }) {
      const child = start([...line.split(' '), '-C', root], env())
      let seen = 0
      onRequest = (request) => {
        if (request.phase === 'before') seen += 1
        if (seen !== at || request.phase !== phase) return undefined
        child.kill('SIGKILL')
        return 'drop'
      }
      const { code } = await endOf(child)
      onRequest = () => undefined
      expect(code).toBeNull()
    },
    async watched(listen, work) {
      onRequest = async ({ path, phase }) => {
        if (phase === 'before') await listen(path)
        return undefined
      }
      try {
        return await work()
      } finally {
        onRequest = () => undefined
      }
    },
    writes() {
      const targets = new Map([...numbers].map(([name, number]) => [String(number), name]))
      const counts = new Map<string, number>()
      for (const { method, path } of running().controls.requests()) {
        const name = targets.get(/\/deployments\/(\d+)\//.exec(path)?.[1] ?? '')
        if (method !== 'GET' && name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
      }
      return counts
    },
  }
}
