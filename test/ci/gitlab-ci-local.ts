import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import type { Ended } from '../support/program.ts'

/**
 * GitLab's pipelines as somebody else reads them: gitlab-ci-local holds them against the schema that GitLab publishes for
 * its editor, expands includes, and decides by the rules which jobs there are.
 */
const PROGRAM = import.meta.resolve('gitlab-ci-local')

/**
 * Runs it once for each message, in one process: to load it takes longer than what it does. It ends by `process.exit`,
 * and takes one thing from newer releases of Node than our oldest.
 */
const RUNS = `
Set.prototype.union ??= function (other) { return new Set([...this, ...other]) }
process.setMaxListeners(0)
let [said, runs] = [{}, 0]
for (const name of ['stdout', 'stderr']) process[name].write = (text) => { said[name] += text; return true }
process.exit = (code) => process.send({ ...said, code })
process.on('message', ({ args, cwd }) => {
  said = { stdout: '', stderr: '' }
  process.chdir(cwd)
  process.env.HOME = cwd
  process.argv = [process.execPath, 'gitlab-ci-local', ...args]
  import('${PROGRAM}?' + runs++)
})`

let running: ChildProcess | undefined

/** One after another, as tests ask for them. */
async function runProgram(args: readonly string[], cwd: string): Promise<Ended> {
  running ??= spawn(process.execPath, ['--input-type=module', '--eval', RUNS], {
    env: { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  running.send({ args, cwd })
  const [ended] = (await once(running, 'message')) as [Ended]
  return ended
}

/** Ends the process that ran the pipelines. */
export function closePipelines(): void {
  running?.disconnect()
  running = undefined
}

export interface Pipeline {
  /** Which jobs an event makes: `name` or `name (manual)`. */
  readonly jobsOf: (event: Readonly<Record<string, string>>) => Promise<string[]>
  /** All variables that the pipeline sets for every job. */
  readonly variables: () => Promise<Readonly<Record<string, string>>>
  /** What is wrong with it; empty if nothing is. */
  readonly problems: () => Promise<string>
}

/** A repository with these files; its `.gitlab-ci.yml` is one of them. */
export async function openPipeline(files: Readonly<Record<string, string>>): Promise<Pipeline> {
  const root = temporaryDirectory()
  await writeFiles(root, files)
  commitAll(root)
  git(root, 'remote', 'add', 'origin', 'git@gitlab.example:acme/analytics.git')
  git(root, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
  git(root, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main')
  const run = (args: readonly string[]): Promise<Ended> => runProgram(['--no-color', ...args], root)
  return {
    async jobsOf(event) {
      const names = Object.keys(event)
      const given = Object.entries(event).flatMap(([name, value]) => ['--variable', `${name}=${value}`])
      // The schema is asked once, in `problems`.
      const how = ['--list-json', '--json-schema-validation=false', `--ignore-predefined-vars=${names}`]
      const jobs = JSON.parse((await run([...how, ...given])).stdout) as { name: string; when: string }[]
      return jobs.flatMap(({ name, when }) => (when === 'never' ? [] : [when === 'manual' ? `${name} (manual)` : name]))
    },
    async variables() {
      rmSync(join(root, '.gitlab-ci-local'), { recursive: true, force: true })
      const { parse } = await import('yaml')
      return parse((await run(['--preview', '--json-schema-validation=false'])).stdout).variables
    },
    async problems() {
      const { code, stderr } = await run(['--list-csv-all'])
      return code === 0 ? '' : stderr || `it ended with ${code}`
    },
  }
}

export const readShipped = (...paths: string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]))
