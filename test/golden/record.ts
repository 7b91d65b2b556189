import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import type { Sandbox } from '../../packages/sandbox/index.ts'
import { git } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

export const RECORDS = join('build', 'golden')

/** Looks at one target of a project, under a name. */
export type Look = (name: string, root: string, target: string, sandbox: Sandbox) => Promise<void>

interface Record {
  readonly look: Look
  /** A line for each name before its first slash. */
  digests(): string
}

const COMMANDS: readonly (readonly string[])[] = [['plan', '--prune'], ['status', '--ui-edits'], ['status'], ['export']]

export function openRecord(part: string): Record {
  const digests = new Map<string, ReturnType<typeof createHash>>()
  return {
    async look(name, root, target, sandbox) {
      const text = await everythingSaid(root, target, sandbox)
      const file = join(RECORDS, part, `${name}.txt`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      const [line = ''] = name.split('/')
      const digest = digests.get(line) ?? createHash('sha256')
      digests.set(line, digest.update(text))
    },
    digests: () => [...digests].map(([line, digest]) => `${line} ${digest.digest('base64url')}\n`).join(''),
  }
}

/** What each command says, and the files that an export changes. The project stays as it is. */
async function everythingSaid(project: string, target: string, { keys, url }: Sandbox): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'boardwright-golden-'))
  const root = join(directory, 'project')
  cpSync(project, root, { recursive: true })
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: keys.admin }
  const said: string[] = []
  for (const command of COMMANDS) {
    const args = [...command, ...(command.join() === 'status' ? [] : ['--target', target])]
    const { code, stdout, stderr } = await runHere([...args, '--json', '-C', root], { env })
    said.push(`$ ${args.join(' ')}`, stdout, stderr, `exit ${code}`)
  }
  git(root, 'add', '--all')
  said.push(git(root, 'diff', '--cached', '--no-renames', 'HEAD'))
  rmSync(directory, { recursive: true })
  return withoutChance(said.join('\n').replaceAll(root, 'ROOT').replaceAll(url, 'URL'))
}

/** Commits in the order in which they are named, and no times: what differs between two runs of the same program. */
function withoutChance(text: string): string {
  const commits = new Map<string, string>()
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME')
    .replaceAll(/\bin \d+(?:\.\d+)? s\b/g, 'in SECONDS')
    .replaceAll(/\b[0-9a-f]{40}\b/g, (commit) => {
      const named = commits.get(commit) ?? `commit ${commits.size + 1}`
      commits.set(commit, named)
      return named
    })
}
