import process from 'node:process'
import { Command } from 'commander'
import { BoardwrightError } from '../../errors.ts'
import type { Examination } from '../../sync.ts'
import { directoryOf, today } from '../options.ts'
import { note, printable, result } from '../output.ts'
import { countProblems } from '../problems.ts'
import { reach, settings, takeTraffic } from '../settings.ts'

interface Options {
  readonly url?: string
  readonly target?: string
  readonly json?: true
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check the connection to the platform: URL, token, clock and what the token can see')
    .option('-t, --target <name>', 'a target of this project, or several (a glob; default: all)')
    .option('--url <url>', 'a URL to check instead of a project, such as https://acme.example')
    .option('--json', 'print the result as JSON')
    .action(async (options: Options, command: Command) => {
      const found = options.url === undefined ? await examineProject(options, command) : [await examineUrl(options.url)]
      result(options.json ? JSON.stringify({ format: 1, targets: found }) : found.map(describe).join('\n\n'))
    })
}

interface Finding extends Examination {
  readonly name: string
}

const DEFAULT_SECONDS = 30

const askedWith = () => ({ timeoutMs: (settings().timeout ?? DEFAULT_SECONDS) * 1000, ...reach() })

async function examineUrl(url: string): Promise<Finding> {
  const token = process.env['BOARDWRIGHT_TOKEN']
  if (!token) {
    throw new BoardwrightError('TOKEN_MISSING', 'there is no token: the variable BOARDWRIGHT_TOKEN is not set', {
      hint: 'Set BOARDWRIGHT_TOKEN to an API key of the platform. A token is never given as a flag.',
    })
  }
  const { examinePlatform } = await import('../../sync.ts')
  return counted(url, await examinePlatform({ url, token, tokenFrom: 'BOARDWRIGHT_TOKEN', ...askedWith() }))
}

async function examineProject(options: Options, command: Command): Promise<Finding[]> {
  const [{ openProject, requireConfig }, { examineTarget }, { selectTargets }] = await Promise.all([
    import('../../project/project.ts'),
    import('../../sync.ts'),
    import('../../config/targets.ts'),
  ])
  const project = requireConfig(await openProject(directoryOf(command), today()))
  note(printable(`boardwright.yaml: ${countProblems(project.problems)}`))
  const found: Finding[] = []
  for (const target of selectTargets(project.config, options.target ?? '*')) {
    found.push(counted(target.name, await examineTarget(target, askedWith())))
  }
  return found
}

function counted(name: string, found: Examination): Finding {
  const { reads, writes } = takeTraffic()
  return { ...found, name, requests: reads + writes, writeRequests: writes }
}

const MOST_SKEW_MS = 60_000

/** A partial view is not ok, even if every call succeeds: plans would hold what this key cannot see. */
function describe({ name, user, deployments, clockSkewMs, requests, writeRequests }: Finding): string {
  const seen = deployments.map(({ id, name: deployment }) => `${id} ${deployment}`).join(', ')
  const isOnTime = Math.abs(clockSkewMs) < MOST_SKEW_MS
  const rows: readonly (readonly [isOk: boolean, what: string, found: string])[] = [
    [user.isAdmin, 'token', `${user.email} (${user.isAdmin ? 'admin' : `not an admin: ${PARTIAL}`})`],
    [seen !== '', 'deployments', seen === '' ? 'none that this token can see' : seen],
    [
      isOnTime,
      'clock',
      isOnTime ? 'agrees with this machine' : `${Math.round(clockSkewMs / 1000)} s off from this machine`,
    ],
  ]
  return printable(
    [
      name,
      ...rows.map(([isOk, what, found]) => `  ${isOk ? 'ok' : '!!'}  ${what.padEnd(11)}  ${found}`),
      `  ${requests} requests, ${writeRequests} write requests.`,
    ].join('\n'),
  )
}

const PARTIAL = 'plan holds applied objects that this token cannot see; use an admin’s token'
