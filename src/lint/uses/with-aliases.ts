import { isMap, snakeKeys } from '@boardwright/common'
import { editYaml, readYaml } from '@boardwright/common/yaml'
import { cubeOf, type Fields, MEMBER_LISTS, textOf } from '@boardwright/platform/model'
import { MODEL } from '../../serialize/layout.ts'
import { withoutOverlay } from '../../serialize/locate.ts'
import type { NewNames } from './new-names.ts'

/**
 * The files of a renamed data model that keep the old names: an old member that refers to the new one, an old cube or
 * view that extends the new one, and an old name beside the new one where a view lists what it includes.
 */
export function withAliases(written: ReadonlyMap<string, string>, names: NewNames): [string, string][] {
  const isModel = (file: string): boolean => withoutOverlay(file).startsWith(`${MODEL}/`)
  return [...written]
    .filter(([file]) => isModel(file))
    .map(([file, text]) => [file, editYaml(text, aliasedFile(readYaml(text, file).value, names))])
}

const [CUBES, VIEWS] = ['cubes', 'views']

function aliasedFile(value: unknown, names: NewNames): unknown {
  const [[name = '', word = ''] = []] = names
  if (!isMap(value)) return value
  return withLists(value, [CUBES, VIEWS], (item) => {
    const isRenamed = !name.includes('.') && item['name'] === word
    return isRenamed ? [item, { name, extends: word }] : [aliasedBody(item, names)]
  })
}

function aliasedBody(body: Fields, names: NewNames): Fields {
  const [[first = '', word = ''] = []] = names
  const [owner, member = ''] = first.split('.')
  const withMembers =
    textOf(body['name']) === owner && member !== ''
      ? withLists(body, MEMBER_LISTS, (item, list) =>
          item['name'] === word ? [item, aliasOf(item, list, member, word)] : [item],
        )
      : body
  return withLists(withMembers, [CUBES], (part) => [includingOld(part, names)])
}

function includingOld(part: Fields, names: NewNames): Fields {
  const includes = part['includes']
  if (!Array.isArray(includes)) return part
  const owner = cubeOf(snakeKeys(part) as Fields)
  const old = new Map(
    [...names].flatMap(([name, word]) => (name.startsWith(`${owner}.`) ? [[word, name.slice(owner.length + 1)]] : [])),
  )
  return {
    ...part,
    includes: includes.flatMap((item: unknown) => {
      const before = typeof item === 'string' ? old.get(item) : undefined
      return before === undefined ? [item] : [item, before]
    }),
  }
}

/** Only the new member knows how to aggregate: an aggregating old one becomes a number. */
function aliasOf(item: Fields, list: string, name: string, word: string): Fields {
  const type = textOf(item['type'])
  if (list === 'measures') return { ...shown(item, name), sql: `{${word}}`, type: PLAIN.has(type) ? type : 'number' }
  if (list !== 'dimensions' || type === 'geo' || type === 'switch') return { ...item, name }
  return { ...shown(item, name), sql: `{${word}}`, type }
}

const PLAIN: ReadonlySet<string> = new Set(['number', 'string', 'time', 'boolean'])
const SHOWN = ['title', 'description', 'public', 'format', 'currency']

const shown = (item: Fields, name: string): Fields => ({
  name,
  ...Object.fromEntries(SHOWN.flatMap((key) => (key in item ? [[key, item[key]]] : []))),
})

/** The value with the items of these lists replaced. */
const withLists = (
  value: Fields,
  lists: readonly string[],
  replace: (item: Fields, list: string) => readonly Fields[],
): Fields =>
  Object.fromEntries(
    Object.entries(value).map(([key, list]) => [
      key,
      lists.includes(key) && Array.isArray(list)
        ? list.flatMap((item: unknown): readonly unknown[] => (isMap(item) ? replace(item, key) : [item]))
        : list,
    ]),
  )
