import { Command } from 'commander'
import { plural } from '../../content/counted.ts'
import { printable } from '../../content/printable.ts'
import type { MemberRenaming } from '../../edit/rename.ts'
import { ask, canAsk } from '../ask.ts'
import { openHere } from '../options.ts'
import { note, result } from '../output.ts'

interface Options {
  readonly alias?: true
  readonly dryRun?: true
  readonly yes?: true
  readonly json?: true
}

export function renameCommand(): Command {
  return new Command('rename')
    .description('rename a member, a cube or a view in the data model, and in everything that uses it')
    .argument('<name>', 'a member such as orders.count, or a cube or a view')
    .argument('<new>', 'its new name')
    .option('--alias', 'keep the old name in the data model, too')
    .option('--dry-run', 'only show what would be done')
    .option('--yes', 'do not ask')
    .option('--json', 'print what was done as JSON')
    .action(async (from: string, to: string, options: Options, command: Command) => {
      const [{ planRename, renamingData, writeRenaming }, { commitCommand }] = await Promise.all([
        import('../../edit/rename.ts'),
        import('../../project/local/root.ts'),
      ])
      const project = await openHere(command)
      const renaming = planRename(project, from, to, options.alias === true)
      const { size } = renaming.written
      const isPossible = !options.dryRun && size > 0
      const isAsked = isPossible && options.yes !== true
      const tell = options.json ? note : result
      if (!options.json || (isAsked && canAsk())) for (const line of describe(renaming)) tell(printable(line))
      const isWanted =
        isPossible &&
        (!isAsked || (await ask(`Change ${plural(size, 'file')}? Type "yes" to go ahead`, '--yes')) === 'yes')
      if (isWanted) await writeRenaming(project, renaming)
      if (options.json) result(JSON.stringify({ format: 1, written: isWanted, ...renamingData(renaming) }, null, 2))
      const next = `Next: boardwright validate && ${commitCommand(project.root, 'Rename')}`
      note(isWanted ? next : 'Nothing was written.')
    })
}

function describe({ names, changed, left, gone }: MemberRenaming): string[] {
  const to = (name: string, word: string): string => [...name.split('.').slice(0, -1), word].join('.')
  return [
    ...[...names].map(([name, word]) => `${name} -> ${to(name, word)}`),
    ...changed.map(
      ({ at, before, after, how }) => `  ${at.file}:${at.line}:${at.column}  ${before} -> ${after}  (${how})`,
    ),
    ...(left.length > 0 ? ['Not changed, look at it:'] : []),
    ...left.map(({ at, name, in: where }) => `  ${at.file}:${at.line}:${at.column}  ${name}  (${where})`),
    ...(gone.length > 0 ? [`Without an alias: ${gone.join(', ')}`] : []),
    ...(changed.length === 0 ? ['Nothing names it.'] : []),
  ]
}
