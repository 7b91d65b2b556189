import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { Command } from 'commander'
import { ask } from '../ask.ts'
import { directoryOf, integer } from '../options.ts'
import { note, printable } from '../output.ts'
import { reach, settings } from '../settings.ts'

interface Options {
  readonly url?: string
  readonly deployment?: number
  readonly project?: string
  readonly home?: string
  readonly branch?: string
  readonly agent?: true
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
    .action(async (options: Options, command: Command) => {
      const root = directoryOf(command)
      if (options.agent && existsSync(join(root, 'boardwright.yaml'))) return tellAgents(root, command)
      const url = options.url ?? (await ask('Address of the tenant (https://...)', '--url'))
      const deployment =
        options.deployment ?? integer(1, Number.MAX_SAFE_INTEGER)(await ask('Number of the deployment', '--deployment'))
      const target = options.home ?? 'production'
      const { initProject } = await import('../../sync/init.ts')
      const project = options.project ?? basename(root)
      const written = await initProject(root, { url, deployment, project, target, branch: options.branch ?? 'main' })
      for (const file of written) note(printable(`wrote ${file}`))
      if (options.agent) await tellAgents(root, command)
      const token = process.env['BOARDWRIGHT_TOKEN']
      if (token) await probe(url, token)
      else note('No token is set, so the platform was not contacted. Set BOARDWRIGHT_TOKEN to an API key.')
      note(`Next: boardwright export --target ${target}`)
    })
}

async function tellAgents(root: string, command: Command): Promise<void> {
  const [{ writeAgents }, { printAgents }] = await Promise.all([
    import('../../sync/agent/instructions.ts'),
    import('../skills/print.ts'),
  ])
  note(printable(`wrote ${await writeAgents(root, printAgents(command.parent ?? command))}`))
}

async function probe(url: string, token: string): Promise<void> {
  const { examinePlatform } = await import('../../sync.ts')
  const { timeout } = settings()
  const { user, deployments } = await examinePlatform({
    ...{ url, token, ...reach() },
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
  })
  const seen = deployments.map(({ id, name }) => `${id} ${name}`).join(', ')
  note(
    printable(
      `The token works: ${user.email}${user.isAdmin ? ' (admin)' : ''}, deployments ${seen === '' ? 'none' : seen}.`,
    ),
  )
}
