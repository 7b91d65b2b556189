import { join } from 'node:path'
import process from 'node:process'
import { BoardwrightError } from '@boardwright/common'
import { Command } from 'commander'
import { CONFIG_FILE } from '../../project/local/root.ts'
import type { Diagnosis } from '../../setup/doctor.ts'
import { isOnDisk } from '../../workspace/disk.ts'
import { lineWidth, paintFor } from '../colors.ts'
import { doctorJson, doctorText, type Examined, type ExaminedTarget, worstIn } from '../doctor-text.ts'
import { environment } from '../environment.ts'
import { type Finish, openHere, startDirectory } from '../options.ts'
import { result } from '../output.ts'
import { connectOptions, settings, takeTraffic } from '../settings.ts'
import { tellReads } from '../traffic.ts'
import { readVersion } from '../version.ts'

interface Options {
  readonly url?: string
  readonly target?: string
  readonly json?: true
}

export function doctorCommand(finish: Finish): Command {
  return new Command('doctor')
    .description('check this machine, the connection to each target and what its token may do; says what to do next')
    .option('-t, --target <name>', 'a target of this project, or several (a glob; default: all)')
    .option('--url <url>', 'a URL to check instead of a project, such as https://acme.example')
    .option('--json', 'print the result as JSON')
    .action(async ({ url, target, json }: Options, command: Command) => {
      const found =
        url === undefined
          ? await examineProject(target, command)
          : await examineUrl(url, isOnDisk(join(startDirectory(command), CONFIG_FILE)))
      if (json && found.error) throw found.error
      result(
        json
          ? doctorJson(found)
          : doctorText(found, { paint: paintFor(process.stdout), width: lineWidth(process.stdout) }),
      )
      const worst = worstIn(found)
      if (json && worst) throw worst
      if (!json) tellReads(found.targets.reduce((sum, { requests }) => sum + requests, 0))
      if (worst) finish(worst.exit)
    })
}

const DEFAULT_SECONDS = 30

const askedWith = () => ({ timeoutMs: (settings().timeout ?? DEFAULT_SECONDS) * 1000, ...connectOptions() })

async function examineUrl(url: string, isProject: boolean): Promise<Examined> {
  const { examineAddress, withoutToken } = await import('../../setup/doctor.ts')
  const token = environment()['BOARDWRIGHT_TOKEN']
  if (!token) {
    const missing = new BoardwrightError(
      'TOKEN_MISSING',
      'there is no token: the variable BOARDWRIGHT_TOKEN is not set',
      { hint: 'Set BOARDWRIGHT_TOKEN to an API key of the platform. A token is never given as a flag.' },
    )
    return { targets: [counted(url, await withoutToken({ url, ...askedWith() }, missing))], next: '' }
  }
  const found = await examineAddress({ url, token, tokenFrom: 'BOARDWRIGHT_TOKEN', ...askedWith() })
  const id = found.deployments?.at(-1)?.id ?? 'ID'
  return {
    targets: [counted(url, found)],
    next: isProject
      ? `set \`deployment\` of the target in ${CONFIG_FILE} to one of these numbers, such as ${id}`
      : `boardwright init --url ${url} --deployment ${id}`,
  }
}

async function examineProject(wanted: string | undefined, command: Command): Promise<Examined> {
  const [{ examineMachine, examineTarget }, { selectTargets }, { configOrWhyNot }] = await Promise.all([
    import('../../setup/doctor.ts'),
    import('../../config/targets.ts'),
    import('../../project/local/project.ts'),
  ])
  const project = await openHere(command)
  const versions = `boardwright ${readVersion()}, node ${process.versions.node}`
  const machine = await examineMachine({ project, env: environment(), versions })
  const config = configOrWhyNot(project)
  if (config instanceof BoardwrightError) return { machine, targets: [], error: config, next: '' }
  const selected = selectTargets(config, wanted ?? '*')
  const targets: ExaminedTarget[] = []
  for (const target of selected) targets.push(counted(target.name, await examineTarget(target, askedWith())))
  return { machine, targets, next: `boardwright plan --target ${selected[0]?.name}` }
}

function counted(name: string, found: Diagnosis): ExaminedTarget {
  const { reads, writes } = takeTraffic()
  return { ...found, name, requests: reads + writes, writeRequests: writes }
}
