import type { Argument, Command, Option } from 'commander'
import { commandsOf, commandWords } from '../../../src/cli/command-tree.ts'
import { COMMANDS, type CommandName, describeLimit, describeToken } from '../../../src/cli/commands.ts'
import { createProgram } from '../../../src/cli/program.ts'
import { code, table } from './markdown.ts'

export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[]

export const PROGRAM = createProgram(
  { json: false },
  await Promise.all(COMMAND_NAMES.map(async (name) => [name, (await COMMANDS[name].load())(() => {})] as const)),
)

/** Every command, as the program makes it. */
export const MADE_COMMANDS = commandsOf(PROGRAM)

export const commandName = (command: Command): CommandName => commandWords(command) as CommandName

/** The flags that the help shows. */
export const flagsOf = ({ options }: Command): readonly Option[] => options.filter(({ hidden }) => !hidden)

const choicesOf = ({ argChoices }: Argument | Option): string =>
  argChoices === undefined ? '' : ` One of ${argChoices.map(code).join(', ')}.`

const defaultOf = ({ defaultValue, defaultValueDescription: said }: Argument | Option): string =>
  [undefined, ''].includes(defaultValue?.toString()) ? '' : ` Default: ${code(said ?? String(defaultValue))}.`

export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

function argumentRow(argument: Argument): string[] {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  const shown = argument.required ? `<${name}>` : `[${name}]`
  return [code(shown), `${sentence(argument.description)}${choicesOf(argument)}${defaultOf(argument)}`]
}

const flagRow = (option: Option): string[] => [
  code(option.flags),
  `${sentence(option.description)}${choicesOf(option)}${defaultOf(option)}`,
]

/** The description of a command, below its heading. */
export function describeCommand(command: Command): string {
  const row = COMMANDS[commandName(command)]
  const rows = [...command.registeredArguments.map(argumentRow), ...flagsOf(command).map(flagRow)]
  return [
    sentence(command.description()),
    `\`\`\`text\n${row.example}\n\`\`\``,
    ...(rows.length === 0 ? [] : [table(['Flag', 'Means'], rows)]),
    describeToken(row)
      .replace('\n', ' ')
      .replaceAll(/[A-Z_]{2,}TOKEN(_<TARGET>)?|--[a-z-]+/g, '`$&`'),
    describeLimit(row).replace(/--\w+ SECONDS/, '`$&`'),
  ].join('\n\n')
}

export const commandsReference = (): string =>
  MADE_COMMANDS.map((command) => `## ${commandName(command)}\n\n${describeCommand(command)}`).join('\n\n')
