import { Command } from 'commander'
import { openHere, startDirectory } from '../options.ts'
import { printEdit } from '../tree-edits.ts'

interface Options {
  readonly name?: string
  readonly json?: true
}

export function copyCommand(): Command {
  return new Command('copy')
    .description(
      'copy a folder, a workbook or a report; the copy gets its own slug and ids, and its schedules are paused',
    )
    .argument('<from>', 'its path')
    .argument('<to>', 'the folder or workbook to put the copy in, or the path of the copy')
    .option('--name <name>', 'the name of the copy (default: "Copy of ..." beside the original)')
    .option('--json', 'print the result as JSON')
    .action(async (from: string, to: string, { name, json }: Options, command: Command) => {
      const [{ copyInTree }, { commitCommand }] = await Promise.all([
        import('../../edit/tree-edit.ts'),
        import('../../project/local/root.ts'),
      ])
      const directory = startDirectory(command)
      const project = await openHere(command)
      const edit = await copyInTree(project, directory, from, to, name)
      printEdit(edit, `boardwright validate && ${commitCommand(project.root, 'Copy')}`, json)
    })
}
