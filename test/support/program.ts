import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { TELLING } from './messages-elsewhere.ts'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the built program until it ends. */
export const boardwright = (args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  endOf(start(args, env))

/** Runs a program until it ends, with only this environment. */
export const runProgram = (
  file: string,
  args: readonly string[],
  options: { readonly env: Readonly<Record<string, string>>; readonly cwd?: string },
): Promise<Ended> => endOf(spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }))

export async function endOf(child: ChildProcess): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => (stdout += chunk))
  child.stderr?.on('data', (chunk) => (stderr += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

/** Root may do everything, so a test of what is forbidden needs `setpriv` (of util-linux) where it is run by root. */
const WITHOUT_RIGHTS = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all']

/** The built program with the rights of an ordinary user, until it ends. */
export function asOrdinaryUser(args: readonly string[], env: Record<string, string>, cwd: string): Promise<Ended> {
  const [file = '', ...first] = process.getuid?.() === 0 ? [...WITHOUT_RIGHTS, process.execPath] : [process.execPath]
  return runProgram(file, [...first, resolve('dist/cli/main.js'), ...args], { env, cwd })
}

/** Commands that run a sandbox in their own process. */
const HAVE_SANDBOX: ReadonlySet<string | undefined> = new Set(['sandbox', 'demo'])

export const start = (
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = '.',
  stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess =>
  spawn(process.execPath, [...(HAVE_SANDBOX.has(args[0]) ? TELLING : []), resolve('dist/cli/main.js'), ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  })

export interface ReadyLine {
  readonly url: string
  readonly keys: { readonly admin: string; readonly member: string; readonly scoped: string }
  readonly control: string
  readonly deployments: readonly { readonly id: number; readonly name: string }[]
}

export interface SandboxProcess extends ReadyLine {
  readonly child: ChildProcess
  /** Stops it, and resolves with its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts `boardwright sandbox --json` as a separate process, and waits until it is ready. */
export async function sandboxProcess(args: readonly string[] = []): Promise<SandboxProcess> {
  const child = start(['sandbox', '--json', '--port', '0', ...args])
  if (!child.stdout) throw new Error('the sandbox has no output')
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line')) as [string]
  const ready = JSON.parse(line) as ReadyLine
  return {
    ...ready,
    child,
    async end(signal) {
      const closed = once(child, 'close')
      child.kill(signal)
      const [code] = (await closed) as [number | null]
      return code
    },
  }
}
