import type { LedgerFacts } from '../base/facts.ts'
import { listed, plural } from '../content/counted.ts'
import type { Content } from '../content/entity.ts'
import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import { subjectOf } from '../content/unit-words.ts'
import type { LiveNote } from './notes.ts'

type Entries = LedgerFacts['entries']

/** The units that an apply has written to an object, or was writing. */
export function appliedUnits(entries: Entries, key: Key): readonly string[] {
  const { base = {}, next } = entries.get(key) ?? {}
  return [...new Set([...Object.keys(base), ...Object.keys(next?.units ?? {})])]
}

type Words = (name: string, units: readonly string[]) => string

const stayed =
  (role: string, where: string, instead: string): Words =>
  (name, { length }) =>
    `${plural(length, role)} whom an apply added ${length === 1 ? 'stays' : 'stay'} ${where} "${name}", whose file names none any more (${instead})`

const WORDS: { readonly [K in Kind]?: Words } = {
  workbook: (name, units) =>
    `an apply let ${listed(units.map(subjectOf))} see "${name}", and its file no longer says so (\`none\` takes it away)`,
  notification: stayed('recipient', 'on', '`recipients: []` removes them'),
  group: stayed('member', 'in', '`members: []` takes them out'),
}

/** A file that no longer says who gets something takes it from nobody. */
export const leftBehind = (ids: ReadonlyMap<Key, number>, declared: Content, entries: Entries): LiveNote[] =>
  [...declared.values()].flatMap(({ key, name, own }): LiveNote[] => {
    const kind = kindOf(key)
    const leavesOpen = OBJECTS[kind].leavesOpen as ((of: typeof own, unit: string) => boolean) | undefined
    if (leavesOpen === undefined || !ids.has(key)) return []
    const left = appliedUnits(entries, key).filter((unit) => leavesOpen(own, unit))
    const message = WORDS[kind]?.(name, left)
    return left.length === 0 || message === undefined ? [] : [{ kind: 'left-behind', key, message }]
  })
