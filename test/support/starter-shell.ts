import { existsSync, mkdtempSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** What a shell beside the worker is to start. */
export interface Asked {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

export interface Place {
  readonly id: string
  /** Files of this name with another ending each. */
  readonly name: string
}

/** A command in a file of its own, by a number that the shell is told; what comes of it is in files beside that. */
export function openCounter() {
  const directory = mkdtempSync(join(tmpdir(), 'boardwright-starter-'))
  let count = 0
  return {
    directory,
    /** Says the number again with the status. The shell ends when nobody can ask any more, and leaves nothing. */
    loop: (end: '&' | '') =>
      `here="${directory}"
while read -r id; do at="$here/$id"; { . "$at.sh" >"$at.out" 2>"$at.err"; echo "$id $?"; } ${end}\ndone; rm -rf "$here"`,
    next(): Place {
      const id = `${++count}`
      return { id, name: join(directory, id) }
    },
  }
}

const NAME = /^[A-Za-z_]\w*$/
/** Names that a shell keeps for itself. */
const KEPT: ReadonlySet<string> = new Set(['UID', 'EUID', 'PPID', 'BASHOPTS', 'SHELLOPTS', 'BASH_VERSINFO'])
const hasNul = (text: string): boolean => text.includes('\0')

/** What a shell could not pass on as it is, Node starts itself, or says why it cannot. */
export const canBeTold = ({ file, args, cwd, env }: Asked): boolean =>
  Object.keys(env).every((name) => NAME.test(name) && !KEPT.has(name)) &&
  ![file, ...args, cwd, ...Object.values(env)].some((text) => text !== undefined && hasNul(text))

/** Statuses of a shell that has not started what it was told: the last is that of a directory that is not there. */
const NO_DIRECTORY = 125
export const NOT_STARTED: ReadonlySet<number> = new Set([126, 127, NO_DIRECTORY])

export function tell({ name }: Place, { file, args, cwd, env, input }: Asked & { input: string | Uint8Array }): void {
  if (input.length > 0) writeFileSync(`${name}.in`, input)
  const variables = Object.entries(env).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}=${quoted(value)}`,
  )
  const command = [...variables, ...[file, ...args].map(quoted)].join(' ')
  const source = input.length > 0 ? `${name}.in` : '/dev/null'
  // Without a shell more for it, which would be copied first.
  writeFileSync(
    `${name}.sh`,
    `cd ${quoted(resolve(cwd))} || return ${NO_DIRECTORY}\nunset PWD OLDPWD\n${command} <${quoted(source)}\n`,
  )
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

export function endOf({ name }: Place): { readonly stdout: Buffer; readonly stderr: Buffer } {
  const [stdout, stderr] = [readFileSync(`${name}.out`), readFileSync(`${name}.err`)]
  for (const ending of ['sh', 'out', 'err']) unlinkSync(`${name}.${ending}`)
  if (existsSync(`${name}.in`)) unlinkSync(`${name}.in`)
  return { stdout, stderr }
}
