import { type Command, Option } from 'commander'
import type { Project } from '../project/local/project.ts'
import type { Shaping } from '../project/plan.ts'
import { integer, several, startDirectory } from './options.ts'

export interface ShapingOptions {
  readonly select?: readonly string[]
  readonly prune?: true
  readonly uiEdits?: 'hold' | 'overwrite'
  readonly overwriteNewer?: true
  readonly allowDeletes?: number
  readonly firstApply?: true
  readonly adoptModel?: true
  readonly break?: true
}

const MANY = 1_000_000

export const withSelect = (command: Command): Command =>
  command.option('--select <what>', 'only this: a path, a slug, or an id (repeatable)', several)

/** Resolves selections, which people write relative to their current directory, to paths from the root. */
export async function fromRoot<T extends Pick<ShapingOptions, 'select'>>(
  options: T,
  project: Project,
  command: Command,
): Promise<T> {
  if (!options.select) return options
  const { selectionMeant } = await import('../project/find-object.ts')
  return { ...options, select: options.select.map((word) => selectionMeant(project, startDirectory(command), word)) }
}

export const withShaping = (command: Command): Command =>
  withSelect(command)
    .option('--prune', 'delete managed objects that were removed from the repo')
    .addOption(
      new Option('--ui-edits <what>', 'what to do about conflicting edits made in the UI').choices([
        'hold',
        'overwrite',
      ]),
    )
    .option('--overwrite-newer', 'apply even though a newer commit was applied')
    .option('--allow-deletes <n>', 'delete up to this many objects from a protected target', integer(0, MANY))
    .option('--first-apply', 'the target is meant to be empty')
    .option('--adopt-model', 'take over the branch’s data model')
    .option('--break', 'go on where reports use members that live will not have')

export const shapingOf = (options: ShapingOptions): Partial<Shaping> => {
  const { select, prune, uiEdits, overwriteNewer, allowDeletes, firstApply, adoptModel } = options
  return {
    ...(select && { select: [...select].sort() }),
    ...(uiEdits && { uiEdits }),
    ...(allowDeletes === undefined ? {} : { allowDeletes }),
    ...(prune && { prune }),
    overwriteNewer: overwriteNewer === true,
    firstApply: firstApply === true,
    adoptModel: adoptModel === true,
    break: options.break === true,
  }
}
