import type { Plan } from '../sync/plan.ts'
import { ask } from './ask.ts'

/**
 * Asks before anything is written. For a protected target, people have to type its name, so that nobody confirms out of
 * habit.
 */
export async function confirmPlan({ target, summary }: Plan): Promise<boolean> {
  const changes = `${summary.create} create, ${summary.update} update, ${summary.delete} delete, ${summary.publish} publish`
  if (target.protected) {
    return (await ask(`${changes}. Type ${target.name} to apply this`, '--yes')) === target.name
  }
  return (await ask(`${changes}. Apply this to ${target.name}? Type "yes" to go ahead`, '--yes')) === 'yes'
}
