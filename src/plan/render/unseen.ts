import { someOf } from '../../content/counted.ts'
import { printableName } from '../../content/printable.ts'
import type { HeldObject, Plan } from '../plan-file.ts'
import { fullName } from './facts.ts'

export interface Unseen {
  readonly names: string
  readonly message: string
}

const MOST = 3

const isUnseen = ({ reason }: HeldObject): boolean => reason === 'unseen'

export const SEE_MORE = 'Use an admin’s key, or share what is missing with the key’s user.'

/** Splits off objects that are held because the key cannot see everything: those share a line for each message. */
export function apartFromUnseen(
  { held }: Pick<Plan, 'held'>,
  isVerbose = false,
): { readonly others: readonly HeldObject[]; readonly unseen: readonly Unseen[] } {
  const hidden = held.filter(isUnseen)
  const unseen = [...new Set(hidden.map(({ message }) => message))].map((message) => {
    const names = hidden.filter((each) => each.message === message).map(fullName)
    return { names: someOf(names, isVerbose ? names.length : MOST), message: printableName(message) }
  })
  return { others: held.filter((each) => !isUnseen(each)), unseen }
}
