import { ERRORS } from '@boardwright/common'
import { isCi } from '../../config/in-ci.ts'
import { counted, plural } from '../../content/counted.ts'
import { shortCommit } from '../../content/printable.ts'
import type { Project } from '../../project/local/project.ts'
import { READ_ONLY, readsOnly } from '../../project/target/connect.ts'
import { CONTENT } from '../../serialize/layout.ts'
import { whyNotWritable } from '../../workspace/disk.ts'
import { type GitFacts, gitFacts, stepFor, whyNoRepository } from '../../workspace/git.ts'
import { gitLacking, gitVersion } from '../../workspace/run-git.ts'
import { hasMergeDriver } from '../merge-driver.ts'
import { type Check, right, wrong } from './check.ts'

export interface Machine {
  readonly project: Project
  readonly env: Readonly<Record<string, string | undefined>>
  /** Versions of Boardwright and its runtime. */
  readonly versions: string
}

/** Checks what every command needs from the machine it runs on. */
export async function examineMachine(machine: Machine): Promise<Check[]> {
  const { project, env, versions } = machine
  const [version, lacking, facts] = await Promise.all([gitVersion(), gitLacking(), gitFacts(project.root)])
  const git =
    lacking === undefined
      ? right('versions', `${versions}, git ${version}`)
      : wrong('versions', `${versions}; ${lacking}`, ERRORS.GIT_NEEDED.hint)
  return [
    git,
    ...(lacking === undefined ? await repositoryOf(project, facts, isCi(env)) : []),
    storeOf(project.root),
    settingsOf(project.problems),
    ...variablesIn(env),
  ]
}

async function repositoryOf(
  { root, files }: Machine['project'],
  facts: GitFacts | undefined,
  inCi: boolean,
): Promise<Check[]> {
  if (facts === undefined) {
    const why = await whyNoRepository(root)
    return why === undefined
      ? [
          wrong(
            'repository',
            'not in git: only export, validate and plan work',
            'Put the project under git: git init && git add -A && git commit',
          ),
        ]
      : [wrong('repository', `git cannot open it: ${why}`, stepFor(why))]
  }
  const { commit, detached, shallow, dirty } = facts
  const at = commit === undefined ? 'no commit yet' : `at ${shortCommit(commit)}${detached ? ', HEAD is detached' : ''}`
  const hasContent = [...files.keys()].some((path) => path.startsWith(`${CONTENT}/`))
  const driver = inCi || (await hasMergeDriver(root))
  return [
    dirty.size === 0 && commit !== undefined
      ? right('repository', `${at}, everything committed`)
      : wrong(
          'repository',
          `${at}, ${plural(dirty.size, 'file')} not committed`,
          `${hasContent ? '' : 'boardwright export && '}git add -A && git commit`,
        ),
    shallow
      ? wrong('clone', 'shallow: plan may need older commits', ERRORS.SHALLOW_CLONE.hint)
      : right('clone', 'with all its history'),
    driver
      ? right('merges', inCi ? 'not made here' : 'by widgets and keys')
      : wrong('merges', 'git merges dashboards by lines here', 'Run `boardwright setup merge-driver`.'),
  ]
}

function storeOf(root: string): Check {
  const lacking = whyNotWritable(root)
  if (lacking === undefined) return right('disk', 'can be written: the cache and journals go to .boardwright')
  return wrong(
    'disk',
    `without a cache and a journal: ${lacking.why}`,
    `Make room and give write access in ${lacking.place}.`,
  )
}

function settingsOf(problems: Machine['project']['problems']): Check {
  const [first] = problems
  if (first === undefined) return right('settings', 'boardwright.yaml has no problems')
  const place = [first.at.file, first.at.line ?? []].flat().join(':')
  const more = problems.length === 1 ? '' : `, and ${counted(problems.length - 1)} more`
  return wrong('settings', `${place}  ${first.message}${more}`, 'Run `boardwright validate`.')
}

const PROXIES = ['HTTPS_PROXY', 'https_proxy']

/** Environment variables that affect commands. */
function variablesIn(env: Machine['env']): Check[] {
  const proxy = PROXIES.find((name) => env[name])
  return [
    ...(isCi(env) ? [right('CI', 'a token goes to allowed hosts only, and commands have a time limit')] : []),
    ...(proxy === undefined ? [] : [right('proxy', `from ${proxy}`)]),
    ...(readsOnly(env)
      ? [wrong('writing', `${READ_ONLY} is set: nothing is written to a platform`, ERRORS.READ_ONLY.hint)]
      : []),
  ]
}
