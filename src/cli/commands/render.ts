import { Command } from 'commander'
import { plural } from '../../content/counted.ts'
import { printable } from '../../content/printable.ts'
import { openSoundHere, startDirectory } from '../options.ts'
import { document, note, result } from '../output.ts'

interface Options {
  readonly target?: string
  readonly out?: string
  readonly json?: true
}

export function renderCommand(): Command {
  return new Command('render')
    .description('print the tree as a target sees it: overlays merged, variables filled in')
    .argument('[path...]', 'only files below these paths')
    .option('-t, --target <name>', 'the target')
    .option('--out <dir>', 'write the files below this directory instead of printing them')
    .option('--json', 'print the result as JSON')
    .action(async (paths: readonly string[], options: Options, command: Command) => {
      const [{ placesMeant }, { renderTree, writeRendered }] = await Promise.all([
        import('../../project/find-object.ts'),
        import('../../edit/render-tree.ts'),
      ])
      const directory = startDirectory(command)
      const project = await openSoundHere(command)
      const files = renderTree(project, options.target, placesMeant(project, directory, paths))
      if (options.out !== undefined) await writeRendered(options.out, files)
      if (options.json) result(JSON.stringify(asData(files, options)))
      else if (options.out !== undefined) note(printable(`${plural(files.size, 'file')} written below ${options.out}.`))
      else for (const [file, text] of files) document(`# ${printable(file)}\n${text}`)
    })
}

const asData = (files: ReadonlyMap<string, string>, { out }: Options) =>
  out === undefined ? { format: 1, files: Object.fromEntries(files) } : { format: 1, out, written: [...files.keys()] }
