import { listed, plural } from '../../content/counted.ts'
import type { ToldPlan } from '../../plan/fleet.ts'
import { inMarkdown } from '../escape.ts'

const MOST = 20

/** Whom the files that the pull request changes belong to. Nobody is notified by it: the forge asks them itself. */
export function ownerLines(plans: readonly ToldPlan[]): string[] {
  const owners = plans.find((plan) => plan.owners !== undefined)?.owners ?? []
  if (owners.length === 0) return []
  const shown = owners.slice(0, MOST).map(({ owner, files }) => `${inMarkdown(owner)} (${plural(files, 'file')})`)
  const more = owners.length > MOST ? [plural(owners.length - MOST, 'other owner')] : []
  return [`Owners of what changes: ${listed([...shown, ...more])}.`]
}
