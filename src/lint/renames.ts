import { groupBy } from '../content/group-by.ts'
import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import type { Problem, ProblemPlace } from '../content/problem.ts'
import { formerKeys } from '../content/renames.ts'
import { wholeDocument } from '../serialize/documents.ts'
import type { ParsedTree } from '../serialize/parse.ts'

interface Renamed {
  readonly key: Key
  readonly was: string
  readonly now: string | undefined
  readonly place: ProblemPlace
}

/** What files say that objects were called before. */
export function checkRenames({ content, sources }: ParsedTree): Problem[] {
  const former = formerKeys(content)
  const renamed = [...former.keys()].flatMap(<K extends Kind>(key: Key<K>): Renamed[] => {
    const [source, object] = [sources.get(key), content.get(key)]
    const { renaming } = OBJECTS[kindOf(key)]
    const was = object && renaming?.was(object.own)
    if (!source || !object || !renaming || was === undefined) return []
    return [{ key, was, now: renaming.nameIn(object.own), place: wholeDocument(source.document).placeOf(['was']) }]
  })
  return [...sameBefore(renamed, former), ...swapped(renamed, former)]
}

/** One object cannot be two. */
const sameBefore = (renamed: readonly Renamed[], former: ReadonlyMap<Key, Key>): Problem[] =>
  [...groupBy(renamed, ({ key }) => former.get(key))].flatMap(([, [first, ...others]]) =>
    others.flatMap((other): Problem[] => {
      if (!first) return []
      const hint = 'Only one of the two can be that one: take `was` out of the other.'
      const said = (one: Renamed, another: Renamed) => ({
        ...one.place,
        message: `the ${OBJECTS[kindOf(one.key)].noun} that was "${one.was}" is in ${another.place.at.file} too`,
        hint,
      })
      return [{ kind: 'DUPLICATE', ...said(other, first), twin: said(first, other) }]
    }),
  )

/**
 * Objects that take each other's names. Each of them is live under its new name as well, so `was` would be ignored
 * there, and contents would move while addresses and permissions stay.
 */
function swapped(renamed: readonly Renamed[], former: ReadonlyMap<Key, Key>): Problem[] {
  const leadsBack = (key: Key): boolean => {
    const seen = new Set<Key>()
    let at = former.get(key)
    while (at !== undefined && at !== key && !seen.has(at)) {
      seen.add(at)
      at = former.get(at)
    }
    return at === key
  }
  return renamed.flatMap(({ key, now, place }): Problem[] => {
    const { noun, renaming } = OBJECTS[kindOf(key)]
    if (!leadsBack(key)) return []
    const [names, name] = [`${renaming?.unit}s`, renaming?.unit]
    return [
      {
        ...{ kind: 'DUPLICATE', ...place },
        message: `\`was\` leads back to "${now}": ${noun}s cannot swap their ${names} at once`,
        hint: `Take three commits, and apply each: give one of them a free ${name}, then the other its new ${name}, then the first its own.`,
      },
    ]
  })
}
