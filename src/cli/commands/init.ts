import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { Command } from 'commander'
import { ask } from '../ask.ts'
import { directoryOf, integer } from '../options.ts'
import { note, printable, result } from '../output.ts'
import { reach, settings } from '../settings.ts'

interface Options {
  readonly url?: string
  readonly deployment?: number
  readonly project?: string
  readonly home?: string
  readonly branch?: string
  readonly agent?: true
  readonly json?: true
}

export function initCommand(): Command {
  return new Command('init')
    .description('create a project: boardwright.yaml and the git settings it needs')
    .option('--url <url>', 'the URL of the tenant, such as https://acme.example')
    .option('--deployment <id>', 'the number of the deployment', integer(1, Number.MAX_SAFE_INTEGER))
    .option('--project <name>', 'the name of the project (default: the name of the directory)')
    .option('--home <target>', 'the name of this target, whose ids the files hold (default: production)')
    .option('--branch <name>', 'the branch of its data model (default: main)')
    .option('--agent', 'tell agents in AGENTS.md how to work here; in a project that is there already, do only that')
    .option('--json', 'print the result as JSON')
    .action(async (options: Options, command: Command) => {
      const root = directoryOf(command)
      if (options.agent && existsSync(join(root, 'boardwright.yaml'))) return tellAgents(root, command, options.json)
      const url = options.url ?? (await ask('Address of the tenant (https://...)', '--url'))
      const deployment =
        options.deployment ?? integer(1, Number.MAX_SAFE_INTEGER)(await ask('Number of the deployment', '--deployment'))
      const target = options.home ?? 'production'
      const { DRIVER, initProject } = await import('../../sync/init.ts')
      const project = options.project ?? basename(root)
      const written = await initProject(root, { url, deployment, project, target, branch: options.branch ?? 'main' })
      const token = process.env['BOARDWRIGHT_TOKEN']
      const seen = token ? await probe(url, token) : null
      const agents = options.agent ? [await writeAgentsHere(root, command)] : []
      const all = [...written, ...agents]
      if (options.json)
        return result(JSON.stringify({ format: 1, project, target, written: all, seen, mergeDriver: DRIVER }))
      for (const file of all) note(printable(`wrote ${file}`))
      note(printable(describeSeen(seen)))
      note(`Once in each clone, so that git merges dashboards by widget: ${DRIVER}`)
      note(`Next: boardwright export --target ${target}`)
    })
}

async function tellAgents(root: string, command: Command, json = false): Promise<void> {
  const file = await writeAgentsHere(root, command)
  if (json) result(JSON.stringify({ format: 1, written: [file] }))
  else note(printable(`wrote ${file}`))
}

async function writeAgentsHere(root: string, command: Command): Promise<string> {
  const [{ writeAgents }, { printAgents }] = await Promise.all([
    import('../../sync/agent/instructions.ts'),
    import('../skills/print.ts'),
  ])
  return writeAgents(root, printAgents(command.parent ?? command))
}

interface Seen {
  readonly user: { readonly email: string; readonly isAdmin: boolean }
  readonly deployments: readonly { readonly id: number; readonly name: string }[]
}

async function probe(url: string, token: string): Promise<Seen> {
  const { examinePlatform } = await import('../../sync.ts')
  const { timeout } = settings()
  const { user, deployments } = await examinePlatform({
    ...{ url, token, tokenFrom: 'BOARDWRIGHT_TOKEN', ...reach() },
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
  })
  return {
    user: { email: user.email, isAdmin: user.isAdmin },
    deployments: deployments.map(({ id, name }) => ({ id, name })),
  }
}

function describeSeen(seen: Seen | null): string {
  if (!seen) return 'No token is set, so the platform was not contacted. Set BOARDWRIGHT_TOKEN to an API key.'
  const { user, deployments } = seen
  const list = deployments.map(({ id, name }) => `${id} ${name}`).join(', ')
  return `The token works: ${user.email}${user.isAdmin ? ' (admin)' : ''}, deployments ${list === '' ? 'none' : list}.`
}
