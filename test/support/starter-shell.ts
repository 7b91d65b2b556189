import { existsSync, mkdtempSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A command that a shell next to the worker should start. */
export interface Asked {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

export interface Place {
  readonly id: string
  /** The path of the command's files, without their endings. */
  readonly name: string
}

/**
 * Commands for the shell are written to numbered files, and their output goes to files next to them. The shell receives
 * only the number.
 */
export function openCounter() {
  const directory = mkdtempSync(join(tmpdir(), 'boardwright-starter-'))
  let count = 0
  return {
    directory,
    /**
     * The shell's loop: prints the number with the status. The shell ends when its input closes, and removes the
     * directory.
     */
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
/** Variables that a shell reserves for itself. */
const KEPT: ReadonlySet<string> = new Set(['UID', 'EUID', 'PPID', 'BASHOPTS', 'SHELLOPTS', 'BASH_VERSINFO'])
const hasNul = (text: string): boolean => text.includes('\0')

/**
 * Whether a shell could pass all this on unchanged. Otherwise Node starts the command itself, or says why it cannot.
 */
export const canBeTold = ({ file, args, cwd, env }: Asked): boolean =>
  Object.keys(env).every((name) => NAME.test(name) && !KEPT.has(name)) &&
  ![file, ...args, cwd, ...Object.values(env)].some((text) => text !== undefined && hasNul(text))

/** Our own status for a missing directory. */
const NO_DIRECTORY = 125
/** Exit statuses that mean that the shell has not started the command. */
export const NOT_STARTED: ReadonlySet<number> = new Set([126, 127, NO_DIRECTORY])

export function tell({ name }: Place, { file, args, cwd, env, input }: Asked & { input: string | Uint8Array }): void {
  if (input.length > 0) writeFileSync(`${name}.in`, input)
  const variables = Object.entries(env).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}=${quoted(value)}`,
  )
  const command = [...variables, ...[file, ...args].map(quoted)].join(' ')
  const source = input.length > 0 ? `${name}.in` : '/dev/null'
  // Without a subshell, because starting one would first copy the shell.
  writeFileSync(
    `${name}.sh`,
    `cd ${quoted(resolve(cwd))} || return ${NO_DIRECTORY}\nunset PWD OLDPWD\n${command} <${quoted(source)}\n`,
  )
}

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

export function endOf({ name }: Place): { readonly stdout: Buffer; readonly stderr: Buffer } {
  const [stdout, stderr] = [readFileSync(`${name}.out`), readFileSync(`${name}.err`)]
  for (const ending of ['sh', 'out', 'err']) unlinkSync(`${name}.${ending}`)
  if (existsSync(`${name}.in`)) unlinkSync(`${name}.in`)
  return { stdout, stderr }
}
