import type { Command, Option } from 'commander'

export interface Flag {
  readonly long: string
  readonly short: string | undefined
  readonly description: string
  readonly choices: readonly string[]
  readonly takesValue: boolean
}

export interface Spoken {
  readonly name: string
  readonly description: string
  readonly flags: readonly Flag[]
  /** Allowed values of its arguments, if limited. */
  readonly values: readonly string[]
}

export interface Program {
  readonly flags: readonly Flag[]
  readonly commands: readonly Spoken[]
}

export function readProgram(program: Command): Program {
  const help = flagOf({ long: '--help', short: '-h', description: 'show help', required: false, optional: false })
  return {
    flags: [...program.options.map(flagOf), help],
    commands: program.commands
      .map((command) => ({
        name: command.name(),
        description: command.description(),
        flags: [...command.options.map(flagOf), help],
        values: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

function flagOf({
  long,
  short,
  description,
  argChoices,
  required,
  optional,
}: Pick<Option, 'description' | 'required' | 'optional'> &
  Partial<Pick<Option, 'argChoices'>> & {
    readonly long?: string | undefined
    readonly short?: string | undefined
  }): Flag {
  return {
    long: long ?? '',
    short,
    description,
    choices: argChoices ?? [],
    takesValue: required || optional,
  }
}
