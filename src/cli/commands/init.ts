import { basename } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { Command, InvalidArgumentError } from 'commander'
import { printable } from '../../content/printable.ts'
import { canAsk, unanswered } from '../ask.ts'
import { environment } from '../environment.ts'
import type { Also, InitAnswers, SeenByToken } from '../init-questions.ts'
import { integer, several, startDirectory } from '../options.ts'
import { note, result } from '../output.ts'
import { connectOptions, settings } from '../settings.ts'
import { writeForAgents } from './setup/agents.ts'
import { MERGE_DRIVER_SET } from './setup/merge-driver.ts'

interface Options {
  readonly url?: string
  readonly deployment?: number
  readonly project?: string
  readonly home?: string
  readonly protected?: readonly string[]
  readonly also?: readonly Also[]
  readonly branch?: string
  readonly git: boolean
  readonly agents?: true
  readonly json?: true
}

const deploymentNumber = integer(1, Number.MAX_SAFE_INTEGER)

export function initCommand(): Command {
  return new Command('init')
    .description('create a project: boardwright.yaml and the git settings it needs; on a terminal it asks')
    .option('--url <url>', 'the URL of the tenant, such as https://acme.example')
    .option('--deployment <id>', 'the number of the deployment', deploymentNumber)
    .option('--project <name>', 'the name of the project (default: the name of the directory)')
    .option('--home <target>', 'the name of this target, whose ids the files hold (default: production)')
    .option('--also <target=id>', 'another target, and the number of its deployment; repeatable', readAlso)
    .option('--protected <target>', 'deletes there need a flag, and apply asks for its name; repeatable', several)
    .option('--branch <name>', 'the branch of its data model (default: main)')
    .option('--no-git', 'make no git repository where there is none')
    .option('--agents', 'teach agents to work here, as `setup agents` does')
    .option('--json', 'print the result as JSON, and ask nothing')
    .action(async (options: Options, command: Command) => {
      const root = startDirectory(command)
      const { beginProject, newConfig, requireNoProject } = await import('../../setup/init.ts')
      await requireNoProject(root)
      const isAsked = !isComplete(options) && !options.json && canAsk()
      const answers = isAsked ? await askForAnswers(options) : undefined
      const { url, targets } = answers ?? (await answersOf(options))
      const project = options.project ?? basename(root)
      const { git, branch = 'main' } = options
      const config = newConfig({ url, project, targets, branch })
      const seen = answers ? answers.seen : await readSeen(url)
      requireSeen(targets, seen)
      const { written, repository, isInGit } = await beginProject(root, config, { git })
      const agents = options.agents ? await writeForAgents(root, command) : []
      const all = [...written, ...agents]
      const mergeDriver = isInGit && answers?.mergeDriver === true
      if (mergeDriver) await (await import('../../setup/merge-driver.ts')).setMergeDriver(root)
      const target = targets[0]?.name
      if (options.json) {
        const told = { format: 1, project, target, targets, written: all, repository: repository.made, seen }
        return result(JSON.stringify({ ...told, mergeDriver }))
      }
      for (const file of all) note(printable(`wrote ${file}`))
      if (repository.made) note('made a git repository')
      if (repository.because !== undefined) note(printable(`No git repository was made: ${repository.because}.`))
      note(printable(describeSeen(seen)))
      if (answers) note(`The same without questions: ${await spelledOut(answers)}`)
      if (mergeDriver) note(MERGE_DRIVER_SET)
      else if (isInGit)
        note('Once in each clone, so that git merges dashboards by widget: boardwright setup merge-driver')
      note(`Next: boardwright export --target ${target}`)
    })
}

function readAlso(text: string, before: readonly Also[] = []): readonly Also[] {
  const [, name, deployment] = /^([^=]+)=(\d+)$/.exec(text) ?? []
  if (name === undefined || deployment === undefined)
    throw new InvalidArgumentError('It must be a name and a number, such as dev=1.')
  return [...before, { name, deployment: deploymentNumber(deployment) }]
}

const isComplete = ({ url, deployment }: Options): boolean => url !== undefined && deployment !== undefined

async function askForAnswers(options: Options): Promise<InitAnswers> {
  const { askForProject } = await import('../init-questions.ts')
  return askForProject(options, readSeen)
}

/** The answers, if flags give all of them. */
async function answersOf({
  url,
  deployment,
  home,
  also = [],
  ...rest
}: Options): Promise<Pick<InitAnswers, 'url' | 'targets'>> {
  if (url === undefined) throw unanswered('--url')
  if (deployment === undefined) throw unanswered('--deployment')
  const { HOME, initTargets } = await import('../../setup/init.ts')
  return { url, targets: initTargets([{ name: home ?? HOME, deployment }, ...also], rest.protected ?? []) }
}

async function spelledOut({ url, targets: [home, ...others], mergeDriver }: InitAnswers): Promise<string> {
  const { commandLine } = await import('../../words/commands.ts')
  const all = home ? [home, ...others] : []
  const line = commandLine(
    ...['init', '--url', url, '--deployment', String(home?.deployment), '--home', home?.name ?? ''],
    ...others.flatMap(({ name, deployment }) => ['--also', `${name}=${deployment}`]),
    ...all.flatMap((each) => (each.protected ? ['--protected', each.name] : [])),
  )
  return mergeDriver ? `${line} && ${commandLine('setup', 'merge-driver')}` : line
}

/** What the token can see. Null without a token. */
async function readSeen(url: string): Promise<SeenByToken | null> {
  const token = environment()['BOARDWRIGHT_TOKEN']
  const { timeout } = settings()
  if (!token) return checkHost(url)
  const { examinePlatform } = await import('../../project/examine.ts')
  const { user, deployments } = await examinePlatform({
    ...{ url, token, tokenFrom: 'BOARDWRIGHT_TOKEN', ...connectOptions() },
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
  })
  return {
    user: { email: user.email, isAdmin: user.isAdmin },
    deployments: deployments.map(({ id, name }) => ({ id, name })),
  }
}

/** Looks for the host. A project can be created without a network, so if the host does not answer, this only warns. */
async function checkHost(url: string): Promise<null> {
  const { findPlatform } = await import('../../project/target/find-platform.ts')
  try {
    await findPlatform({ url, ...connectOptions() })
    note(printable(`${new URL(url).host} answers.`))
  } catch (cause) {
    if (!(cause instanceof BoardwrightError) || cause.kind === 'INTERRUPTED' || cause.kind === 'URL_REFUSED')
      throw cause
    note(printable(`warning: ${cause.message}`))
    note(printable(`  ${cause.hint} If the URL is wrong, change it in boardwright.yaml.`))
  }
  return null
}

/** Checks that the deployments exist before their numbers are written to a file. */
function requireSeen(targets: readonly Also[], seen: SeenByToken | null): void {
  const deployments = seen?.deployments ?? []
  const wrong = deployments.length > 0 && targets.find((each) => deployments.every(({ id }) => id !== each.deployment))
  if (!wrong) return
  const list = deployments.map(({ id, name }) => `${id} (${name})`).join(', ')
  throw new BoardwrightError('NOT_FOUND', `the token sees no deployment ${wrong.deployment}; it sees ${list}`, {
    hint: `Give the number of one of them to ${wrong === targets[0] ? '--deployment' : `--also ${wrong.name}=NUMBER`}.`,
  })
}

function describeSeen(seen: SeenByToken | null): string {
  if (!seen)
    return 'No token is set, so nothing was read. Set BOARDWRIGHT_TOKEN to an API key, then run `boardwright doctor`.'
  const { user, deployments } = seen
  const list = deployments.map(({ id, name }) => `${id} ${name}`).join(', ')
  return `The token works: ${user.email}${user.isAdmin ? ' (admin)' : ''}, deployments ${list === '' ? 'none' : list}.`
}
