import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { selectTarget } from '../../src/config/targets.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { openProject, requireConfig } from '../../src/sync/project.ts'
import { readTreeFor } from '../../src/sync/render.ts'
import { commitAll, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { appliedSeed } from './applied.ts'
import { expectedDirectory, type Files, readScenario, type Scenario, scenariosIn } from './scenario.ts'

/**
 * Each folder in `export/` is a story: what was applied, what the repo and people in the UI did since, and what `export`
 * makes of it. `BOARDWRIGHT_UPDATE=1` writes what is expected anew; read the difference before you commit it.
 */
const URL = 'https://acme.example'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty' })
})
afterAll(() => sandbox.close())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const atSandbox = (files: Files): Files => ({
  ...files,
  'boardwright.yaml': files['boardwright.yaml']?.replaceAll(URL, sandbox.url) ?? '',
})

/** Makes live what was applied. */
async function layOut(applied: Files, isApplied: boolean): Promise<void> {
  const root = temporaryDirectory()
  await writeFiles(root, atSandbox(applied))
  const project = requireConfig(await openProject(root, '2026-11-20'))
  const { tree, problems } = readTreeFor(project, project.config, selectTarget(project.config, 'production'))
  expect(problems.filter(({ warning }) => !warning)).toEqual([])
  const model = [...project.files].filter(([path]) => path.startsWith('data-model/'))
  const files = new Map(model.map(([path, bytes]) => [path.slice('data-model/'.length), bytes]))
  await sandbox.controls.reset({ seed: appliedSeed(tree.content, files, isApplied) })
}

/** A story names objects by their keys: `{report/byMonth00001}` is the number that the report has by then. */
async function letAct(action: Scenario['live'][number]): Promise<void> {
  const named = JSON.stringify(action)
  const numbers = named.includes('{') ? await numbersNow() : new Map()
  const numbered = named.replace(/("?)\{((?:folder|workbook|report)\/[^{}]+)\}\1/g, (_, quote, key) =>
    quote === '' ? `${numbers.get(key)}` : JSON.stringify(numbers.get(key)),
  )
  await sandbox.controls.addPeople({ as: 'ci-bot@acme.com', do: [JSON.parse(numbered)] })
}

async function numbersNow(): Promise<ReadonlyMap<string, number>> {
  const list = async (kind: string, nameKey: 'name' | 'slug' | 'publicId') => {
    const headers = { authorization: `Bearer ${sandbox.keys.admin}` }
    const answer = await fetch(`${sandbox.url}/api/v1/deployments/2/${kind}s?first=1000`, { headers })
    const { items } = (await answer.json()) as { items: Record<string, unknown>[] }
    return items.map((item): [string, number] => [`${kind}/${item[nameKey]}`, Number(item['id'])])
  }
  const lists = await Promise.all([list('folder', 'name'), list('workbook', 'slug'), list('report', 'publicId')])
  return new Map(lists.flat())
}

async function printedBy(args: readonly string[]): Promise<string> {
  let text = ''
  const keep = (chunk: string | Uint8Array): boolean => {
    text += chunk
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
  vi.spyOn(process.stderr, 'write').mockImplementation(keep)
  vi.stubEnv('BOARDWRIGHT_TOKEN', sandbox.keys.admin)
  const status = await run(args)
  vi.restoreAllMocks()
  return `${text.replaceAll(sandbox.url, URL).replace(/in \d+(\.\d+)? s/, 'in N s')}Exit ${status}.\n`
}

test.for(scenariosIn('export'))('%s', async (name) => {
  const { applied, neverApplied, live, committed, uncommitted, flags, expected } = readScenario(`export/${name}`)
  await layOut(applied, !neverApplied)
  for (const action of live) await letAct(action)
  const root = temporaryDirectory()
  await writeFiles(root, atSandbox(committed))
  commitAll(root)
  await writeFiles(root, atSandbox({ ...committed, ...uncommitted }))
  const before = readFiles(root)

  const printed = await printedBy(['export', '-C', root, '--target', 'production', ...flags])

  const after = readFiles(root)
  const changed = Object.entries(after).filter(([path, text]) => before[path] !== text)
  const gone = Object.keys(before).filter((path) => !(path in after))
  const removed = gone.map((path) => `removed ${path}\n`).join('')
  const actual = { ...Object.fromEntries(changed), 'printed.txt': `${printed}${removed}` }
  if (process.env['BOARDWRIGHT_UPDATE']) {
    rmSync(expectedDirectory(`export/${name}`), { recursive: true, force: true })
    await writeFiles(expectedDirectory(`export/${name}`), actual)
  } else expect(actual).toEqual(expected)
})
