import { isMap, itemsOf, pattern, snake } from '@boardwright/common'
import { createLines, createRanges } from '@boardwright/common/yaml'
import { cubeOf, type Fields, type Model, type ModelFile, NAMED_LISTS, textOf } from '@boardwright/platform/model'
import type { ValuePath } from '../../content/problem.ts'
import { type ModelHow, type Use, WORD, type Word } from './use.ts'

/** Under these keys a cube or a view names members, and its own members without its name. */
const MEMBER_KEYS: ReadonlySet<unknown> = new Set([
  ...['measures', 'dimensions', 'segments', 'time_dimension', 'dimension', 'rollups', 'levels', 'key'],
  ...['drill_members', 'drill_member_references', 'group_by', 'reduce_by', 'add_group_by'],
  ...['member', 'members', 'includes', 'excludes'],
])
/** Texts for people, and `meta`, which belongs to users. */
const TEXT_KEYS: ReadonlySet<string> = new Set(['title', 'description', 'meta'])

const EVERY_WORD = pattern('gu')`${WORD}`
const NAMES = pattern('u')`${WORD}(?:\.${WORD})*`
const CHAIN = pattern('gu')`${NAMES}`
/** In SQL a name is between braces, or after `FILTER_PARAMS.`. */
const IN_SQL = pattern('gu')`(?<!\\)\{\s*(${NAMES})(?=\s*[}(])|(?<=FILTER_PARAMS\.)(${NAMES})`
const OWN: ReadonlySet<string> = new Set(['CUBE', 'TABLE', 'FILTER_PARAMS'])
/** Names that the runtime provides in every expression. */
const GIVEN: ReadonlySet<string> = new Set([
  ...['FILTER_GROUP', 'SECURITY_CONTEXT', 'USER_CONTEXT', 'COMPILE_CONTEXT', 'SQL_UTILS'],
])

/** The definition that contains a name, and the cube or view that its unqualified names belong to. */
interface Scope {
  readonly owner: string
  readonly by: string
}

/** Every name of a member, a cube or a view in one data-model file, including where it is defined. */
export function usesInModel({ file, text, value }: ModelFile, model: Model): Use[] {
  const uses: Use[] = []
  const rangeOf = createRanges(text, snake)
  const lines = createLines(text)

  const add = (words: readonly Word[], how: ModelHow, by: string): void => {
    const [first, last] = [words[0], words.at(-1)]
    if (first && last)
      uses.push({
        name: last.means,
        how,
        by,
        at: { file, ...lines.at(first.from) },
        length: last.to - first.from,
        words,
      })
  }
  const rawAt = (path: ValuePath): { raw: string; from: number } => {
    const [from, to] = rangeOf(path, 'value') ?? [0, 0]
    return { raw: text.slice(from, to), from }
  }
  const define = (path: ValuePath, means: string, by: string): void => {
    const { raw, from } = rawAt(path)
    const word = means.split('.').at(-1) ?? ''
    const at = raw.indexOf(word)
    if (word !== '' && at >= 0) add([{ means, from: from + at, to: from + at + word.length }], 'definition', by)
  }
  const addChains = (path: ValuePath, pattern: RegExp, how: ModelHow, { owner, by }: Scope): void => {
    const { raw, from } = rawAt(path)
    for (const { 0: all, 1: braced, 2: inner = braced ?? all, index } of raw.matchAll(pattern))
      add(meant(model, owner, inner, from + index + all.indexOf(inner)), how, by)
  }

  const walk = (value: unknown, path: ValuePath, scope: Scope): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, [...path, index], scope)
    else if (isMap(value)) {
      for (const [key, item] of Object.entries(value))
        if (key !== 'name' && !TEXT_KEYS.has(key)) walk(item, [...path, key], scope)
    } else if (typeof value === 'string') {
      if (value.includes('{')) addChains(path, IN_SQL, 'sql', scope)
      else if (MEMBER_KEYS.has(path.findLast((step) => typeof step === 'string'))) addChains(path, CHAIN, 'list', scope)
    }
  }

  const addOwner = (path: ValuePath, name: string, how: ModelHow, by: string): void => {
    const { raw, from } = rawAt(path)
    const at = raw.indexOf(name)
    if (name !== '' && at >= 0) add([{ means: name, from: from + at, to: from + at + name.length }], how, by)
  }
  const addPart = (part: Fields, path: ValuePath, view: string): void => {
    const { raw, from } = rawAt([...path, 'join_path'])
    const words = [...raw.matchAll(EVERY_WORD)].map(({ 0: word, index }) => ({
      means: word,
      from: from + index,
      to: from + index + word.length,
    }))
    add(words, 'view', view)
    const scope = { owner: cubeOf(part), by: view }
    for (const key of ['includes', 'excludes']) {
      const list = part[key]
      if (!Array.isArray(list)) continue
      for (const [index, item] of list.entries())
        addChains([...path, key, index, ...(isMap(item) ? ['name'] : [])], CHAIN, 'view', scope)
    }
  }

  const addBody = (body: Fields, path: ValuePath, isView: boolean): void => {
    const name = textOf(body['name'])
    const scope = { owner: name, by: name }
    define([...path, 'name'], name, name)
    addOwner([...path, 'extends'], textOf(body['extends']), 'extends', name)
    for (const [join, index] of itemsOf(body['joins']))
      addOwner([...path, 'joins', index, 'name'], textOf(join['name']), 'join', name)
    if (isView) for (const [part, index] of itemsOf(body['cubes'])) addPart(part, [...path, 'cubes', index], name)
    for (const [key, value] of Object.entries(body)) {
      if (['name', 'extends'].includes(key) || TEXT_KEYS.has(key) || (isView && key === 'cubes')) continue
      if (!NAMED_LISTS.some((list) => list === key)) walk(value, [...path, key], scope)
      for (const [item, index] of NAMED_LISTS.some((list) => list === key) ? itemsOf(value) : []) {
        const member = `${name}.${textOf(item['name'])}`
        define([...path, key, index, 'name'], member, member)
        walk(item, [...path, key, index], { owner: name, by: member })
      }
    }
  }

  if (isMap(value)) {
    for (const [body, index] of itemsOf(value['cubes'])) addBody(body, ['cubes', index], false)
    for (const [body, index] of itemsOf(value['views'])) addBody(body, ['views', index], true)
  }
  for (const members of model.members.values())
    for (const { isAlias, written, owner, name, prefix = '' } of members.values())
      if (isAlias && written?.file === file && prefix === '')
        define(written.path, `${owner}.${name}`, `${owner}.${name}`)
  return uses
}

/** What each word of a dotted name means inside `owner`: first its own members, then other cubes and views. */
function meant({ owners, members }: Model, owner: string, chain: string, from: number): Word[] {
  const words: Word[] = []
  let at = from
  let within = owner
  for (const [index, word] of chain.split('.').entries()) {
    const place = { from: at, to: at + word.length }
    at = place.to + 1
    if (index === 0 && GIVEN.has(word)) return []
    if (index === 0 && OWN.has(word)) continue
    if (members.get(within)?.has(word)) return [...words, { means: `${within}.${word}`, ...place }]
    if (!owners.has(word)) return word === 'sql' ? words : [...words, { means: `${within}.${word}`, ...place }]
    words.push({ means: word, ...place })
    within = word
  }
  return words
}
