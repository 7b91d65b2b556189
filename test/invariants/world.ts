import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll } from 'vitest'
import type { SwitchChanges } from '../../packages/sandbox/control/switches.ts'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import type { Seed } from '../../packages/sandbox/seeds/seed.ts'
import { OWN_RULES } from '../../src/config/severity.ts'
import { type Exported, type ExportOptions, exportTree } from '../../src/project/export.ts'
import { openProject, type Project, requireConfig } from '../../src/project/local/project.ts'
import { writeFiles } from '../support/directory.ts'
import { isLong } from '../support/long.ts'

/**
 * Tries a property. A failure names its case; `BOARDWRIGHT_CASE='seed path'` runs only that one. Cases are not
 * shrunk: each try takes seconds, and whole tenants are too long to print.
 */
export async function holds<Ts extends [unknown, ...unknown[]]>(
  property: fc.IAsyncProperty<Ts>,
  { part = 1 }: { part?: number } = {},
): Promise<void> {
  const [seed, path] = process.env['BOARDWRIGHT_CASE']?.split(' ') ?? []
  const result = await fc.check(property, {
    numRuns: Math.ceil((isLong ? 1000 : 7) * part),
    endOnFailure: true,
    ...(seed === undefined ? {} : { seed: Number(seed), path: path ?? '' }),
  })
  if (!result.failed) return
  const { numRuns, counterexamplePath, errorInstance } = result
  throw new Error(`try ${numRuns} fails: BOARDWRIGHT_CASE='${result.seed} ${counterexamplePath}'`, {
    cause: errorInstance,
  })
}
export const TODAY = '2026-11-20'

/** Git takes longer than everything else, so only one project in four has its data model. */
export const holdsModel = fc.constantFrom(true, false, false, false)

/** One sandbox for a test file, laid out again for each tenant, and directories that are removed when the file ends. */
export interface World {
  readonly sandbox: () => Sandbox
  /** Lays out a new tenant. Projects of the last one are removed, unless `keep` is set. */
  lay(seed: Seed, switches?: SwitchChanges, options?: { readonly keep?: boolean }): Promise<void>
  /** A new project whose one target is the sandbox, with or without the data model. */
  project(holdsModel?: boolean): Promise<string>
  export(root: string, options?: Partial<ExportOptions>): Promise<Exported>
  /** The write requests to the platform since it was laid out. */
  writes(): string[]
  /** Refuses every request from the nth write on, until `heal`. */
  cutAt(nth: number): void
  /** Does this just before the nth write, which waits for it. */
  atWrite(nth: number, act: () => unknown): void
  heal(): void
  /** The environment of a program that may read the target. */
  env(): Record<string, string>
}

export function openWorld(): World {
  let running: Sandbox | undefined
  let base = ''
  let projects = 0
  let left = Number.POSITIVE_INFINITY
  let due: () => unknown = () => undefined
  /** Of kind `status`: a refused key stops the run at once, without retries. */
  const refuseAll = { path: '/**', kind: 'status', status: 401, times: 1_000_000 } as const
  const sandbox = (): Sandbox => {
    if (!running) throw new Error('the sandbox is not running')
    return running
  }
  async function countWrites({ method, phase }: { method: string; phase: string }): Promise<undefined> {
    if (method === 'GET' || phase !== 'before') return
    left -= 1
    if (left === 0) await due()
  }
  function atWrite(nth: number, act: () => unknown): void {
    left = nth
    due = act
  }
  const env = () => ({ BOARDWRIGHT_TOKEN: sandbox().keys.admin })

  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'boardwright-invariants-'))
    running = await startSandbox({ seed: 'empty', data: join(base, 'sandbox'), onRequest: countWrites })
  })
  afterAll(async () => {
    await running?.close()
    rmSync(base, { recursive: true, force: true })
  })

  return {
    sandbox,
    env,
    async lay(seed, switches = {}, { keep = false } = {}) {
      await sandbox().controls.reset({ seed })
      sandbox().controls.setSwitches(switches)
      if (!keep) rmSync(join(base, 'projects'), { recursive: true, force: true })
    },
    async project(holdsModel = false) {
      projects += 1
      const root = join(base, 'projects', String(projects))
      await writeFiles(root, { 'boardwright.yaml': configOf(sandbox().url, holdsModel) })
      return root
    },
    atWrite,
    cutAt: (nth) => atWrite(nth, () => void sandbox().controls.addFault(refuseAll)),
    heal() {
      left = Number.POSITIVE_INFINITY
      sandbox().controls.clearFaults()
    },
    writes: () =>
      sandbox()
        .controls.requests()
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path }) => `${method} ${path}`),
    async export(root, options = {}) {
      const project = requireConfig(await openProject(root, TODAY))
      return exportTree(project, { env: env(), ...options })
    },
  }
}

/** Tenants are full of mistakes. Projects that apply them elsewhere call each of them a warning. */
const RULES = OWN_RULES.map((rule) => `    - {rule: ${rule}, severity: warning}\n`).join('')

/** Spreadsheet reports are included: nothing that an API field holds may be lost. */
const configOf = (url: string, holdsModel: boolean): string => `version: 1
project: acme
projectId: 7f3kQ2m9
home: production
exclude:
  kinds: []
rules:
  weigh:
${RULES}targets:
  production:
    url: ${url}
    deployment: 2
    manage: [notifications, groups, attributes, roles, settings, tenantGroups]
    dataModel: ${holdsModel ? '{branch: main}' : 'off'}
    variables:
      schema: analytics
`

export const open = (root: string): Promise<Project> => openProject(root, TODAY)
