import process from 'node:process'
import { BoardwrightError } from '@boardwright/common'
import { CommanderError } from 'commander'
import { checkDashes, checkFirstWords, commandIn } from './command-line.ts'
import { COMMANDS, type CommandName } from './commands.ts'
import { takeKeys } from './environment.ts'
import { endInterrupt, whyCutOff } from './interrupt.ts'
import type { Finish } from './options.ts'
import { reportError, result } from './output.ts'
import { createProgram } from './program.ts'
import { resetSettings } from './settings.ts'
import { tellTraffic } from './traffic.ts'
import { usageError } from './usage.ts'
import { asksForVersions, describeVersions } from './version.ts'

export async function run(given: readonly string[]): Promise<number> {
  const args = given[0] === 'help' ? [...given.slice(1), '--help'] : given
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
    checkFirstWords(args, NAMES)
    const named = commandIn(args, NAMES)
    const needed = named === undefined || OF_ALL.some((word) => args.includes(word)) ? NAMES : [named]
    const commands = await Promise.all(
      needed.map(async (name) => [name, (await COMMANDS[name].load())(finish)] as const),
    )
    const program = createProgram(flags, commands)
    const command = commands.find(([name]) => name === named)?.[1]
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
/** These need all commands: what they print tells of them. */
const OF_ALL = ['setup', '--agents']

/** The codes of the argument parser for an argument or a flag that was left out. */
const MISSING = new Set(['commander.missingArgument', 'commander.missingMandatoryOptionValue'])

/** Points mistakes in a command's flags to the help of that command, and shows an example if something was left out. */
function withHelp(cause: unknown, args: readonly string[], isIncomplete: boolean): unknown {
  const name = commandIn(args, NAMES)
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
