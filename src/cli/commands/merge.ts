import { EXIT } from '@boardwright/common'
import { Command } from 'commander'
import { plural } from '../../content/counted.ts'
import { printable } from '../../content/printable.ts'
import { shellWord } from '../../content/shell-word.ts'
import type { Finish } from '../options.ts'
import { note, result } from '../output.ts'
import { readGiven, writeContent } from '../write-file.ts'

interface Options {
  readonly path?: string
  readonly json?: true
}

export function mergeCommand(finish: Finish): Command {
  return new Command('merge')
    .description('merge a file of two branches by widgets and keys; git runs it as a merge driver')
    .argument('<base>', 'the file where the branches parted (%O)')
    .argument('<ours>', 'the file of this branch, which becomes the result (%A)')
    .argument('<theirs>', 'the file of the other branch (%B)')
    .option('--path <path>', 'where it is in the tree (%P), to name it')
    .option('--json', 'print the result as JSON')
    .action(async (base: string, ours: string, theirs: string, { path = ours, json }: Options) => {
      const { mergeFile } = await import('../../edit/merge.ts')
      const texts = { base: readGiven(base), ours: readGiven(ours), theirs: readGiven(theirs) }
      const { text, conflicts } = await mergeFile(texts, path)
      writeContent(ours, Buffer.from(text))
      const exit = conflicts.length === 0 ? EXIT.done : EXIT.held
      if (json) result(JSON.stringify({ format: 1, path, exit, conflicts }))
      else if (exit === EXIT.held) {
        note(printable(`${path}: ${plural(conflicts.length, 'conflict')}`))
        for (const each of conflicts) note(printable(`  ${each}`))
        note('Write what both sides meant in place of the marks.')
        note(printable(`Next: boardwright validate && git add ${shellWord(path)}`))
      }
      finish(exit)
    })
}
