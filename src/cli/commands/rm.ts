import { Command } from 'commander'
import { directoryOf, today } from '../options.ts'
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
      const [{ openProject }, { removeFromTree }] = await Promise.all([
        import('../../project/project.ts'),
        import('../../sync/tree-edit.ts'),
      ])
      const directory = directoryOf(command)
      const edit = await removeFromTree(await openProject(directory, today()), directory, path, recursive === true)
      printEdit(edit, 'git add -A && git commit. What is live stays until an apply with --prune', json)
    })
}
