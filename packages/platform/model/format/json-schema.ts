import { meaningOf } from './meanings.ts'
import { FILE } from './owners.ts'
import type { Shape, Value } from './value.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** Camel case is taken as well, and not offered: the same key twice would be in the way. */
const IN_CAMEL_CASE = '^[a-z]+(?:[A-Z][a-z]*)+$'
const NAME = {
  type: 'string',
  pattern: '^[A-Za-z_]\\w*$',
  patternErrorMessage: 'must be letters, digits and _, and not begin with a digit',
}
const PLAIN: JsonSchema = { type: ['string', 'number', 'boolean'] }

/**
 * The JSON Schema (2020-12) of a file of a data model. What several keys say together, and the rules of texts, it leaves
 * to the judge.
 */
export function modelSchema(): JsonSchema {
  const names = new Map<Shape, string>()
  const defs: Record<string, JsonSchema> = {}

  const nameFor = ({ what }: Shape): string => {
    const plain = what.replace(/^(?:an?|the|what) /, '')
    const taken = [...names.values()].filter((each) => each.replace(/ \d+$/, '') === plain).length
    return taken === 0 ? plain : `${plain} ${taken + 1}`
  }
  const refTo = (shape: Shape): JsonSchema => {
    if (!names.has(shape)) {
      const name = nameFor(shape)
      names.set(shape, name)
      defs[name] = {}
      defs[name] = ofShape(shape)
    }
    return { $ref: `#/$defs/${names.get(shape)}` }
  }
  const ofShape = ({ what, keys, required = [] }: Shape): JsonSchema => ({
    title: what,
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(keys).map(([key, value]) => [key, { ...ofValue(value), ...described(meaningOf(key, what)) }]),
    ),
    ...(required.length === 0 ? {} : { required: required.filter((key) => !/_/.test(key)) }),
    patternProperties: { [IN_CAMEL_CASE]: {} },
    additionalProperties: false,
  })
  function ofValue(value: Value): JsonSchema {
    switch (value.is) {
      case 'text':
      case 'checked':
        return { type: 'string' }
      case 'flag':
        return { type: 'boolean' }
      case 'number':
        return { type: 'number' }
      case 'anything':
        return {}
      case 'name':
        return NAME
      case 'sql':
      case 'reference':
        return PLAIN
      case 'references':
        return { anyOf: [PLAIN, { type: 'array', items: { type: 'string' } }] }
      case 'word':
        return value.words.some((each) => each.includes('_'))
          ? {
              anyOf: [
                { enum: value.words },
                { type: 'string', pattern: IN_CAMEL_CASE, patternErrorMessage: 'must be one of the values' },
              ],
            }
          : { enum: value.words }
      case 'list': {
        const least = value.least === undefined ? {} : { minItems: value.least }
        const items = { type: 'array', items: ofValue(value.of), ...least }
        return value.mayBeNull ? { anyOf: [items, { type: 'null' }] } : items
      }
      case 'either':
        return { anyOf: value.of.map(ofValue) }
      case 'again':
        return ofValue(value.of())
      case 'map':
        return refTo(value)
    }
  }

  const properties = Object.fromEntries(
    Object.entries(FILE).map(([key, value]) => [key, { ...ofValue(value), ...described(LISTS[key]) }]),
  )
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A file of a data model: cubes and views',
    ...{
      type: ['object', 'null'],
      properties,
      patternProperties: { [IN_CAMEL_CASE]: {} },
      additionalProperties: false,
    },
    $defs: defs,
  }
}

const LISTS: Readonly<Record<string, string>> = {
  cubes: 'Tables with measures and dimensions.',
  views: 'What people choose from: members of several cubes, under names of their own.',
  view_groups: 'Groups in which people find views.',
}

const described = (description: string | undefined): JsonSchema => (description === undefined ? {} : { description })
