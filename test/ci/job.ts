import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { temporaryDirectory } from '../support/directory.ts'
import type { Ended } from '../support/program.ts'

export const MAIN = resolve('dist/cli/main.js')
const SCRIPTS = resolve('examples/ci/scripts')

/** What a runner gives to a job: the program on the path, git without anybody's settings, and nothing else. */
export interface Runner {
  /** Runs a shipped script, or `boardwright` itself, in a directory. */
  readonly run: (what: string, cwd: string, env?: Record<string, string>) => Promise<Ended>
}

export function createRunner(shell = 'sh'): Runner {
  const bin = temporaryDirectory()
  mkdirSync(join(bin, 'home'))
  writeFileSync(join(bin, 'boardwright'), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`)
  chmodSync(join(bin, 'boardwright'), 0o755)
  const base = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: join(bin, 'home'),
    CI: 'true',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
  }
  return {
    async run(what, cwd, env = {}) {
      const [name = '', ...args] = what.split(' ')
      const command = name.endsWith('.sh') ? [shell, join(SCRIPTS, name), ...args] : [name, ...args]
      const child = spawn(command[0] ?? '', command.slice(1), {
        cwd,
        env: { ...base, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let stdout = ''
      let stderr = ''
      child.stdout.on('data', (chunk) => (stdout += chunk))
      child.stderr.on('data', (chunk) => (stderr += chunk))
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, stdout, stderr }
    },
  }
}
