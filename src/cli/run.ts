import process from 'node:process'
import { Command, CommanderError } from 'commander'
import { BoardwrightError } from '../errors.ts'
import { nearest } from '../sync/nearest.ts'
import { adoptCommand } from './commands/adopt.ts'
import { applyCommand } from './commands/apply.ts'
import { checkCommand } from './commands/check.ts'
import { commentCommand } from './commands/comment.ts'
import { completionCommand } from './commands/completion.ts'
import { copyCommand } from './commands/copy.ts'
import { doctorCommand } from './commands/doctor.ts'
import { driftCommand } from './commands/drift.ts'
import { explainCommand } from './commands/explain.ts'
import { exportCommand } from './commands/export.ts'
import { fmtCommand } from './commands/fmt.ts'
import { forgetCommand } from './commands/forget.ts'
import { initCommand } from './commands/init.ts'
import { mvCommand } from './commands/mv.ts'
import { newCommand } from './commands/new.ts'
import { planCommand } from './commands/plan.ts'
import { previewCommand } from './commands/preview.ts'
import { promoteCommand } from './commands/promote.ts'
import { proposeCommand } from './commands/propose.ts'
import { renderCommand } from './commands/render.ts'
import { restoreCommand } from './commands/restore.ts'
import { rmCommand } from './commands/rm.ts'
import { sandboxCommand } from './commands/sandbox.ts'
import { schemaCommand } from './commands/schema.ts'
import { statusCommand } from './commands/status.ts'
import { validateCommand } from './commands/validate.ts'
import { EXAMPLES } from './examples.ts'
import { overdue } from './interrupt.ts'
import { type Finish, integer } from './options.ts'
import { reportError, result } from './output.ts'
import { applySettings, resetSettings } from './settings.ts'
import { readVersion } from './version.ts'

/** Runs one command line, and returns its exit status. */
export async function run(args: readonly string[]): Promise<number> {
  endQuietlyOnBrokenPipe()
  const flags = { json: args.includes('--json'), verbose: args.includes('-v') || args.includes('--verbose') }
  let status = 0
  const finish: Finish = (code) => {
    status = code
  }
  try {
    await createProgram(finish).parseAsync([...args], { from: 'user' })
    return status
  } catch (cause) {
    if (cause instanceof CommanderError && cause.exitCode === 0) return 0
    return reportError(cause instanceof CommanderError ? usageError(cause) : overdue(cause), flags)
  } finally {
    resetSettings()
  }
}

/** Every command, by the file that it is in. */
const COMMANDS = [
  adoptCommand,
  applyCommand,
  checkCommand,
  commentCommand,
  completionCommand,
  copyCommand,
  doctorCommand,
  driftCommand,
  explainCommand,
  exportCommand,
  fmtCommand,
  forgetCommand,
  initCommand,
  mvCommand,
  newCommand,
  planCommand,
  previewCommand,
  promoteCommand,
  proposeCommand,
  renderCommand,
  restoreCommand,
  rmCommand,
  sandboxCommand,
  schemaCommand,
  statusCommand,
  validateCommand,
]

function createProgram(finish: Finish): Command {
  const program = new Command('boardwright')
    .description('Content-as-code for an analytics platform: dashboards, reports and data models as files in git.')
    .version(readVersion(), '-V, --version', 'print the version')
    .option('-q, --quiet', 'say nothing on stderr but errors')
    .option('-v, --verbose', 'show the causes of errors, and all of what is new in a plan')
    .option('--no-color', 'print without colours')
    .option('--timeout <seconds>', 'give up after this long', integer(1, 86_400))
    .option('-C, --directory <dir>', 'work in this directory')
    .showSuggestionAfterError()
    .configureHelp({ sortSubcommands: true, showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nExit status: 0 done, 1 error, 2 changes, 3 not allowed, 4 partly applied, 5 held, 6 stopped, 64 usage, 70 bug, 130 interrupted.',
    )
    .action(() => {
      if (program.args.length > 0) throw unknownCommand(program, program.args[0] ?? '')
      program.outputHelp()
    })
    .allowExcessArguments()
  program.hook('preAction', (_, command) => applySettings(command.optsWithGlobals()))
  for (const make of COMMANDS) {
    const command = make(finish)
    program.addCommand(command.addHelpText('after', `\nExample: ${EXAMPLES[command.name()]}`))
  }
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeOut: result, outputError: () => {}, writeErr: () => {} })
  }
  return program
}

function unknownCommand(program: Command, name: string): BoardwrightError {
  const names = program.commands.map((command) => command.name())
  const near = nearest(name, names)
  return new BoardwrightError('USAGE', `unknown command "${name}"${near ? `: did you mean "${near}"?` : ''}`)
}

/** The argument parser's own words, without its prefix and on one line. */
function usageError({ message }: CommanderError): BoardwrightError {
  return new BoardwrightError('USAGE', message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' '))
}

function endQuietlyOnBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(onBrokenStream)) stream.on('error', onBrokenStream)
  }
}

function onBrokenStream(cause: NodeJS.ErrnoException): void {
  if (cause.code === 'EPIPE') process.exit(0)
  throw cause
}
