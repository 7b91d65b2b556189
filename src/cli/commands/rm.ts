import { Command } from 'commander'
import { openHere, startDirectory } from '../options.ts'
import { printEdit } from '../tree-edits.ts'

interface Options {
  readonly recursive?: true
  readonly json?: true
}

export function rmCommand(): Command {
  return new Command('rm')
    .description('remove a folder, a workbook or a report from the tree, unless something still shows it')
    .argument('<path>', 'its path')
    .option('-r, --recursive', 'a folder with everything in it')
    .option('--json', 'print the result as JSON')
    .action(async (path: string, { recursive, json }: Options, command: Command) => {
      const [{ removeFromTree }, { commitCommand }] = await Promise.all([
        import('../../edit/tree-edit.ts'),
        import('../../project/local/root.ts'),
      ])
      const directory = startDirectory(command)
      const project = await openHere(command)
      const edit = await removeFromTree(project, directory, path, recursive === true)
      const pruned = (project.config?.targets ?? []).filter(({ prune }) => prune).map(({ name }) => name)
      const next =
        pruned.length > 0
          ? `The next apply to ${pruned.join(', ')} deletes what it manages there`
          : 'What is live stays until an apply with --prune'
      printEdit(edit, `${commitCommand(project.root, 'Remove')}. ${next}`, json)
    })
}
