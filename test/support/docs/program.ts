import type { Argument, Command, Option } from 'commander'
import { commandsOf, commandWords } from '../../../src/cli/command-tree.ts'
import { COMMANDS, type CommandName, describeLimit, describeToken } from '../../../src/cli/commands.ts'
import { createProgram } from '../../../src/cli/program.ts'
import { ACCEPT, ACCEPT_WORDS } from '../../../src/plan/accept.ts'
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
    ...acceptTable(command),
    describeToken(row)
      .replace('\n', ' ')
      .replaceAll(/[A-Z_]{2,}TOKEN(_<TARGET>)?|--[a-z-]+/g, '`$&`'),
    describeLimit(row).replace(/--\w+ SECONDS/, '`$&`'),
  ].join('\n\n')
}

/** What `--accept` takes here, if this command has it. */
function acceptTable(command: Command): string[] {
  const name = commandName(command)
  const rows = ACCEPT_WORDS.flatMap((word) => {
    const { means, lets, by } = ACCEPT[word]
    const shown = word === 'deletes' ? 'deletes=N' : word
    return by.some((each) => each === name) ? [[code(shown), sentence(means), sentence(lets)]] : []
  })
  return rows.length === 0 ? [] : [table(['With `--accept`', 'Means', 'Lets pass'], rows)]
}

/** Every flag, with the commands that take it. */
function flagsTable(): string {
  const takenBy = new Map<string, string[]>()
  for (const command of MADE_COMMANDS) {
    for (const { long, short } of flagsOf(command)) {
      const flag = long ?? short ?? ''
      takenBy.set(flag, [...(takenBy.get(flag) ?? []), code(commandName(command))])
    }
  }
  const rows = [...takenBy].sort(([one], [other]) => (one < other ? -1 : 1))
  return table(
    ['Flag', 'Taken by'],
    rows.map(([flag, commands]) => [code(flag), commands.join(', ')]),
  )
}

export const commandsReference = (): string =>
  [
    ...MADE_COMMANDS.map((command) => `## ${commandName(command)}\n\n${describeCommand(command)}`),
    `## Flags by command\n\nThe same flag is for the same thing everywhere. No command has more than ten of its own.\n\n${flagsTable()}`,
  ].join('\n\n')
