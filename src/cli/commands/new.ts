import { Argument, Command } from 'commander'
import { directoryOf, today } from '../options.ts'
import { printEdit } from '../tree-edits.ts'

const KINDS = ['workbook', 'report', 'folder'] as const
type Kind = (typeof KINDS)[number]

interface Options {
  readonly in?: string
  readonly json?: true
}

export function newCommand(): Command {
  return new Command('new')
    .description('make the files of a new workbook, report or folder')
    .addArgument(new Argument('<kind>', 'what it is').choices([...KINDS]))
    .argument('<name>', 'what people call it')
    .option('--in <path>', 'the folder or workbook that it goes into (default: where you are, else content/)')
    .option('--json', 'print what was done as JSON')
    .action(async (kind: Kind, name: string, options: Options, command: Command) => {
      const [{ openProject }, { createInTree }] = await Promise.all([
        import('../../project/project.ts'),
        import('../../sync/tree-edit.ts'),
      ])
      const directory = directoryOf(command)
      const edit = await createInTree(await openProject(directory, today()), directory, kind, name, options.in)
      printEdit(edit, nextAfter(kind, edit.object.at), options.json)
    })
}

function nextAfter(kind: Kind, place: string): string {
  switch (kind) {
    case 'workbook':
      return `boardwright new report NAME --in ${place}. Viewers see it once \`publish: false\` is gone`
    case 'report':
      return `give it a query in ${place}, then boardwright validate`
    case 'folder':
      return `boardwright new workbook NAME --in ${place}`
  }
}
