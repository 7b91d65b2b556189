import { Command } from 'commander'
import { directoryOf, today } from '../options.ts'
import { note, printable, result } from '../output.ts'
import { plural } from '../problems.ts'

interface Options {
  readonly target?: string
  readonly out?: string
}

export function renderCommand(): Command {
  return new Command('render')
    .description('print the tree as a target sees it: overlays merged, variables filled in')
    .argument('[path...]', 'only files below these paths')
    .option('-t, --target <name>', 'the target')
    .option('--out <dir>', 'write the files below this directory instead of printing them')
    .action(async (paths: readonly string[], options: Options, command: Command) => {
      const [{ openProject, requireConfig }, { renderTree, writeRendered }] = await Promise.all([
        import('../../project/project.ts'),
        import('../../sync/render-tree.ts'),
      ])
      const project = requireConfig(await openProject(directoryOf(command), today()))
      const files = renderTree(project, options.target, paths)
      if (options.out !== undefined) {
        await writeRendered(options.out, files)
        note(printable(`${plural(files.size, 'file')} written below ${options.out}.`))
        return
      }
      for (const [file, text] of files) result(`# ${printable(file)}\n${text}`)
    })
}
