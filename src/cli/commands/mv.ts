import { Command } from 'commander'
import { openHere, startDirectory } from '../options.ts'
import { printEdit } from '../tree-edits.ts'

export function mvCommand(): Command {
  return new Command('mv')
    .description('move or rename a folder, a workbook or a report, with every reference to it')
    .argument('<from>', 'its path')
    .argument('<to>', 'the folder or workbook to move it to, or its new path')
    .option('--json', 'print the result as JSON')
    .action(async (from: string, to: string, { json }: { readonly json?: true }, command: Command) => {
      const [{ moveInTree }, { commitCommand }] = await Promise.all([
        import('../../edit/tree-edit.ts'),
        import('../../project/local/root.ts'),
      ])
      const directory = startDirectory(command)
      const project = await openHere(command)
      const edit = await moveInTree(project, directory, from, to)
      printEdit(edit, `boardwright validate && ${commitCommand(project.root, 'Move')}`, json)
    })
}
