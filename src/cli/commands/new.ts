import { Argument, Command } from 'commander'
import { CONTENT_KINDS, type ContentKind } from '../../sync/kinds.ts'
import { directoryOf, today } from '../options.ts'
import { printEdit } from '../tree-edits.ts'

interface Options {
  readonly in?: string
  readonly json?: true
}

const NAMED = CONTENT_KINDS.join(', ').replace(/, (\w+)$/, ' or $1')

export function newCommand(): Command {
  return new Command('new')
    .description(`create the files of a new ${NAMED}`)
    .addArgument(new Argument('<kind>', 'what to create').choices([...CONTENT_KINDS]))
    .argument('<name>', 'its name')
    .option('--in <path>', 'the folder or workbook to put it in (default: the current directory, else content/)')
    .option('--json', 'print the result as JSON')
    .action(async (kind: ContentKind, name: string, options: Options, command: Command) => {
      const [{ openProject }, { createInTree }] = await Promise.all([
        import('../../project/project.ts'),
        import('../../sync/tree-edit.ts'),
      ])
      const directory = directoryOf(command)
      const { next, ...edit } = await createInTree(
        await openProject(directory, today()),
        directory,
        kind,
        name,
        options.in,
      )
      printEdit(edit, next, options.json)
    })
}
