import type { Argument, Command, Option } from 'commander'
import { COMMANDS, type CommandName, describeLimit, describeToken } from '../../../src/cli/commands.ts'
import { code, table } from './markdown.ts'

export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[]

/** Every command, as the program makes it. */
export const MADE_COMMANDS: readonly Command[] = await Promise.all(
  COMMAND_NAMES.map(async (name) => (await COMMANDS[name].load())(() => {})),
)

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
  const row = COMMANDS[command.name() as CommandName]
  const rows = [...command.registeredArguments.map(argumentRow), ...command.options.map(flagRow)]
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
  MADE_COMMANDS.map((command) => `## ${command.name()}\n\n${describeCommand(command)}`).join('\n\n')
