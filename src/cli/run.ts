import process from 'node:process'
import { BoardwrightError } from '@boardwright/common'
import { Command, CommanderError } from 'commander'
import { isCi } from '../config/in-ci.ts'
import {
  checkDashes,
  checkFirstWord,
  refuseContradiction,
  refuseExtra,
  refuseTwice,
  unknownCommand,
} from './command-line.ts'
import { COMMANDS, type CommandName, ciLimit, describeLimit, describeToken, isCommand } from './commands.ts'
import { takeKeys } from './environment.ts'
import { formatItem } from './help-item.ts'
import { endInterrupt, lastWords, whyCutOff } from './interrupt.ts'
import { type Finish, integer, requireDirectory } from './options.ts'
import { reportError, result } from './output.ts'
import { applySettings, resetSettings } from './settings.ts'
import { tellTraffic } from './traffic.ts'
import { usageError } from './usage.ts'
import { asksForVersions, describeVersions, readVersion } from './version.ts'
import { startWatchdog } from './watchdog.ts'

export async function run(args: readonly string[]): Promise<number> {
  goOnWithoutReaders()
  const putBack = takeKeys()
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
    const commands = await Promise.all(
      namedIn(args).map(async (name) => [name, (await COMMANDS[name].load())(finish)] as const),
    )
    const program = createProgram(flags, commands)
    const command = program.commands.find((each) => each.name() === args.find(isCommand))
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
    const isIncomplete = cause instanceof CommanderError && MISSING.has(cause.code)
    const error = cause instanceof CommanderError ? usageError(cause.message, known) : whyCutOff(cause)
    return fail(withHelp(error, args, isIncomplete))
  } finally {
    putBack()
    endInterrupt()
    resetSettings()
  }
}

const NAMES = Object.keys(COMMANDS) as readonly CommandName[]
/** These need all commands. `init` needs them for `--agent`. */
const OF_ALL = ['completion', 'help', 'skills', '--agent']

function namedIn(args: readonly string[]): readonly CommandName[] {
  const [first, second] = args
  if (first === 'help' && second !== undefined && !isCommand(second)) throw unknownCommand(second, NAMES)
  const named = NAMES.filter((name) => args.includes(name))
  return named.length === 0 || OF_ALL.some((name) => args.includes(name)) ? NAMES : named
}

function createProgram(
  flags: { readonly json: boolean },
  commands: readonly (readonly [CommandName, Command])[],
): Command {
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
    const name = command.name()
    const limit = isCommand(name) && isCi(process.env) ? ciLimit(COMMANDS[name]) : undefined
    applySettings(command.optsWithGlobals(), limit, (ms) => startWatchdog(ms, lastWords(flags)))
  })
  const everywhere = program.options
    .flatMap(({ short, long }) => (long === '--version' ? [] : [short ?? long]))
    .join(', ')
  for (const [name, command] of commands) {
    const row = COMMANDS[name]
    const more = [`Everywhere: ${everywhere}`, describeToken(row), describeLimit(row), '', `Example: ${row.example}`]
    refuseTwice(command)
    program.addCommand(command.allowExcessArguments().addHelpText('after', `\n${more.join('\n')}`))
  }
  for (const command of [program, ...program.commands]) {
    command.configureHelp({ ...command.configureHelp(), formatItem })
    command.exitOverride().configureOutput({ writeOut: result, outputError: () => {}, writeErr: () => {} })
  }
  return program
}

/** The codes of the argument parser for an argument or a flag that was left out. */
const MISSING = new Set(['commander.missingArgument', 'commander.missingMandatoryOptionValue'])

/** Points mistakes in a command's flags to the help of that command, and shows an example if something was left out. */
function withHelp(cause: unknown, args: readonly string[], isIncomplete: boolean): unknown {
  const name = args.find(isCommand)
  const isGeneral = cause instanceof BoardwrightError && cause.kind === 'USAGE' && cause.isHintOfKind
  if (!isGeneral || name === undefined) return cause
  const example = isIncomplete ? `Write it as in \`${COMMANDS[name].example}\`. ` : ''
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
