import { MUTATIONS } from '../walks/mutations.ts'
import { MISTAKES } from './list.ts'
import { mutated } from './mutation.ts'

/** Makes the sources load as if the mutation had been made in them. */
export function mutating(what: string | undefined) {
  if (what === undefined) return []
  const mutation = [...MUTATIONS, ...MISTAKES].find((each) => each.what === what)
  if (!mutation) throw new Error(`there is no mutation "${what}"`)
  const transform = (text: string, id: string): string | undefined =>
    id.endsWith(`/${mutation.file}`) ? mutated(mutation, text) : undefined
  return [{ name: 'mutation', enforce: 'pre' as const, transform }]
}
