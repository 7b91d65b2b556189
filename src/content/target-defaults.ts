import { type Content, contentOf, type Entity, entityOf } from './entity.ts'
import { type Kind, kindOf } from './kinds.ts'
import type { Objects } from './model.ts'
import { OBJECTS, type TargetTraits } from './objects.ts'

/** The content of a tree as one target has it: with values for keys that depend on the target and that files leave out. */
export const withDefaults = (content: Content, target: TargetTraits): Content =>
  mapped(content, target, (object, defaults) => ({ ...defaults, ...object }))

/** The content of a target as files say it: without the values that this target has anyway. */
export const withoutDefaults = (content: Content, target: TargetTraits): Content =>
  mapped(content, target, (object, defaults) => {
    const isDefault = ([key, value]: [string, unknown]): boolean => (defaults as Values)[key] === value
    const isSaid = (entry: [string, unknown]): boolean => !Object.hasOwn(defaults, entry[0]) || !isDefault(entry)
    return Object.fromEntries(Object.entries(object).filter(isSaid)) as unknown as typeof object
  })

type Values = Readonly<Record<string, unknown>>

function mapped(
  content: Content,
  target: TargetTraits,
  change: <T extends Objects[Kind]>(object: T, defaults: Partial<T>) => T,
): Content {
  const mapOne = <K extends Kind>(each: Entity<K>): Entity<K> => {
    const kind = kindOf(each.key)
    const { defaultsIn } = OBJECTS[kind]
    return defaultsIn ? entityOf(kind, change(each.whole(), defaultsIn(target))) : each
  }
  return [...content.keys()].some((key) => OBJECTS[kindOf(key)].defaultsIn)
    ? contentOf([...content.values()].map(mapOne))
    : content
}
