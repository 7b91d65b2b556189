import { exitOfCode, worstOf } from '@boardwright/common'
import { Command } from 'commander'
import { counted, plural } from '../../content/counted.ts'
import { printable, shortCommit } from '../../content/printable.ts'
import type { TargetStatus, Unreachable } from '../../project/status.ts'
import { type Finish, openSoundHere } from '../options.ts'
import { result } from '../output.ts'
import { connectOptions } from '../settings.ts'
import { readShard, type TargetOptions, withShard } from '../targets.ts'

interface Options extends TargetOptions {
  readonly json?: true
}

export function statusCommand(finish: Finish): Command {
  return withShard(
    new Command('status')
      .description('show where each target stands: commit, how far behind, held, not managed, drafts')
      .option('-t, --target <name>', 'this target, or several (a glob, or names with commas; default: all)'),
  )
    .option('--json', 'print it as JSON')
    .action(async (options: Options, command: Command) => {
      const { readStatus } = await import('../../project/status.ts')
      const project = await openSoundHere(command)
      const shard = await readShard(options)
      const common = {
        ...connectOptions(),
        target: options.target,
        shard,
      }
      const found = await readStatus(project, common)
      result(options.json ? JSON.stringify({ format: 1, targets: found }, null, 2) : found.map(describe).join('\n'))
      finish(worstOf(found.flatMap((each) => ('error' in each ? exitOfCode(each.error.code) : []))))
    })
}

function describe(status: TargetStatus | Unreachable): string {
  if ('error' in status)
    return printable(
      `${status.target}  cannot be read: ${status.error.message}  ${status.error.code}\n  ${status.error.hint}`,
    )
  const { target, commit, changes, held, uiEdits, unclaimed, unmanaged, drafts } = status
  const applied = commit === null ? 'never applied' : `at ${shortCommit(commit)}, ${describeAge(status)}`
  const counts = [
    `${plural(changes, 'change')} to apply`,
    `${counted(held)} held`,
    `${plural(uiEdits, 'UI edit')} left alone`,
    `${unclaimed + unmanaged} not managed${unclaimed === 0 ? '' : ` (${unclaimed} of them in the tree: boardwright adopt --target ${target})`}`,
    `${plural(drafts, 'draft')} in progress`,
  ]
  return printable(`${target}  ${applied}; ${counts.join(', ')}`)
}

/** Says how the applied commit relates to this tree. */
function describeAge(status: TargetStatus): string {
  const { notFetched, behindBy } = status
  const age = describeCommit(status)
  if (notFetched === 0 || behindBy === null) return age
  return `${age}, ${plural(notFetched, 'object')} at commits that this clone does not have (git fetch)`
}

function describeCommit({ behindBy, aheadBy, changes, held }: TargetStatus): string {
  if (behindBy === null || aheadBy === null) return 'a commit that this clone does not have'
  const ahead = `ahead of this tree by ${plural(aheadBy, 'commit')}`
  const level = changes + held === 0 ? 'up to date' : 'not behind'
  if (behindBy === 0) return aheadBy === 0 ? level : ahead
  return `behind by ${plural(behindBy, 'commit')}${aheadBy === 0 ? '' : ` and ${ahead}`}`
}
