import { Argument, Command, Option } from 'commander'
import { CONTENT_KINDS } from '../../content/kinds.ts'
import { LOOKS, type Look } from '../../sync/chart-looks.ts'
import { directoryOf, today } from '../options.ts'
import { printEdit } from '../tree-edits.ts'

interface Options {
  readonly in?: string
  readonly from?: string
  readonly kind?: Look
  readonly json?: true
}

const KINDS = [...CONTENT_KINDS, 'dashboard'] as const
const NAMED = KINDS.join(', ').replace(/, (\w+)$/, ' or $1')

export function newCommand(): Command {
  return new Command('new')
    .description(`create the files of a new ${NAMED}`)
    .addArgument(new Argument('<kind>', 'what to create').choices([...KINDS]))
    .argument('<name>', 'its name')
    .option('--in <path>', 'the folder or workbook to put it in (default: the current directory, else content/)')
    .option('--from <members>', 'a report or dashboard about these: cube.member,... or a cube or view')
    .addOption(new Option('--kind <kind>', 'of a report, with --from: how it looks').choices([...LOOKS]))
    .option('--json', 'print the result as JSON')
    .action(async (kind: (typeof KINDS)[number], name: string, options: Options, command: Command) => {
      const [{ openProject }, { createInTree }] = await Promise.all([
        import('../../project/project.ts'),
        import('../../sync/create.ts'),
      ])
      const directory = directoryOf(command)
      const { next, ...edit } = await createInTree(await openProject(directory, today()), directory, {
        ...{ kind, name, holder: options.in, look: options.kind },
        from: options.from
          ?.split(',')
          .map((word) => word.trim())
          .filter((word) => word !== ''),
      })
      printEdit(edit, next, options.json)
    })
}
