import { readdirSync } from 'node:fs'
import type { Argument, Command, Option } from 'commander'
import { describeToken } from '../../../src/cli/environment.ts'
import { EXAMPLES } from '../../../src/cli/examples.ts'
import { describeLimit } from '../../../src/cli/time-limits.ts'
import { code, table } from './markdown.ts'

const FOLDER = '../../../src/cli/commands'
type Make = (finish: () => void) => Command

/** Every command, as the program makes it. */
export const COMMANDS: readonly Command[] = await Promise.all(
  readdirSync('src/cli/commands')
    .sort()
    .map(async (file) => {
      const made = (await import(`${FOLDER}/${file}`)) as Record<string, Make>
      const make = made[`${file.replace('.ts', '')}Command`]
      if (!make) throw new Error(`${file} makes no command of its name`)
      return make(() => {})
    }),
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
  const rows = [...command.registeredArguments.map(argumentRow), ...command.options.map(flagRow)]
  return [
    sentence(command.description()),
    `\`\`\`text\n${EXAMPLES[command.name()]}\n\`\`\``,
    ...(rows.length === 0 ? [] : [table(['Flag', 'Means'], rows)]),
    describeToken(command.name())
      .replace('\n', ' ')
      .replaceAll(/[A-Z_]{2,}TOKEN(_<TARGET>)?|--[a-z-]+/g, '`$&`'),
    describeLimit(command.name()).replace(/--\w+ SECONDS/, '`$&`'),
  ].join('\n\n')
}

export const commandsReference = (): string =>
  COMMANDS.map((command) => `## ${command.name()}\n\n${describeCommand(command)}`).join('\n\n')
