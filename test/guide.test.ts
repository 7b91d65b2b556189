// Slow: it runs every command of the guide.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lazy } from '../packages/common/lazy.ts'
import { type Sandbox, startSandbox } from '../packages/sandbox/index.ts'
import { readSeed, type Seed } from '../packages/sandbox/seeds/seed.ts'
import { temporaryDirectory } from './support/directory.ts'
import { read } from './support/docs/markdown.ts'
import { openShell, type Shell } from './support/docs/shell.ts'
import { type Block, edited, followedBlocks, isShown, printSteps, stepsOf } from './support/docs/steps.ts'
import { ownedSeed } from './support/owned-seed.ts'

const documents = ['README.md', ...readdirSync('docs/guide').map((file) => `docs/guide/${file}`)].sort()

const KEYS = ['export BOARDWRIGHT_TOKEN=bw-sandbox-...', 'export CONTROL=bw-sandbox-...']
/** Where a page begins that is not the first one: a tenant in git, owned, as at the end of the first hour. */
const ADOPTED = [
  ...KEYS,
  'git init --quiet',
  'boardwright init --url http://127.0.0.1:4460 --deployment 2 --project acme',
  'boardwright export',
  'git add --all',
  'git commit --quiet -m Export',
  'boardwright adopt --yes',
]

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
})
const first = join(mkdtempSync(join(tmpdir(), 'boardwright-test-')), 'analytics')
afterAll(async () => {
  await sandbox.close()
  rmSync(dirname(first), { recursive: true, force: true })
})

/** It is gone to once. Other pages begin with a copy of the directory, and with what adopting left on the platform. */
const adopted = lazy(async (): Promise<Seed> => {
  mkdirSync(first)
  const shell = await openShell(first, sandbox)
  for (const each of ADOPTED) await follow(shell, each)
  return ownedSeed(sandbox, readSeed('acme'))
})

async function follow(shell: Shell, command: string): Promise<string> {
  const { status, printed } = await shell.run(command)
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${printed}`)
  return printed
}

/** A block as it is when its commands are run. What the document shows stays where it is right. */
async function followBlock(shell: Shell, block: Block): Promise<string> {
  if (block.kind === 'diff') {
    const file = join(shell.directory(), block.file)
    writeFileSync(file, shell.here(edited(readFileSync(file, 'utf8'), block)))
    return block.text
  }
  if (block.kind === 'yaml') {
    const file = join(shell.directory(), block.file)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, shell.here(block.text))
    return block.text
  }
  const steps = stepsOf(block)
  const ran: { command: string; shown: string }[] = []
  for (const [index, { command, shown }] of steps.entries()) {
    const { status, printed } = await shell.run(command)
    const isSaid = steps[index + 1]?.command === 'echo $?'
    if (status !== 0 && !isSaid) throw new Error(`line ${block.line}: ${command} ended with ${status}:\n${printed}`)
    ran.push({ command, shown: isShown(shown, printed) ? shown : printed.replace(/\n*$/, '\n') })
  }
  return block.kind === 'sh' ? block.text : printSteps(ran)
}

describe('every command in a document runs, and prints what the document shows', () => {
  /** `npx vitest run test/guide.test.ts -u` writes again what the commands print. */
  test.each(documents)('%s', async (file) => {
    const document = read(file)
    await sandbox.controls.reset({ seed: 'acme' })
    const root = join(temporaryDirectory(), 'analytics')
    const isAdopted = document.includes('<!-- begins: adopted -->')
    if (isAdopted) {
      await sandbox.controls.reset({ seed: await adopted() })
      cpSync(first, root, { recursive: true, preserveTimestamps: true })
    } else mkdirSync(root)
    const shell = await openShell(root, sandbox)
    if (isAdopted) for (const each of KEYS) await follow(shell, each)
    let [filled, end] = ['', 0]
    for (const block of followedBlocks(document)) {
      filled += document.slice(end, block.from) + (block.notRun ? block.text : await followBlock(shell, block))
      end = block.to
    }
    await expect(filled + document.slice(end)).toMatchFileSnapshot(`../${file}`)
  })
})
