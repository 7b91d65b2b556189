import { BoardwrightError } from '@boardwright/common'
import { Command } from 'commander'
import { plural } from '../../content/counted.ts'
import { printable } from '../../content/printable.ts'
import type { MemberRenaming } from '../../edit/rename.ts'
import type { Project } from '../../project/local/project.ts'
import { ask, canAsk } from '../ask.ts'
import { openHere, startDirectory } from '../options.ts'
import { note, result } from '../output.ts'
import { printEdit } from '../tree-edits.ts'

interface Options {
  readonly alias?: true
  readonly dryRun?: true
  readonly yes?: true
  readonly json?: true
}

const NOTHING = 'Nothing was written.'

export function renameCommand(): Command {
  return new Command('rename')
    .description('move or rename a folder, workbook or report, or a member, cube or view, and all that refers to it')
    .argument('<from>', 'its path, or its name in the data model, such as orders.count')
    .argument('<to>', 'its new path, the folder or workbook to move it to, or its new name')
    .option('--alias', 'keep the old name in the data model, too')
    .option('--dry-run', 'only show what would be done')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print the result as JSON')
    .action(async (from: string, to: string, options: Options, command: Command) => {
      const { renameMeant } = await import('../../edit/rename.ts')
      const directory = startDirectory(command)
      const project = await openHere(command)
      const meant = renameMeant(project, directory, from)
      if (meant.kind === 'member') return renameMember(project, meant.name, to, options)
      if (options.alias)
        throw new BoardwrightError('USAGE', `--alias keeps a name of the data model, and ${from} is a path`, {
          hint: 'Leave it out.',
        })
      return movePath(project, directory, [from, to], options)
    })
}

async function movePath(
  project: Project,
  directory: string,
  [from, to]: readonly [string, string],
  { dryRun, json }: Options,
): Promise<void> {
  const [{ moveInTree }, { commitCommand }] = await Promise.all([
    import('../../edit/tree-edit.ts'),
    import('../../project/local/root.ts'),
  ])
  const edit = await moveInTree(project, directory, from, to, dryRun === true)
  const next = dryRun ? undefined : `boardwright validate && ${commitCommand(project.root, 'Move')}`
  printEdit({ ...edit, written: !dryRun }, next, json)
  if (dryRun && !json) note(NOTHING)
}

async function renameMember(project: Project, from: string, to: string, options: Options): Promise<void> {
  const [{ planRename, renamingData, writeRenaming }, { commitCommand }] = await Promise.all([
    import('../../edit/rename.ts'),
    import('../../project/local/root.ts'),
  ])
  const renaming = planRename(project, from, to, options.alias === true)
  const { size } = renaming.written
  const isPossible = !options.dryRun && size > 0
  const isAsked = isPossible && options.yes !== true
  const tell = options.json ? note : result
  if (!options.json || (isAsked && canAsk())) for (const line of describe(renaming)) tell(printable(line))
  const isWanted =
    isPossible && (!isAsked || (await ask(`Change ${plural(size, 'file')}? Type "yes" to go ahead`, '--yes')) === 'yes')
  if (isWanted) await writeRenaming(project, renaming)
  if (options.json) result(JSON.stringify({ format: 1, written: isWanted, ...renamingData(renaming) }, null, 2))
  note(isWanted ? `Next: boardwright validate && ${commitCommand(project.root, 'Rename')}` : NOTHING)
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
    ...(changed.length === 0 && left.length === 0 ? ['Nothing names it.'] : []),
  ]
}
