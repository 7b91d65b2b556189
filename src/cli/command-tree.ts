import type { Command } from 'commander'

/** The program that a command belongs to. */
export const programOf = (command: Command): Command => (command.parent ? programOf(command.parent) : command)

/** The words that call a command, without that of the program: `ci comment`. */
export const commandWords = (command: Command): string =>
  command.parent?.parent ? `${commandWords(command.parent)} ${command.name()}` : command.name()

/** Every command that does something, those of families too. */
export const commandsOf = (program: Command): readonly Command[] =>
  program.commands.flatMap((each) => (each.commands.length > 0 ? commandsOf(each) : [each]))
