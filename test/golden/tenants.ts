import { join } from 'node:path'
import process from 'node:process'
import { expect } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import type { SeedChoice } from '../../packages/sandbox/seeds/choose.ts'
import { CONTENT_ACTS, letPeopleEdit } from '../invariants/people.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import type { Look } from './record.ts'

interface Tenant extends SeedChoice {
  readonly name: string
  /** An admin who edits there. */
  readonly editor: string
}

export const TENANTS: readonly Tenant[] = [
  { name: 'acme', seed: 'acme', editor: 'zoe@acme.com' },
  { name: 'grown', seed: 'grown', editor: 'zoe@acme.com' },
  { name: 'scale-1000', seed: 'scale', reports: 1000, editor: 'maria@acme.com' },
]

/** What gives reports ids at random. */
const BY_CHANCE: ReadonlySet<string> = new Set(['a report is made', 'a workbook is duplicated'])

/** Every other edit that people make, each somewhere else. */
const EDITS = Object.keys(CONTENT_ACTS)
  .filter((what) => !BY_CHANCE.has(what))
  .map((what, nth) => ({ what, at: 7 * nth, other: 3 * nth }))

const configOf = (url: string, deployment: number): string => `version: 1
project: acme
projectId: 7f3kQ2m9
home: production
targets:
  production: {url: ${url}, deployment: ${deployment}, dataModel: {branch: main}}
`

/** Looks at a tenant before anything of it is in the tree, after an export, after it is adopted, and after people edit. */
export async function withTenant({ name: _, editor, ...seed }: Tenant, port: number, look: Look): Promise<void> {
  const sandbox = await startSandbox({ ...seed, port })
  try {
    const root = join(temporaryDirectory(), 'project')
    const { id = 0 } = sandbox.deployments.at(-1) ?? {}
    await writeFiles(root, { '.gitignore': '.boardwright/\n', 'boardwright.yaml': configOf(sandbox.url, id) })
    commitAll(root)
    await look('empty', root, 'production', sandbox)
    await run(sandbox, root, 'export')
    commitAll(root)
    await look('exported', root, 'production', sandbox)
    await run(sandbox, root, 'adopt', '--yes')
    commitAll(root)
    await look('adopted', root, 'production', sandbox)
    const edited = await letPeopleEdit(sandbox, EDITS, { as: editor, deployment: id })
    expect(edited.length).toBeGreaterThan(EDITS.length / 2)
    await look('edited', root, 'production', sandbox)
  } finally {
    await sandbox.close()
  }
}

async function run({ keys }: Sandbox, root: string, ...args: readonly string[]): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: keys.admin }
  const { code, stderr } = await runHere([...args, '--target', 'production', '-C', root], { env })
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${stderr}`)
}
