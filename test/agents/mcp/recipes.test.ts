// Slow: it follows every recipe.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Sandbox, startSandbox } from '../../../packages/sandbox/index.ts'
import { readSeed, type Seed } from '../../../packages/sandbox/seeds/seed.ts'
import { commitAll, readFiles, writeFiles } from '../../support/directory.ts'
import { runHere } from '../../support/in-process.ts'
import { ownedSeed } from '../../support/owned-seed.ts'
import { type Document, openAgent } from './client.ts'

/** The tasks of `examples/agents`. */
interface Recipe {
  readonly task: string
  readonly given?: {
    readonly edit?: Readonly<Record<string, { readonly from: string; readonly to: string }>>
    readonly commit?: string
    readonly apply?: true
    readonly people?: Parameters<Sandbox['controls']['addPeople']>[0]
  }
  readonly steps: readonly {
    readonly say?: string
    readonly call: string
    readonly with?: Document
    readonly as?: string
    readonly answers?: unknown
    readonly fails?: string
    readonly lacks?: string
    readonly draws?: number
  }[]
}

const recipes = readdirSync('examples/agents')
  .filter((file) => file.endsWith('.yaml'))
  .map((file): [string, Recipe] => [file, parse(readFileSync(`examples/agents/${file}`, 'utf8'))])

let sandbox: Sandbox
let owned: Seed
let tree: Readonly<Record<string, string>> = {}
let root = ''
const run = (...args: string[]) =>
  runHere([...args, '-C', root], { env: { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin } })

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
  root = mkdtempSync(join(tmpdir(), 'boardwright-recipes-'))
  await run('init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme')
  await run('export')
  tree = readFiles(root)
  commitAll(root)
  await run('adopt', '--yes')
  owned = await ownedSeed(sandbox, readSeed('acme'))
  cpSync(root, `${root}-first`, { recursive: true, preserveTimestamps: true })
})
afterAll(async () => {
  await sandbox.close()
  for (const each of [root, `${root}-first`]) rmSync(each, { recursive: true, force: true })
})

async function prepare({ edit = {}, commit, apply, people }: NonNullable<Recipe['given']>): Promise<void> {
  rmSync(root, { recursive: true })
  await sandbox.controls.reset({ seed: owned })
  cpSync(`${root}-first`, root, { recursive: true, preserveTimestamps: true })
  for (const [file, { from, to }] of Object.entries(edit)) {
    expect(tree[file]?.split(from), `${from} in ${file}`).toHaveLength(2)
    await writeFiles(root, { [file]: tree[file]?.replace(from, to) ?? '' })
  }
  if (commit !== undefined) commitAll(root, commit)
  if (apply) await run('apply', '--yes')
  if (people) await sandbox.controls.addPeople(people)
  sandbox.controls.clearRequests()
}

/** Puts kept answers in the place of `{name.key}`. */
function filled(value: unknown, kept: ReadonlyMap<string, Document>): unknown {
  if (typeof value === 'string')
    return value.replace(/\{(\w+)\.(\w+)\}/g, (all, name, key) => {
      const document = kept.get(name)
      return document === undefined ? all : String(document[key])
    })
  if (Array.isArray(value)) return value.map((each) => filled(each, kept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, kept)]))
}

/** A list has to hold each of these, a text between slashes is a pattern; an empty list is one. */
function expected(value: unknown): unknown {
  if (typeof value === 'string' && /^\/.*\/$/s.test(value))
    return expect.stringMatching(new RegExp(value.slice(1, -1), 'm'))
  if (Array.isArray(value)) return value.length === 0 ? [] : expect.arrayContaining(value.map(expected))
  if (typeof value !== 'object' || value === null) return value
  return expect.objectContaining(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expected(each)])))
}

const HARMLESS = /^POST (\/api\/v1\/deployments\/2\/token|\/v1\/(load|cubesql)|\/deployments\/2\/v1\/(load|cubesql))$/

test.each(recipes)('%s', async (_, { given = {}, steps }) => {
  await prepare(given)
  const agent = await openAgent(root, { BOARDWRIGHT_TOKEN: sandbox.keys.admin })
  const kept = new Map<string, Document>()
  for (const step of steps) {
    const answer = await agent.call(step.call, filled(step.with ?? {}, kept) as Document)
    const said = `${step.call}: ${answer.texts.at(-1)?.slice(0, 2_000)}`
    expect(answer.isError, said).toBe(step.fails !== undefined)
    if (step.fails !== undefined) expect(answer.texts.join(), said).toEqual(expected(step.fails))
    if (step.answers !== undefined) expect(answer.document, said).toEqual(expected(step.answers))
    if (step.lacks !== undefined) expect(answer.texts.join(), said).not.toEqual(expected(step.lacks))
    if (step.draws !== undefined) expect(answer.pictures.length, said).toBe(step.draws)
    if (step.as !== undefined) kept.set(step.as, answer.document)
    expect(answer.size).toBeLessThanOrEqual(100 * 1024)
  }
  const writes = sandbox.controls.requests().map(({ method, path }) => `${method} ${path}`)
  expect(writes.filter((line) => !line.startsWith('GET ') && !HARMLESS.test(line))).toEqual([])
})
