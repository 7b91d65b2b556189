import { Argument, Command } from 'commander'
import { printCompletion, SHELLS, type Shell } from '../completion/print.ts'
import { readProgram } from '../completion/read.ts'
import { result } from '../output.ts'

export function completionCommand(): Command {
  return new Command('completion')
    .description('print a script that completes commands and flags in your shell')
    .addArgument(new Argument('<shell>', 'which shell').choices([...SHELLS]))
    .action((shell: Shell, _: unknown, command: Command) => {
      result(printCompletion(readProgram(command.parent ?? command), shell))
    })
}
