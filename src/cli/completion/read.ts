import type { Command, Option } from 'commander'
import { commandWords } from '../command-tree.ts'

/** Names that are looked up in the project when somebody presses Tab. */
export const NAMES = ['targets', 'content'] as const
export type CompletedName = (typeof NAMES)[number]

/** Which names a flag or an argument takes, by the name of the flag, of its value, or of the argument. */
const NAMED: Readonly<Record<string, CompletedName>> = {
  '--target': 'targets',
  '<target>': 'targets',
  '--select': 'content',
  '--in': 'content',
  '--undo': 'content',
  object: 'content',
  objects: 'content',
  from: 'content',
  to: 'content',
  path: 'content',
  what: 'content',
}

export interface Flag {
  readonly long: string
  readonly short: string | undefined
  readonly description: string
  readonly choices: readonly string[]
  readonly takesValue: boolean
  readonly names: CompletedName | undefined
}

export interface Spoken {
  /** In words: those of a family begin with its name. */
  readonly name: string
  readonly description: string
  readonly flags: readonly Flag[]
  /** The commands of a family. */
  readonly below: readonly string[]
  /** Allowed values of its arguments, if limited. */
  readonly values: readonly string[]
  readonly names: CompletedName | undefined
}

export interface Program {
  readonly flags: readonly Flag[]
  readonly commands: readonly Spoken[]
}

export function readProgram(program: Command): Program {
  const help = flagOf({ long: '--help', short: '-h', description: 'show help', required: false, optional: false })
  const read = (command: Command): Spoken[] => {
    const below = shownOf(command)
    const values = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
    const named = command.registeredArguments.map((argument) => NAMED[argument.name()])
    return [
      {
        name: commandWords(command),
        description: command.description(),
        flags: [...command.options.filter(({ hidden }) => !hidden).map(flagOf), help],
        below: below.map((each) => each.name()),
        values: below.length > 0 ? below.map((each) => each.name()) : values,
        names: values.length > 0 ? undefined : named.find((names) => names),
      },
      ...below.flatMap(read),
    ]
  }
  return { flags: [...program.options.map(flagOf), help], commands: shownOf(program).flatMap(read) }
}

const shownOf = (command: Command): Command[] =>
  [...command.createHelp().visibleCommands(command)].sort((a, b) => (a.name() < b.name() ? -1 : 1))

function flagOf({
  long,
  short,
  description,
  argChoices,
  flags = '',
  required,
  optional,
}: Pick<Option, 'description' | 'required' | 'optional'> &
  Partial<Pick<Option, 'argChoices' | 'flags'>> & {
    readonly long?: string | undefined
    readonly short?: string | undefined
  }): Flag {
  return {
    long: long ?? '',
    short,
    description,
    choices: argChoices ?? [],
    takesValue: required || optional,
    names: NAMED[long ?? ''] ?? NAMED[/<[^<>]*>$/.exec(flags)?.[0] ?? ''],
  }
}
