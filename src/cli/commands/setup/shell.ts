import { BoardwrightError } from '@boardwright/common'
import { Argument, Command, Option } from 'commander'
import { isSafeToComplete } from '../../../content/shell-word.ts'
import { programOf } from '../../command-tree.ts'
import { printCompletion, SHELLS, type Shell } from '../../completion/print.ts'
import { type CompletedName, NAMES, readProgram } from '../../completion/read.ts'
import { startDirectory, today } from '../../options.ts'
import { document } from '../../output.ts'

interface Options {
  readonly names?: CompletedName
  readonly json?: true
}

export function shellCommand(): Command {
  return new Command('shell')
    .description('print a script that completes commands, flags, targets and content in your shell')
    .addArgument(new Argument('[shell]', 'which shell').choices([...SHELLS]))
    .addOption(
      new Option('--names <what>', 'print the names that it completes, one a line').choices([...NAMES]).hideHelp(),
    )
    .option('--json', 'print the result as JSON')
    .action(async (shell: Shell | undefined, { names, json }: Options, command: Command) => {
      if (names !== undefined) {
        const found = await namesOf(names, command)
        document(json ? JSON.stringify({ format: 1, names: found }) : found.join('\n'))
        return
      }
      if (shell === undefined)
        throw new BoardwrightError('USAGE', `[shell] is missing: ${SHELLS.join(', ')}`, {
          hint: 'Name the shell: boardwright setup shell bash',
        })
      const script = printCompletion(readProgram(programOf(command)), shell)
      document(json ? JSON.stringify({ format: 1, shell, script }) : script)
    })
}

async function namesOf(names: CompletedName, command: Command): Promise<readonly string[]> {
  const [{ openProjectOnDemand }, { pathsOfContent }] = await Promise.all([
    import('../../../project/local/project.ts'),
    import('../../../project/find-object.ts'),
  ])
  const project = await openProjectOnDemand(startDirectory(command), today())
  const all = names === 'content' ? pathsOfContent(project) : (project.config?.targets ?? []).map(({ name }) => name)
  return all.filter(isSafeToComplete)
}
