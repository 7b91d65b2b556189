import process from 'node:process'
import { Command, CommanderError } from 'commander'
import { BoardwrightError } from '../errors.ts'
import { isCi } from '../sync/in-ci.ts'
import {
  checkDashes,
  checkFirstWord,
  refuseContradiction,
  refuseExtra,
  refuseTwice,
  unknownCommand,
} from './command-line.ts'
import { describeToken } from './environment.ts'
import { EXAMPLES } from './examples.ts'
import { formatItem } from './help-item.ts'
import { endInterrupt, overdueError, whyCutOff } from './interrupt.ts'
import { type Finish, integer, requireDirectory } from './options.ts'
import { reportError, result } from './output.ts'
import { applySettings, resetSettings } from './settings.ts'
import { ciLimit, describeLimit } from './time-limits.ts'
import { tellTraffic } from './traffic.ts'
import { usageError } from './usage.ts'
import { asksForVersions, describeVersions, readVersion } from './version.ts'

export async function run(args: readonly string[]): Promise<number> {
  goOnWithoutReaders()
  const flags = { json: args.includes('--json'), verbose: args.includes('-v') || args.includes('--verbose') }
  const fail = (cause: unknown): number => reportError(cause, flags)
  let status = 0
  let known: readonly string[] = []
  const finish: Finish = (code) => {
    status = code
  }
  try {
    if (asksForVersions(args, flags.verbose)) {
      result(await describeVersions())
      return 0
    }
    checkFirstWord(args, NAMES)
    const makers = await Promise.all(namedIn(args).map((name) => COMMANDS[name]?.()))
    const program = createProgram(
      finish,
      fail,
      makers.flatMap((make) => make ?? []),
    )
    const command = program.commands.find((each) => each.name() === args.find((arg) => NAMES.includes(arg)))
    if (command) {
      checkDashes(command, args)
      known = [...program.options, ...command.options].flatMap(({ long }) => long ?? [])
    }
    await program.parseAsync([...args], { from: 'user' })
    tellTraffic({ failed: false })
    return status
  } catch (cause) {
    // For help, commander takes the exit status from the process, where it is still the one for failure.
    if (cause instanceof CommanderError && (cause.exitCode === 0 || cause.code === 'commander.help')) return 0
    tellTraffic({ failed: true })
    return fail(withHelp(cause instanceof CommanderError ? usageError(cause.message, known) : whyCutOff(cause), args))
  } finally {
    endInterrupt()
    resetSettings()
  }
}

type Make = (finish: Finish) => Command

/** Every command, each in a file of that name. Only the one that runs is loaded. */
const COMMANDS: Readonly<Record<string, () => Promise<Make>>> = {
  adopt: async () => (await import('./commands/adopt.ts')).adoptCommand,
  apply: async () => (await import('./commands/apply.ts')).applyCommand,
  check: async () => (await import('./commands/check.ts')).checkCommand,
  comment: async () => (await import('./commands/comment.ts')).commentCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
  copy: async () => (await import('./commands/copy.ts')).copyCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  draw: async () => (await import('./commands/draw.ts')).drawCommand,
  drift: async () => (await import('./commands/drift.ts')).driftCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  fleet: async () => (await import('./commands/fleet.ts')).fleetCommand,
  fmt: async () => (await import('./commands/fmt.ts')).fmtCommand,
  forget: async () => (await import('./commands/forget.ts')).forgetCommand,
  impact: async () => (await import('./commands/impact.ts')).impactCommand,
  init: async () => (await import('./commands/init.ts')).initCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  merge: async () => (await import('./commands/merge.ts')).mergeCommand,
  mv: async () => (await import('./commands/mv.ts')).mvCommand,
  new: async () => (await import('./commands/new.ts')).newCommand,
  numbers: async () => (await import('./commands/numbers.ts')).numbersCommand,
  plan: async () => (await import('./commands/plan.ts')).planCommand,
  preview: async () => (await import('./commands/preview.ts')).previewCommand,
  promote: async () => (await import('./commands/promote.ts')).promoteCommand,
  propose: async () => (await import('./commands/propose.ts')).proposeCommand,
  rename: async () => (await import('./commands/rename.ts')).renameCommand,
  render: async () => (await import('./commands/render.ts')).renderCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
  rm: async () => (await import('./commands/rm.ts')).rmCommand,
  sandbox: async () => (await import('./commands/sandbox.ts')).sandboxCommand,
  schema: async () => (await import('./commands/schema.ts')).schemaCommand,
  skills: async () => (await import('./commands/skills.ts')).skillsCommand,
  stage: async () => (await import('./commands/stage.ts')).stageCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  validate: async () => (await import('./commands/validate.ts')).validateCommand,
}
const NAMES = Object.keys(COMMANDS)
/** These need all commands. `init` needs them for `--agent`. */
const OF_ALL = ['completion', 'help', 'skills', '--agent']

function namedIn(args: readonly string[]): readonly string[] {
  const [first, second] = args
  if (first === 'help' && second !== undefined && !NAMES.includes(second)) throw unknownCommand(second, NAMES)
  const named = NAMES.filter((name) => args.includes(name))
  return named.length === 0 || OF_ALL.some((name) => args.includes(name)) ? NAMES : named
}

function createProgram(finish: Finish, fail: (cause: unknown) => number, makers: readonly Make[]): Command {
  const program: Command = new Command('boardwright')
    .description('Content-as-code for an analytics platform: dashboards, reports and data models as files in git.')
    .version(readVersion(), '-V, --version', 'print the version; with --verbose what a bug report needs')
    .option('-q, --quiet', 'print only errors on stderr')
    .option('-v, --verbose', 'show the causes of errors, and new objects of a plan in full')
    .option('--no-color', 'print without colours, as NO_COLOR does; FORCE_COLOR prints them without a terminal too')
    .option(
      '--timeout <seconds>',
      'stop after this long (in CI each command has a limit, see its help)',
      integer(1, 86_400, 'a number of seconds'),
    )
    .option('-C, --directory <dir>', 'work in this directory')
    .showSuggestionAfterError()
    .helpCommand('help [command]', 'show what a command does')
    .configureHelp({ sortSubcommands: true, showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nExit status: 0 done, 1 error, 2 changes, 3 not allowed, 4 partly applied, 5 held, 6 stopped, 64 usage, 70 bug, 130 interrupted.',
    )
    .action(() => {
      program.outputHelp()
    })
    .allowExcessArguments()
  program.hook('preAction', (_, command) => {
    requireDirectory(command)
    refuseExtra(command)
    refuseContradiction(command)
    const limit = isCi(process.env) ? ciLimit(command.name()) : undefined
    applySettings(command.optsWithGlobals(), limit, () => process.exit(fail(overdueError())))
  })
  const everywhere = program.options
    .flatMap(({ short, long }) => (long === '--version' ? [] : [short ?? long]))
    .join(', ')
  for (const make of makers) {
    const command = make(finish)
    const name = command.name()
    const more = [
      `Everywhere: ${everywhere}`,
      describeToken(name),
      describeLimit(name),
      '',
      `Example: ${EXAMPLES[name]}`,
    ]
    refuseTwice(command)
    program.addCommand(command.allowExcessArguments().addHelpText('after', `\n${more.join('\n')}`))
  }
  for (const command of [program, ...program.commands]) {
    command.configureHelp({ ...command.configureHelp(), formatItem })
    command.exitOverride().configureOutput({ writeOut: result, outputError: () => {}, writeErr: () => {} })
  }
  return program
}

/** Points mistakes in a command's flags to the help of that command. */
function withHelp(cause: unknown, args: readonly string[]): unknown {
  const name = args.find((arg) => NAMES.includes(arg))
  const isGeneral = cause instanceof BoardwrightError && cause.kind === 'USAGE' && cause.isHintOfKind
  if (!isGeneral || name === undefined) return cause
  const example = cause.message.endsWith(' is missing') ? `Write it as in \`${EXAMPLES[name]}\`. ` : ''
  const hint = `${example}Run \`boardwright ${name} --help\` for what it takes.`
  return new BoardwrightError('USAGE', cause.message, { hint })
}

function goOnWithoutReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(onBrokenStream)) stream.on('error', onBrokenStream)
  }
}

/** If the reader closes the pipe early, as `head` does, the command still finishes, with the same exit status. */
const GONE = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'])

function onBrokenStream(cause: NodeJS.ErrnoException): void {
  if (!GONE.has(cause.code ?? '')) throw cause
}
