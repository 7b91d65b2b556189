import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { temporaryDirectory } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import type { Ended } from '../support/program.ts'
import { serveProgram } from '../support/served.ts'

const MAIN = resolve('dist/cli/main.js')
const SCRIPTS = resolve('examples/ci/scripts')

/** What a runner gives to a job: the program on the path, git without anybody's settings, and nothing else. */
export interface Runner {
  /** The folder that a runner empties after each job. */
  readonly temp: string
  /** Runs a shipped script, or `boardwright` itself, in a directory. */
  readonly run: (what: string, cwd: string, env?: Readonly<Record<string, string>>) => Promise<Ended>
  /** Runs a step as a runner does: its text is a file, and the first command that fails ends it. */
  readonly step: (text: string, cwd: string, env?: Readonly<Record<string, string>>) => Promise<Ended>
}

export interface RunnerOptions {
  readonly shell?: string
  /** `built`: a process of its own for each command. `here`: the same command in this process, which has loaded it. */
  readonly program?: 'built' | 'here'
  /** Programs that are on the path too, by name: their text. */
  readonly beside?: Readonly<Record<string, string>>
}

export async function createRunner(options: RunnerOptions = {}): Promise<Runner> {
  const { shell = 'sh', program = 'built', beside = {} } = options
  const bin = temporaryDirectory()
  mkdirSync(join(bin, 'home'))
  const temp = join(bin, 'temp')
  mkdirSync(temp)
  const command = program === 'built' ? `"${process.execPath}" "${MAIN}"` : serveProgram(bin)
  const programs = { boardwright: `exec ${command} "$@"`, ...beside }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const base = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: join(bin, 'home'),
    CI: 'true',
    RUNNER_TEMP: temp,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
  }
  const begin = async (words: readonly string[], cwd: string, env: Readonly<Record<string, string>>) => {
    const child = spawn(words[0] ?? '', words.slice(1), {
      cwd,
      env: { ...base, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => (said.stdout += chunk))
    child.stderr.on('data', (chunk) => (said.stderr += chunk))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, ...said }
  }
  return {
    temp,
    run(what, cwd, env = {}) {
      const [name = '', ...args] = what.split(' ')
      if (name.endsWith('.sh')) return begin([shell, join(SCRIPTS, name), ...args], cwd, env)
      if (program === 'here') return runHere(args, { cwd, env: { ...base, ...env } })
      return begin([name, ...args], cwd, env)
    },
    step(text, cwd, env = {}) {
      const file = join(bin, 'step.sh')
      writeFileSync(file, text)
      return begin([shell, '-e', file], cwd, env)
    },
  }
}
