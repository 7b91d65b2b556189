import process from 'node:process'
import { Command } from 'commander'
import { isCi } from '../config/in-ci.ts'
import { checkAccepted } from './accept.ts'
import { refuseContradiction, refuseExtra, refuseTwice } from './command-line.ts'
import { COMMANDS, type CommandName, ciLimit, describeLimit, describeToken, FAMILIES } from './commands.ts'
import { formatItem } from './help-item.ts'
import { lastWords } from './interrupt.ts'
import { integer, requireDirectory } from './options.ts'
import { result } from './output.ts'
import { applySettings } from './settings.ts'
import { readVersion } from './version.ts'
import { startWatchdog } from './watchdog.ts'

/** The program with these commands, each below its family if it has one. */
export function createProgram(
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
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      '\n`boardwright help COMMAND` shows what a command does, and `boardwright demo` shows the program at work.\nExit status: 0 done, 1 error, 2 changes, 3 not allowed, 4 partly applied, 5 held, 6 stopped, 64 usage, 70 bug, 130 interrupted.',
    )
    .action(() => {
      program.outputHelp()
    })
    .allowExcessArguments()
  const names = new Map<Command, CommandName>()
  program.hook('preAction', (_, command) => {
    requireDirectory(command)
    refuseExtra(command)
    refuseContradiction(command)
    checkAccepted(command)
    const name = names.get(command)
    const limit = name !== undefined && isCi(process.env) ? ciLimit(COMMANDS[name]) : undefined
    applySettings(command.optsWithGlobals(), limit, (ms) => startWatchdog(ms, lastWords(flags)))
  })
  const everywhere = program.options
    .flatMap(({ short, long }) => (long === '--version' ? [] : [short ?? long]))
    .join(', ')
  for (const [name, command] of commands) {
    const row = COMMANDS[name]
    const more = [`Everywhere: ${everywhere}`, describeToken(row), describeLimit(row), '', `Example: ${row.example}`]
    refuseTwice(command)
    command.allowExcessArguments().addHelpText('after', `\n${more.join('\n')}`)
    holderOf(program, name).addCommand(command.helpGroup(`${row.group}:`), { hidden: row.group === 'for programs' })
    names.set(command, name)
  }
  for (const command of [program, ...program.commands, ...commands.map(([, each]) => each)]) {
    command.configureHelp({ ...command.configureHelp(), formatItem })
    command.exitOverride().configureOutput({ writeOut: result, outputError: () => {}, writeErr: () => {} })
  }
  return program
}

/** What a command stands in: its family, or the program. */
function holderOf(program: Command, name: CommandName): Command {
  const [family = '', own] = name.split(' ')
  if (own === undefined) return program
  const known = program.commands.find((each) => each.name() === family)
  if (known) return known
  const made: Command = new Command(family)
    .description(FAMILIES[family] ?? '')
    .usage('COMMAND')
    .helpCommand(false)
    .helpGroup(`${COMMANDS[name].group}:`)
    .action(() => {
      made.outputHelp()
    })
  program.addCommand(made)
  return made
}
