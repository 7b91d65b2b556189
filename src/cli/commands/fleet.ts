import { resolve } from 'node:path'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { BoardwrightError, EXIT, exitOfCode, stringifyJson, worstOf } from '@boardwright/common'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { counted, plural, someOf } from '../../content/counted.ts'
import { printable, shortCommit } from '../../content/printable.ts'
import type { FleetStatus } from '../../fleet/fleet.ts'
import type { SoundProject } from '../../project/local/project.ts'
import { paintFor } from '../colors.ts'
import { missLines, statusLines } from '../fleet-text.ts'
import { COMPILING } from '../open-reading.ts'
import { type Finish, integer, openSoundHere } from '../options.ts'
import { document, note, result } from '../output.ts'
import { runOwnCommand } from '../own-command.ts'
import { requireOwnFlags } from '../own-flags.ts'
import { connectOptions, settings } from '../settings.ts'
import { fileToWrite, readMade, writeWhole } from '../write-file.ts'

interface Options {
  readonly wave?: number
  readonly all?: true
  readonly json?: true
  readonly format?: Format
  readonly out?: string
  readonly status?: string
  readonly jobs?: number
  readonly wait?: string
  readonly every?: string
  readonly run?: true
}

interface Asked {
  readonly project: SoundProject
  readonly options: Options
  readonly finish: Finish
}

const DOES: Readonly<Record<string, (asked: Asked) => Promise<void>>> = {
  gate: passGate,
  matrix: printMatrix,
  plan: printPlan,
  status: printStatus,
}

/** The flags that each subcommand takes. */
const TAKES: Readonly<Record<string, readonly (keyof Options)[]>> = {
  gate: ['wave', 'json', 'wait', 'every', 'run'],
  matrix: ['wave', 'all', 'json', 'format', 'status', 'jobs'],
  plan: ['wave', 'json', 'format', 'out'],
  status: ['wave', 'json', 'format'],
}

/** The forms, besides text and JSON, in which each subcommand prints. */
const FORMATS = { matrix: ['github', 'gitlab', 'argo'], plan: ['markdown'], status: ['html'] } as const
type Format = (typeof FORMATS)[keyof typeof FORMATS][number]
const FORMATS_OF: Readonly<Record<string, readonly Format[]>> = FORMATS

export function fleetCommand(finish: Finish): Command {
  return new Command('fleet')
    .description(
      'waves over many targets: one plan of them all, the steps for an engine, a gate, which target has which commit',
    )
    .addArgument(new Argument('<what>', 'what to do').choices(Object.keys(DOES)))
    .option('--wave <n>', 'this wave of boardwright.yaml', integer(1, 10_000))
    .option('--all', 'matrix: the steps of all waves')
    .option('--json', 'print it as JSON')
    .addOption(
      new Option('--format <format>', 'matrix: steps for github, gitlab or argo; plan: markdown; status: html').choices(
        Object.values(FORMATS).flat(),
      ),
    )
    .option('--out <file>', 'plan: save it, for `ci comment`', fileToWrite)
    .option('--status <file>', 'matrix: who has the commit, from `fleet status --json`; needs no token')
    .option('--jobs <n>', 'matrix: at most this many steps a wave, each for several targets', integer(1, 10_000))
    .option(
      '--wait <time>',
      'gate: how long to wait until all conditions hold: 30s, 10m (default: not at all)',
      duration,
    )
    .option('--every <time>', 'gate: how often to look (default: 30s)', duration)
    .option('--run', 'gate: run the commands that the wave asks for')
    .action(async (what: string, options: Options, command: Command) => {
      requireOwnFlags(`fleet ${what}`, options, TAKES[what] ?? [])
      requireOwnFormat(what, options)
      setFlagsFromString(COMPILING)
      const project = await openSoundHere(command)
      await DOES[what]?.({ project, options, finish })
    })
}

function requireOwnFormat(what: string, { format, json }: Options): void {
  if (format === undefined) return
  if (json)
    throw new BoardwrightError('USAGE', `--json and --format ${format} ask for two formats`, {
      hint: 'Leave one of them out.',
    })
  const known = FORMATS_OF[what] ?? []
  if (known.includes(format)) return
  throw new BoardwrightError('USAGE', `fleet ${what} does not print ${format}`, {
    hint: `Use ${[...known.map((each) => `--format ${each}`), '--json'].join(', ')}, or none of them for text.`,
  })
}

function duration(text: string): string {
  if (/^\d{1,6}[smhd]$/.test(text)) return text
  throw new InvalidArgumentError('It must be a time such as 30s, 10m or 2h.')
}

async function printStatus({ project, options, finish }: Asked): Promise<void> {
  const { readFleet, waveOf } = await import('../../fleet/fleet.ts')
  const names =
    options.wave === undefined ? project.config.targets.map(({ name }) => name) : waveOf(project, options.wave).targets
  const status = await readFleet(project, names, { ...connectOptions(), isCommitted: false })
  if (options.json) result(JSON.stringify(status, null, 2))
  else if (options.format === 'html') {
    const { renderFleetPage } = await import('../fleet-page.ts')
    document(await renderFleetPage(project.config.project, status))
  } else
    for (const line of statusLines(status, { all: settings().verbose, paint: paintFor(process.stdout) })) result(line)
  finish(exitOfAll(status.targets))
}

async function printPlan({ project, options, finish }: Asked): Promise<void> {
  const [{ planFleet }, { waveOf }, { fleetPlanLines, fleetPlanMarkdown }] = await Promise.all([
    import('../../fleet/fold.ts'),
    import('../../fleet/fleet.ts'),
    import('../fleet-plan.ts'),
  ])
  const names =
    options.wave === undefined ? project.config.targets.map(({ name }) => name) : waveOf(project, options.wave).targets
  const { plan, parsed, exit } = await planFleet(project, names, { ...connectOptions() })
  if (options.out !== undefined) {
    const { writeFleetPlan } = await import('../../words/index.ts')
    writeWhole(resolve(options.out), writeFleetPlan(plan))
  }
  const { format, commit, folds, unread } = plan
  if (options.json) result(stringifyJson({ format, commit, folds, unread, parsed }))
  else if (options.format === 'markdown') document(await fleetPlanMarkdown(plan))
  else for await (const line of fleetPlanLines(plan)) result(line)
  finish(exit)
}

async function printMatrix({ project, options, finish }: Asked): Promise<void> {
  const [{ commitOf, readFleet, waveOf }, matrix, { readStatusFile }] = await Promise.all([
    import('../../fleet/fleet.ts'),
    import('../../fleet/matrix.ts'),
    import('../../fleet/status-file.ts'),
  ])
  if ((options.wave === undefined) === (options.all === undefined)) {
    throw new BoardwrightError('USAGE', 'fleet matrix wants --wave N or --all')
  }
  const { waves } = project.config
  const meant = options.wave === undefined ? waves : [waveOf(project, options.wave)]
  const needed = waves.filter(({ number }) => options.wave === undefined || number <= options.wave)
  const names = needed.flatMap(({ targets }) => targets)
  const status =
    options.status === undefined
      ? await readFleet(project, names, { ...connectOptions() })
      : readStatusFile(project, await readMade(options.status), { commit: await commitOf(project), now: Date.now() })
  for (const wave of options.wave === undefined ? [] : meant) matrix.requireTurn(waves, wave, status)
  const engine = matrix.ENGINES.find((each) => each === options.format) ?? (options.json ? 'json' : 'text')
  const steps = meant.flatMap((wave) => matrix.waveSteps(wave, status, matrix.capOf(engine, options.jobs)))
  const unread = status.targets.filter(({ state, target }) => state === 'unreachable' && names.includes(target))
  for (const { target, error } of unread)
    note(printable(`${target} cannot be read, so it gets a step in any case: ${error?.message}`))
  const total = meant.reduce((sum, { targets }) => sum + targets.length, 0)
  const left = steps.reduce((sum, { targets }) => sum + targets.split(',').length, 0)
  note(`${plural(steps.length, 'step')} for ${left} of ${plural(total, 'target')}, at ${shortCommit(status.commit)}.`)
  const isWhole = engine === 'github' && options.wave === undefined
  const text = isWhole ? matrix.printGithubWaves(meant, steps) : matrix.printSteps(engine, steps, status.commit)
  if (text !== '') document(text)
  // One target that cannot be read does not hold up the others: its own step fails, and so does the gate.
  if (unread.length === names.length) finish(exitOfAll(unread))
}

const exitOfAll = (standings: FleetStatus['targets']): number =>
  worstOf(standings.flatMap(({ error }) => (error ? exitOfCode(error.code) : [])))

async function passGate({ project, options }: Asked): Promise<void> {
  const [{ waveOf }, { millisecondsOf, waitAtGate }, { reasonIn }] = await Promise.all([
    import('../../fleet/fleet.ts'),
    import('../../fleet/gate.ts'),
    import('../../fleet/judge.ts'),
  ])
  if (options.wave === undefined) throw new BoardwrightError('USAGE', 'fleet gate wants --wave N')
  const wave = waveOf(project, options.wave)
  requireRun(wave, options)
  const heard = new Set<string>()
  const tell = (text: string): void => {
    if (!heard.has(text)) note(printable(text))
    heard.add(text)
  }
  const { misses, isLost, status } = await waitAtGate(project, wave, {
    ...connectOptions(),
    ...{
      waitMs: millisecondsOf(options.wait ?? '0s'),
      everyMs: millisecondsOf(options.every ?? '30s'),
    },
    run: (command) => runOwnCommand(command, project.root),
    tell(event) {
      if (event.type === 'soaking')
        tell(`wave ${wave.number} is applied: soaking until it has held for ${secondsOf(wave.soakMs)}`)
      else tell(`wave ${wave.number} waits: ${event.misses.map(({ message }) => message).join('; ')}`)
    },
  })
  const [name, commit] = [`wave ${wave.number}`, shortCommit(status.commit)]
  const what = isLost ? `${name} held at first, but no longer does` : `${name} has not passed at ${commit}`
  const reason = reasonIn(misses, status)
  const error = reason && new BoardwrightError(reason.kind, `${what}: ${reason.miss.message}`, { hint: reason.hint })
  if (options.json) {
    const exit = error?.exit ?? EXIT.done
    result(
      JSON.stringify({ format: 1, wave: wave.number, commit: status.commit, exit, misses, targets: status.targets }),
    )
  } else if (!error) {
    const held = status.targets.reduce((sum, each) => sum + (each.held ?? 0), 0)
    const unknown = status.targets.filter((each) => each.held === null)
    const known = `${counted(held)} held${unknown.length > 0 ? `, not known on ${someOf(unknown.map(({ target }) => target))}` : ''}`
    result(printable(`${name} is through at ${commit}: ${plural(status.targets.length, 'target')}, ${known}`))
  } else {
    const isLast = wave === project.config.waves.at(-1)
    for (const line of missLines(misses, status, isLast)) result(printable(line))
  }
  if (error) throw error
}

const secondsOf = (ms: number): string => plural(Math.round(ms / 1000), 'second')

/** A pull request can change boardwright.yaml, so its commands are run only with an explicit flag. */
function requireRun({ number, gate }: SoundProject['config']['waves'][number], { run }: Options): void {
  const command = gate.find((condition) => condition.kind === 'command')
  if (!command || run) return
  throw new BoardwrightError('USAGE', `wave ${number} asks for a command of the project: ${command.run}`, {
    hint: 'Read it, then add --run.',
  })
}
