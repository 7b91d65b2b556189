import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import type { Script } from '../../packages/sandbox/control/people.ts'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import type { Seed } from '../../packages/sandbox/seeds/seed.ts'
import { run } from '../../src/cli/run.ts'
import { selectTarget } from '../../src/config/targets.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { readTreeFor } from '../../src/project/local/render.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'
import { inWhole } from '../support/whole.ts'
import { appliedSeed, type Oddities } from './applied.ts'
import type { Files, Scenario } from './scenario.ts'

export const URL = 'https://acme.example'

export let sandbox: Sandbox

/** The sandbox in which the stories of a test file run, one after another. Each file opens its own. */
export function openStage(): void {
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'empty' })
  })
  afterAll(() => sandbox.close())
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
}

/** Files with the sandbox's address filled in. */
export const atSandbox = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      path === 'boardwright.yaml' ? text.replaceAll(URL, sandbox.url) : text,
    ]),
  )

const seeds = new Map<string, Seed>()

/**
 * Makes live what was applied at a commit; without a commit, nothing was ever applied. Most stories begin alike, and
 * the sandbox copies the repository of a seed that it knows.
 */
export async function layOut(applied: Files, commit: string | undefined, oddities: Oddities = {}): Promise<void> {
  const key = JSON.stringify([atSandbox(applied), commit, oddities])
  const seed = seeds.get(key) ?? (await seedOf(applied, commit, oddities))
  seeds.set(key, seed)
  await sandbox.controls.reset({ seed })
}

async function seedOf(applied: Files, commit: string | undefined, oddities: Oddities): Promise<Seed> {
  const root = temporaryDirectory()
  await writeFiles(root, atSandbox(applied))
  const project = requireConfig(await openProject(root, '2026-11-20'))
  const { tree, problems } = readTreeFor(project, project.config, selectTarget(project.config, 'production'))
  expect(problems.filter(({ warning }) => !warning)).toEqual([])
  const model = [...project.files].filter(([path]) => path.startsWith('data-model/'))
  const files = new Map(model.map(([path, bytes]) => [path.slice('data-model/'.length), bytes]))
  return appliedSeed(inWhole(tree).content, files, commit, oddities)
}

type Action = Scenario['live'][number]

/**
 * Lets people act. Stories name objects by key: `{report/byMonth00001}` becomes the number that the report has by
 * then. With `when`, they act just before that request.
 */
export async function letAct(
  action: Action | readonly Action[],
  { as = 'ci-bot@acme.com', when }: Pick<Script, 'as' | 'when'> = {},
): Promise<void> {
  const named = JSON.stringify([action].flat())
  const numbers = named.includes('{') ? await numbersNow() : new Map()
  const numbered = named.replace(/("?)\{((?:folder|workbook|report)\/[^{}]+)\}\1/g, (_, quote, key) =>
    quote === '' ? `${numbers.get(key)}` : JSON.stringify(numbers.get(key)),
  )
  await sandbox.controls.addPeople({ as, ...(when && { when }), do: JSON.parse(numbered) })
}

/** The current number of every object, by key: `folder/<name>`, `workbook/<slug or name>`, `report/<public id>`. */
export async function numbersNow(): Promise<ReadonlyMap<string, number>> {
  const list = async (kind: string, nameKey: 'name' | 'slug' | 'publicId') => {
    const headers = { authorization: `Bearer ${sandbox.keys.admin}` }
    const answer = await fetch(`${sandbox.url}/api/v1/deployments/2/${kind}s?first=1000`, { headers })
    const { items } = (await answer.json()) as { items: Record<string, unknown>[] }
    return items.map((item): [string, number] => [`${kind}/${item[nameKey] ?? item['name']}`, Number(item['id'])])
  }
  const lists = await Promise.all([list('folder', 'name'), list('workbook', 'slug'), list('report', 'publicId')])
  return new Map(lists.flat())
}

export async function printedBy(args: readonly string[], key: keyof Sandbox['keys'] = 'admin'): Promise<string> {
  let text = ''
  const keep = (chunk: string | Uint8Array): boolean => {
    text += chunk
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
  vi.spyOn(process.stderr, 'write').mockImplementation(keep)
  vi.stubEnv('BOARDWRIGHT_TOKEN', sandbox.keys[key])
  const status = await run(args)
  vi.restoreAllMocks()
  return `${text.replaceAll(sandbox.url, URL).replace(/in \d+(\.\d+)? s/, 'in N s')}Exit ${status}.\n`
}
