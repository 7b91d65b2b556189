import type { Command } from 'commander'
import type { Project } from '../project/local/project.ts'
import type { Shaping } from '../project/plan.ts'
import { type AcceptOptions, acceptedInPlan, withAccept } from './accept.ts'
import { several, startDirectory } from './options.ts'

export interface ShapingOptions extends AcceptOptions {
  readonly select?: readonly string[]
  readonly prune?: true
}

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
  withAccept(withSelect(command).option('--prune', 'delete managed objects that were removed from the repo'))

export const shapingOf = (options: ShapingOptions): Partial<Shaping> => ({
  ...(options.select && { select: [...options.select].sort() }),
  ...(options.prune && { prune: true }),
  ...(options.accept && { accept: acceptedInPlan(options) }),
})
