import { join } from 'node:path'
import process from 'node:process'
import { BoardwrightError, largest, worstOf } from '@boardwright/common'
import { Command } from 'commander'
import { plural } from '../../content/counted.ts'
import { printable } from '../../content/printable.ts'
import { CONFIG_FILE } from '../../project/local/root.ts'
import type { Check, Diagnosis } from '../../setup/doctor.ts'
import { fold } from '../../words/fold.ts'
import { FOUND, type Paint } from '../../words/paint.ts'
import { isOnDisk } from '../../workspace/disk.ts'
import { lineWidth, paintFor } from '../colors.ts'
import { environment } from '../environment.ts'
import { openSoundHere, startDirectory } from '../options.ts'
import { result } from '../output.ts'
import { connectOptions, settings, takeTraffic } from '../settings.ts'
import { readVersion } from '../version.ts'

interface Options {
  readonly url?: string
  readonly target?: string
  readonly json?: true
}

export function doctorCommand(): Command {
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
      result(
        json ? asJson(found) : asText(found, { paint: paintFor(process.stdout), width: lineWidth(process.stdout) }),
      )
      const [failed] = failedIn(found.targets)
      if (failed) throw failed.error
    })
}

interface Finding extends Diagnosis {
  readonly name: string
  readonly requests: number
  readonly writeRequests: number
}

interface Findings {
  /** Left out if there is no project. */
  readonly machine?: readonly Check[]
  readonly targets: readonly Finding[]
  /** The next step if nothing is wrong. */
  readonly next: string
}

const DEFAULT_SECONDS = 30

const askedWith = () => ({ timeoutMs: (settings().timeout ?? DEFAULT_SECONDS) * 1000, ...connectOptions() })

async function examineUrl(url: string, isProject: boolean): Promise<Findings> {
  const [{ examinePlatform }, { platformChecks, withoutToken }] = await Promise.all([
    import('../../project/examine.ts'),
    import('../../setup/doctor.ts'),
  ])
  const token = environment()['BOARDWRIGHT_TOKEN']
  if (!token) {
    const missing = new BoardwrightError(
      'TOKEN_MISSING',
      'there is no token: the variable BOARDWRIGHT_TOKEN is not set',
      { hint: 'Set BOARDWRIGHT_TOKEN to an API key of the platform. A token is never given as a flag.' },
    )
    return { targets: [counted(url, await withoutToken({ url, ...askedWith() }, missing))], next: '' }
  }
  const found = await examinePlatform({ url, token, tokenFrom: 'BOARDWRIGHT_TOKEN', ...askedWith() })
  const id = found.deployments.at(-1)?.id ?? 'ID'
  return {
    targets: [counted(url, { ...found, checks: platformChecks(found) })],
    next: isProject
      ? `set \`deployment\` of the target in ${CONFIG_FILE} to one of these numbers, such as ${id}`
      : `boardwright init --url ${url} --deployment ${id}`,
  }
}

async function examineProject(wanted: string | undefined, command: Command): Promise<Findings> {
  const [{ examineMachine, examineTarget }, { selectTargets }] = await Promise.all([
    import('../../setup/doctor.ts'),
    import('../../config/targets.ts'),
  ])
  const project = await openSoundHere(command)
  const selected = selectTargets(project.config, wanted ?? '*')
  const versions = `boardwright ${readVersion()}, node ${process.versions.node}`
  const machine = await examineMachine({ project, env: environment(), versions })
  const targets: Finding[] = []
  for (const target of selected) targets.push(counted(target.name, await examineTarget(target, askedWith())))
  return { machine, targets, next: `boardwright plan --target ${selected[0]?.name}` }
}

function counted(name: string, found: Diagnosis): Finding {
  const { reads, writes } = takeTraffic()
  return { ...found, name, requests: reads + writes, writeRequests: writes }
}

const asJson = ({ machine, targets, next }: Findings): string =>
  JSON.stringify({
    format: 1,
    ...(machine === undefined ? {} : { machine }),
    targets: targets.map(({ error, ...target }) => ({ ...target, ...(error ? { code: error.code } : {}) })),
    next: whatToDo({ machine: machine ?? [], targets, next }),
  })

/** Each failed check shows its next step. The last line is the step to begin with, unless the error below says it. */
function asText({ machine = [], targets, next }: Findings, sheet: Sheet): string {
  const { paint } = sheet
  const [first] = failedIn(targets)
  return [
    ...(machine.length > 0 ? [paint('strong', 'this machine'), ...checkLines(machine, sheet), ''] : []),
    ...targets.flatMap(({ name, checks, error, requests, writeRequests }) => [
      paint('strong', printable(name)),
      ...checkLines(checks, sheet, error && { at: checks.at(-1), below: error === first?.error ? error : undefined }),
      `  ${plural(requests, 'request')}, ${plural(writeRequests, 'write request')}.`,
      '',
    ]),
    ...(first ? [''] : [`Next: ${printable(whatToDo({ machine, targets, next }))}`]),
  ].join('\n')
}

const beginningOf = ({ kind, message }: BoardwrightError): string =>
  kind === 'UNREACHABLE' ? 'there is no connection' : message.split(/[:;] /, 1).join('')

/** `no` ends the checks of a target; `!` is worth knowing, and ends nothing. */
const MARKS = { ok: 'ok', warning: '! ', error: 'no' } as const

interface Stop {
  readonly at: Check | undefined
  /** The error, if it is printed below: the details and the next step are said there alone. */
  readonly below: BoardwrightError | undefined
}

interface Sheet {
  readonly paint: Paint
  readonly width: number
}

/** What is found, and what to do about it, stand in one column. */
function checkLines(checks: readonly Check[], { paint, width: whole }: Sheet, stop?: Stop): string[] {
  const width = largest(checks.map(({ what }) => what.length))
  return checks.flatMap((check) => {
    const level = check.ok ? 'ok' : check === stop?.at ? 'error' : 'warning'
    const { found, next } =
      level === 'error' && stop?.below
        ? { found: `${beginningOf(stop.below)} (${stop.below.code})`, next: undefined }
        : check
    const column = ' '.repeat(width + 8)
    const [first = '', ...rest] = [found, ...(check.ok || next === undefined ? [] : [next])].flatMap((text) =>
      fold(printable(text), Math.max(NARROWEST, whole - column.length)).split('\n'),
    )
    return [
      `  ${paint(FOUND[level], MARKS[level])}  ${check.what.padEnd(width)}  ${first}`,
      ...rest.map((line) => `${column}${line.trimStart()}`),
    ]
  })
}

const NARROWEST = 24

/** The targets with an error. First come those that decide the exit status. */
function failedIn(targets: readonly Finding[]) {
  const failed = targets.flatMap(({ checks, error }) => (error ? [{ checks, error }] : []))
  const worst = worstOf(failed.map(({ error }) => error.exit))
  return failed.toSorted((one, other) => Number(other.error.exit === worst) - Number(one.error.exit === worst))
}

function whatToDo({ machine = [], targets, next }: Findings): string {
  const wrong = [...failedIn(targets).flatMap(({ checks }) => checks), ...machine]
  return wrong.find(({ ok, next: own }) => !ok && own !== undefined)?.next ?? next
}
