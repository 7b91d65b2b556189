import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import process from 'node:process'
import type { Sandbox } from '../../../packages/sandbox/index.ts'
import { runHere } from '../in-process.ts'
import { serveProgram } from '../served.ts'

/** The address of the sandbox in documents. */
const DOCUMENTED = '127.0.0.1:4460'
/** Not followed by a digit, because another port may begin with the same ones. */
const ADDRESS = /127\.0\.0\.1:4460(?!\d)/g

/** The place of the package in documents. */
const INSTALLED = '$(npm root --global)/boardwright'

export interface Ended {
  readonly status: number
  readonly printed: string
}

/** A terminal as readers have it: a directory, variables, the status of the last command. */
export interface Shell {
  readonly run: (command: string) => Promise<Ended>
  readonly directory: () => string
  /** Replaces the documented address in a text with the sandbox's real one. */
  readonly here: (text: string) => string
}

const NAMES = { GIT_AUTHOR_NAME: 'You', GIT_COMMITTER_NAME: 'You' }
const MAILS = { GIT_AUTHOR_EMAIL: 'you@acme.com', GIT_COMMITTER_EMAIL: 'you@acme.com' }
/** The first branch gets git's own default name. */
const GIT = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'init.defaultBranch' }

/** Commands of ours run in this process, everything else in `sh`. */
export async function openShell(root: string, sandbox: Sandbox): Promise<Shell> {
  const host = new URL(sandbox.url).host
  const env: Record<string, string> = { ...NAMES, ...MAILS, ...GIT, GIT_CONFIG_VALUE_0: 'master', NO_COLOR: '1' }
  env['PATH'] = `${programIn(join(root, '..', 'bin'))}${delimiter}${process.env['PATH']}`
  let directory = root
  let last = 0

  const ended = (status: number, printed: string): Ended => {
    last = status
    const { admin, member, scoped } = sandbox.keys
    const keys = [admin, member, scoped, sandbox.control]
    const plain = keys.reduce((text, key) => text.replaceAll(key, 'bw-sandbox-...'), printed)
    return { status, printed: plain.replaceAll(host, DOCUMENTED).replaceAll(root, '/home/you/analytics') }
  }
  const here = (text: string): string => text.replaceAll(ADDRESS, host)
  return {
    directory: () => directory,
    here,
    async run(documented) {
      const command = here(documented)
      if (command === 'echo $?') return { status: 0, printed: `${last}\n` }
      const [, name, value = ''] = /^export (\w+)=(.*)$/.exec(command) ?? []
      if (name !== undefined) {
        const key = name === 'CONTROL' ? sandbox.control : sandbox.keys.admin
        env[name] =
          value === 'bw-sandbox-...'
            ? key
            : value.replace(INSTALLED, process.cwd()).replace('$PWD', directory).replaceAll('"', '')
        return ended(0, '')
      }
      const [, place] = /^cd (\S+)$/.exec(command) ?? []
      if (place !== undefined) {
        directory = resolve(directory, place)
        return ended(0, '')
      }
      const args = ownArguments(command)
      if (args) {
        let printed = ''
        const hear = (text: string): void => {
          printed += text
        }
        const { code } = await runHere(args, { cwd: directory, env: { HOME: directory, ...env }, hear })
        if (args[0] === 'init') nameProject(directory)
        return ended(code ?? 0, printed)
      }
      return ended(...(await inShell(command, directory, env)))
    },
  }
}

/** Fixes the project's id, so that ids made from it are the same in every run. */
function nameProject(directory: string): void {
  const file = join(directory, 'boardwright.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^projectId: .*$/m, 'projectId: 7f3kQ2m9'))
}

/** A program on PATH for our commands in a pipe. */
function programIn(bin: string): string {
  mkdirSync(bin, { recursive: true })
  const file = join(bin, 'boardwright')
  writeFileSync(file, `#!/bin/sh\nexec ${serveProgram(bin)} "$@"\n`)
  chmodSync(file, 0o755)
  return bin
}

/** The arguments of one of our commands, if it needs no shell. */
function ownArguments(command: string): string[] | undefined {
  const [, rest] = /^(?:npx )?boardwright\b(.*)$/s.exec(command) ?? []
  if (rest === undefined || /[|<>$&;`]/.test(rest)) return undefined
  return [...rest.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  )
}

const inShell = (command: string, cwd: string, env: Readonly<Record<string, string>>): Promise<[number, string]> =>
  new Promise((done) => {
    const how = { cwd, env: { ...env, HOME: cwd }, encoding: 'buffer' } as const
    execFile('sh', ['-c', `( ${command}\n) 2>&1`], how, (error, printed) =>
      done([error ? Number(error.code ?? 1) : 0, printed.toString()]),
    ).stdin?.end()
  })
