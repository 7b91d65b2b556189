import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { printable } from '../content/printable.ts'
import { warn } from './output.ts'

/** Runs a command that the project defines in a shell, without any of our tokens. Its output goes to stderr. */
export async function runOwnCommand(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const without = Object.fromEntries(Object.entries(env).filter(([name]) => !/^BOARDWRIGHT_\w*TOKEN/.test(name)))
  const child = spawn(command, { cwd, env: without, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => warn(printable(line)))
  const [status] = (await once(child, 'close')) as [number | null]
  return status === 0
}
