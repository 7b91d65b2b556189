import { escapeText, type FilledSpots, fillSpots, type Lookup, type VariableSpot } from './variables.ts'

export interface RestoredLine {
  readonly text: string
  /** The variables of the written line that are back in it. */
  readonly kept: readonly VariableSpot[]
  readonly lost: readonly VariableSpot[]
}

/**
 * Puts variables back into a changed line, where their values are still there and their place is unambiguous. Filling
 * in the result gives the changed line.
 */
export function restoreLine(before: FilledSpots, after: string, lookup: Lookup): RestoredLine {
  const plain = { text: escapeText(after, lookup), kept: [], lost: before.spots }
  if (before.spots.length === 0) return plain
  const change = compareLines(before.text, after)
  const kept: VariableSpot[] = []
  let text = ''
  let done = 0
  for (const spot of before.spots) {
    const from = placeOf(spot, change)
    if (from === undefined || from < done) continue
    text += escapeText(after.slice(done, from), lookup) + spot.token
    done = from + (spot.to - spot.from)
    kept.push(spot)
  }
  text += escapeText(after.slice(done), lookup)
  // A dollar sign before a variable would escape it.
  const isSame = kept.length > 0 && fillSpots(text, lookup).text === after
  return isSame ? { text, kept, lost: before.spots.filter((spot) => !kept.includes(spot)) } : plain
}

interface LineChange {
  readonly before: string
  readonly after: string
  /** Characters in the common prefix and suffix. */
  readonly prefix: number
  readonly suffix: number
  /** Share of common words. */
  readonly likeness: number
}

function compareLines(before: string, after: string): LineChange {
  const most = Math.min(before.length, after.length)
  let prefix = 0
  while (prefix < most && before[prefix] === after[prefix]) prefix += 1
  let suffix = 0
  while (suffix < most - prefix && before[before.length - 1 - suffix] === after[after.length - 1 - suffix]) suffix += 1
  return { before, after, prefix, suffix, likeness: likenessOf(before, after) }
}

const WORD = /[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu

export function likenessOf(before: string, after: string): number {
  const words = new Map<string, number>()
  let total = 0
  let shared = 0
  for (const [word] of before.matchAll(WORD)) {
    words.set(word, (words.get(word) ?? 0) + 1)
    total += 1
  }
  for (const [word] of after.matchAll(WORD)) {
    const left = words.get(word) ?? 0
    if (left > 0) shared += 1
    words.set(word, left - 1)
    total += 1
  }
  return total === 0 ? 1 : (2 * shared) / total
}

const LIKE_ENOUGH = 0.5

/** Where the value of a variable is in the changed line, if that is unambiguous. */
function placeOf(spot: VariableSpot, change: LineChange): number | undefined {
  const { before, after, prefix, suffix, likeness } = change
  const value = before.slice(spot.from, spot.to)
  const telling = value.length >= 3 && /\p{L}/u.test(value)
  if (!telling && likeness < LIKE_ENOUGH) return undefined
  if (spot.to <= prefix && fits(spot, change, spot.from)) return spot.from
  const shifted = spot.from + after.length - before.length
  if (spot.from >= before.length - suffix && fits(spot, change, shifted)) return shifted
  if (!telling) return undefined
  const [old, now] = [before, after].map((text) =>
    occurrences(text, value).filter((at) => fits(spot, { before, after: text }, at)),
  )
  return old?.length === now?.length ? now?.[old?.indexOf(spot.from) ?? -1] : undefined
}

function occurrences(text: string, value: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) found.push(at)
  return found
}

/** Whether the value is there as before: as a whole word, or next to the same characters. */
function fits({ from, to }: VariableSpot, { before, after }: { before: string; after: string }, at: number): boolean {
  const end = at + to - from
  return (
    at >= 0 &&
    sameEdge(before[from - 1], before[from], after[at - 1], from === to) &&
    sameEdge(before[to], before[to - 1], after[end], from === to)
  )
}

function sameEdge(was: string | undefined, edge: string | undefined, is: string | undefined, empty: boolean): boolean {
  if (was === is) return true
  return !empty && !isGlued(was, edge) && !isGlued(is, edge)
}

const isGlued = (outside: string | undefined, inside: string | undefined): boolean => isWord(outside) && isWord(inside)

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_]/u.test(character)
