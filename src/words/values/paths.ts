import { isMap, stringifyJson } from '@boardwright/common'
import { plural } from '../../content/counted.ts'
import { canonicalText } from '../../content/digest.ts'
import type { FreeForm } from '../../content/model.ts'
import { ELLIPSIS, LONGEST_VALUE, printableName, shortened } from '../../content/printable.ts'

/** A place inside a value where two sides differ. If a side has nothing there, its property is absent. */
export interface PathChange {
  readonly path: readonly string[]
  readonly before?: unknown
  readonly after?: unknown
  /** The list has the same members in another order. */
  readonly reordered?: true
}

/** Every place where two JSON values differ in meaning. */
export function pathChanges(before: unknown, after: unknown, path: readonly string[] = []): PathChange[] {
  if (before === undefined || after === undefined) return oneSided(before, after, path)
  if (isMap(before) && isMap(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap((key) => pathChanges(own(before, key), own(after, key), [...path, key]))
  }
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path)
  return canonicalText(before) === canonicalText(after) ? [] : [{ path, before, after }]
}

/** Reads own properties only: a key may be called `constructor`. */
export const own = (map: FreeForm, key: string): unknown => (Object.hasOwn(map, key) ? map[key] : undefined)

const oneSided = (before: unknown, after: unknown, path: readonly string[]): PathChange[] => {
  if (before === undefined && after === undefined) return []
  return [before === undefined ? { path, after } : { path, before }]
}

function listChanges(before: readonly unknown[], after: readonly unknown[], path: readonly string[]): PathChange[] {
  const name = nameOfMembers([...before, ...after])
  const old = name && membersBy(before, name)
  const now = name && membersBy(after, name)
  if (!old || !now) return byIndex(before, after, path)
  const names = [...new Set([...old.keys(), ...now.keys()])]
  const inside = names.flatMap((each) => pathChanges(old.get(each), now.get(each), [...path, `[${each}]`]))
  const kept = (from: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): string[] =>
    [...from.keys()].filter((each) => other.has(each))
  const [oldOrder, newOrder] = [kept(old, now), kept(now, old)]
  return oldOrder.join('\n') === newOrder.join('\n')
    ? inside
    : [...inside, { path, before: oldOrder, after: newOrder, reordered: true }]
}

type NameOf = (member: unknown) => string | undefined

/** How to identify the members of a list: by a key that all of them have or, if they are texts, by themselves. */
function nameOfMembers(members: readonly unknown[]): NameOf | undefined {
  if (members.every((member) => typeof member === 'string')) return (member) => member as string
  if (!members.every(isMap)) return undefined
  const key = ['id', 'key', 'field', 'name', 'member'].find((each) =>
    members.every((member) => isMap(member) && typeof member[each] === 'string'),
  )
  return key === undefined ? undefined : (member) => (isMap(member) ? (member[key] as string) : undefined)
}

/** Undefined if two members have the same name. */
function membersBy(members: readonly unknown[], nameOf: NameOf): Map<string, unknown> | undefined {
  const named = new Map(members.map((member) => [nameOf(member) ?? '', member]))
  return named.size === members.length ? named : undefined
}

const byIndex = (before: readonly unknown[], after: readonly unknown[], path: readonly string[]): PathChange[] =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
    pathChanges(before[index], after[index], [...path, `[${index}]`]),
  ).flat()

export const pathName = (path: readonly string[]): string =>
  printableName(path.map((key, index) => (index === 0 || /^\[.*\]$/s.test(key) ? key : `.${key}`)).join(''))

/** One difference in words, about `name`. */
export function pathPart({ before, after, reordered }: PathChange, name: string): string {
  const spaced = name === '' ? '' : `${name} `
  if (reordered) return `${spaced}in another order: ${fromTo(before, after)}`
  if (before === undefined) return `+ ${spaced}${shortValue(after)}`
  if (after === undefined) return `- ${spaced}${shortValue(before)}`
  return `${spaced}${fromTo(before, after)}`
}

export const pathParts = (before: unknown, after: unknown): string[] =>
  pathChanges(before, after).map((change) => pathPart(change, pathName(change.path)))

/** Texts that could be misread unless quoted, or that begin or end invisibly. */
const UNCLEAR = /^$|^\s|\s$|^[[{"(]|["\\]| -> |^nothing$|^-?\d[\d.eE+-]*$|^(?:true|false|null)$/

/** Distinct values give distinct texts. */
function wholeText(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value !== 'string') return printableName(stringifyJson(value))
  return UNCLEAR.test(value) || printableName(value) !== value ? quoted(value) : value
}

/** The text of a list item, quoted if it contains a comma. */
export const clearText = (value: unknown): string =>
  typeof value === 'string' && value.includes(',') ? quoted(value) : wholeText(value)

const quoted = (text: string): string => printableName(JSON.stringify(text))

export const shortValue = (value: unknown): string =>
  typeof value === 'string' && value.includes('\n') ? linesText(value.split('\n')) : shortened(wholeText(value))

/** `before -> after`, shortened around the first difference. Of texts with several lines, the lines that differ. */
export const fromTo = (before: unknown, after: unknown): string =>
  (typeof before === 'string' && typeof after === 'string' && linesFromTo(before, after)) ||
  fromToTexts(wholeText(before), wholeText(after))

/** Undefined if both have one line, or if they differ in more than their lines. */
function linesFromTo(before: string, after: string): string | undefined {
  const [old, now] = [before.split('\n'), after.split('\n')]
  if (old.length === 1 && now.length === 1) return undefined
  const most = Math.min(old.length, now.length)
  const at = old.findIndex((line, index) => line !== now[index])
  const first = at === -1 ? most : at
  let last = 0
  while (last < most - first && old.at(-1 - last) === now.at(-1 - last)) last += 1
  const [was, is] = [old.slice(first, old.length - last), now.slice(first, now.length - last)]
  const place = `line ${first + 1}`
  if (was.length === 0) return `${place} added: ${linesText(is)}`
  if (is.length === 0) return `${place} removed: ${linesText(was)}`
  const more = Math.max(was.length, is.length) - 1
  const [from = '', to = ''] = [was, is].map(([line]) => wholeText(line))
  return `${place}: ${fromToTexts(from, to)}${more > 0 ? ` and ${plural(more, 'more line')}` : ''}`
}

const linesText = ([line, ...others]: readonly string[]): string =>
  `${shortValue(line)}${others.length > 0 ? ` and ${plural(others.length, 'more line')}` : ''}`

/** The same for names, which are always quoted. */
export const fromToQuoted = (before: string, after: string): string => fromToTexts(quoted(before), quoted(after))

/** The same for texts that are already in words. */
export const fromToTexts = (before: string, after: string): string => shortTexts([before, after]).join(' -> ')

/** Values to compare. Shortening them never hides the difference. */
export const shortValues = (values: readonly unknown[]): string[] => shortTexts(values.map(wholeText))

/** Texts to compare, each shortened around the first difference. */
export function shortTexts(texts: readonly string[], longest = LONGEST_VALUE): string[] {
  const all = texts.map((text) => [...text])
  if (all.every(({ length }) => length <= longest)) return [...texts]
  const [first = []] = all
  const firstDifference = first.findIndex((character, index) => all.some((text) => text[index] !== character))
  const same = firstDifference === -1 ? first.length : firstDifference
  const start = same < longest / 2 ? 0 : same - 12
  return all.map((text) => `${start > 0 ? ELLIPSIS : ''}${shortened(text.slice(start).join(''), longest)}`)
}
