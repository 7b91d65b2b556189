import { BoardwrightError } from '@boardwright/common'
import { type Member, type Model, memberCalled } from '@boardwright/platform/model'
import { isWord } from './use.ts'

/** The new last word of each renamed member, cube and view, by its old full name. */
export type NewNames = ReadonlyMap<string, string>

/**
 * A member is renamed where it is defined, and with it everything that repeats it: in cubes that extend its cube, and
 * in views that include it without an alias.
 */
export function newNames(model: Model, from: string, to: string): NewNames {
  if (!isWord(to)) {
    const last = to.slice(to.lastIndexOf('.') + 1)
    const hint = isWord(last) ? `Write ${last} alone: a member stays in its cube or view.` : undefined
    throw refusal(`"${to}" is not a name: letters, digits and _, and not starting with a digit`, hint)
  }
  const names = new Map<string, string>()
  const definitions = [...model.members.values()].flatMap((members) => [...members.values()])
  const rename = (name: string, word: string): void => {
    if (names.has(name)) return
    names.set(name, word)
    for (const each of definitions)
      if (each.of === name && !each.isAlias) rename(nameOf(each), `${each.prefix ?? ''}${word}`)
  }
  if (!from.includes('.')) {
    if (model.owners.has(from) && model.owners.has(to))
      throw refusal(`there is already a ${model.owners.get(to)?.kind} "${to}"`)
    names.set(from, to)
    for (const each of definitions)
      if (each.follows === from) rename(nameOf(each), `${to}_${each.name.slice(each.prefix?.length)}`)
  } else {
    const definition = memberCalled(model, from)
    if (definition) requireOwnName(definition)
    rename(from, to)
  }
  for (const [name, word] of names) {
    const [owner = '', member] = name.split('.')
    const taken = `${owner}.${word}`
    if (member !== undefined && memberCalled(model, name) && memberCalled(model, taken) && !names.has(taken))
      throw refusal(`"${name}" cannot be called ${word}: there is already a "${taken}"`)
  }
  return names
}

const nameOf = ({ owner, name }: Member): string => `${owner}.${name}`

function requireOwnName(definition: Member): void {
  const { of, isAlias, prefix = '' } = definition
  if (of === undefined || (isAlias && prefix === '')) return
  const hint = `Rename it where it is defined: boardwright rename ${of} NEW`
  throw refusal(`"${nameOf(definition)}" gets its name from "${of}", and changes with it`, hint)
}

const refusal = (message: string, hint?: string): BoardwrightError =>
  new BoardwrightError('RENAME_REFUSED', message, { hint })
