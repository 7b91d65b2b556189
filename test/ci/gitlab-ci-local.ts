import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'

/**
 * GitLab's pipelines as somebody else reads them: gitlab-ci-local holds them against the schema that GitLab publishes for
 * its editor, expands includes, and decides by the rules which jobs there are.
 */
const PROGRAM = fileURLToPath(import.meta.resolve('gitlab-ci-local'))

/** The one thing that it takes from newer releases of Node than our oldest. */
const UNION = 'Set.prototype.union ??= function (other) { return new Set([...this, ...other]) }\n'

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
  await writeFiles(root, { 'union.mjs': UNION, ...files })
  commitAll(root)
  git(root, 'remote', 'add', 'origin', 'git@gitlab.example:acme/analytics.git')
  git(root, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
  git(root, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main')
  const run = async (args: readonly string[]): Promise<string> => {
    const preload = ['--import', pathToFileURL(join(root, 'union.mjs')).href]
    const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, HOME: root }
    const all = [...preload, PROGRAM, '--no-color', ...args]
    return (await promisify(execFile)(process.execPath, all, { cwd: root, env })).stdout
  }
  return {
    async jobsOf(event) {
      const names = Object.keys(event)
      const given = Object.entries(event).flatMap(([name, value]) => ['--variable', `${name}=${value}`])
      // The schema is asked once, in `problems`.
      const how = ['--list-json', '--json-schema-validation=false', `--ignore-predefined-vars=${names}`]
      const jobs = JSON.parse(await run([...how, ...given])) as { name: string; when: string }[]
      return jobs.flatMap(({ name, when }) => (when === 'never' ? [] : [when === 'manual' ? `${name} (manual)` : name]))
    },
    async variables() {
      rmSync(join(root, '.gitlab-ci-local'), { recursive: true, force: true })
      const { parse } = await import('yaml')
      return parse(await run(['--preview', '--json-schema-validation=false'])).variables
    },
    async problems() {
      return run(['--list-csv-all']).then(
        () => '',
        (cause: { readonly stderr?: string }) => cause.stderr || String(cause),
      )
    },
  }
}

export const readShipped = (...paths: string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]))
