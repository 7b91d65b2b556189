import { unchangedLines } from '../content/merge-lines.ts'
import { likenessOf, type RestoredLine, restoreLine } from './restore-line.ts'
import { escapeText, type FilledSpots, fillSpots, fillText, type Lookup } from './variables.ts'

export interface Restored {
  /** Filling it in gives exactly the changed text. */
  readonly text: string
  /** Whether every variable is still there, apart from those on deleted lines. */
  readonly kept: boolean
  /** Variables that became plain text. */
  readonly lost: readonly string[]
}

/**
 * Puts variables back into a rendered text that was edited, line by line: unchanged lines stay as written, changed
 * lines get back variables if their values are still there.
 */
export function restoreText(written: string, before: string, after: string, lookup: Lookup): Restored {
  const filled = fillText(written, lookup)
  if (filled.text !== before) return { text: escapeText(after, lookup), kept: false, lost: namesOf(filled.uses) }
  if (before === after) return { text: written, kept: true, lost: [] }
  if (filled.uses.length === 0) return { text: escapeText(after, lookup), kept: true, lost: [] }

  const lines = written.split('\n').map((text): WrittenLine => ({ text, filled: fillSpots(text, lookup) }))
  const lost = new Set<string>()
  const text = groupsOf(lines, before.split('\n'), after.split('\n'))
    .flatMap(({ kept, old, now }) => [...restoreGroup(old, now, lookup, lost), ...kept])
    .join('\n')
  return { text, kept: lost.size === 0, lost: [...lost] }
}

const namesOf = (uses: readonly { readonly name: string }[]): string[] => [...new Set(uses.map(({ name }) => name))]

interface WrittenLine {
  readonly text: string
  readonly filled: FilledSpots
}

/** Changed lines, followed by a line that stays. */
interface Group {
  readonly old: readonly WrittenLine[]
  readonly now: readonly string[]
  readonly kept: readonly string[]
}

function groupsOf(lines: readonly WrittenLine[], before: readonly string[], after: readonly string[]): Group[] {
  const places = unchangedLines(before, after)
  const groups: Group[] = []
  let old: WrittenLine[] = []
  let at = 0
  let done = 0
  for (const line of lines) {
    // A value may have several lines.
    const length = line.filled.text.split('\n').length
    const place = places.get(at)
    const stays = place !== undefined && Array.from({ length }).every((_, n) => places.get(at + n) === place + n)
    if (stays) {
      groups.push({ old, now: after.slice(done, place), kept: [line.text] })
      old = []
      done = place + length
    } else {
      old.push(line)
    }
    at += length
  }
  return [...groups, { old, now: after.slice(done), kept: [] }]
}

/** In groups larger than this, lines are matched only by position. */
const MOST_COMPARED = 2_000_000

/** Matches lines with variables to their successors: in order, preferring those that keep the most. */
function restoreGroup(
  old: readonly WrittenLine[],
  now: readonly string[],
  lookup: Lookup,
  lost: Set<string>,
): string[] {
  const plain = now.map((line) => escapeText(line, lookup))
  const withVariables = old.filter(({ filled }) => filled.spots.length > 0)
  if (withVariables.length === 0 || now.length === 0) return plain
  const size = sizeOf(withVariables.map(({ filled }) => filled.text)) * now.length + sizeOf(now) * withVariables.length
  const isLarge = withVariables.length * now.length > 1 && size > MOST_COMPARED
  const pairs = isLarge ? pairsByPlace(old, now, lookup) : bestPairs(withVariables, now, lookup)
  const successors = new Map(pairs.map(({ old, now, restored }) => [old, { now, restored }]))
  for (const line of withVariables) {
    const successor = successors.get(line)
    if (successor) plain[successor.now] = successor.restored.text
    for (const { name } of successor?.restored.lost ?? line.filled.spots) lost.add(name)
  }
  return plain
}

const sizeOf = (texts: readonly string[]): number => texts.reduce((size, text) => size + text.length, 0)

interface Pair {
  readonly old: WrittenLine
  readonly now: number
  readonly restored: RestoredLine
}

function pairsByPlace(old: readonly WrittenLine[], now: readonly string[], lookup: Lookup): Pair[] {
  if (old.length !== now.length) return []
  return old
    .map((line, index) => ({ old: line, now: index, restored: restoreLine(line.filled, now[index] ?? '', lookup) }))
    .filter(({ restored }) => restored.kept.length > 0)
}

interface Best {
  readonly score: number
  readonly pairs: readonly Pair[]
}
const NONE: Best = { score: 0, pairs: [] }

/** The best pairing of lines without crossings. */
function bestPairs(old: readonly WrittenLine[], now: readonly string[], lookup: Lookup): readonly Pair[] {
  let above: Best[] = Array.from({ length: now.length + 1 }, () => NONE)
  for (const line of old) {
    const row: Best[] = [NONE]
    for (const [index, text] of now.entries()) {
      const restored = restoreLine(line.filled, text, lookup)
      const paired = above[index] ?? NONE
      const score =
        restored.kept.length === 0 ? 0 : paired.score + restored.kept.length + likenessOf(line.filled.text, text)
      const others = [row[index] ?? NONE, above[index + 1] ?? NONE]
      const best = others.reduce((one, other) => (other.score > one.score ? other : one))
      row.push(score > best.score ? { score, pairs: [...paired.pairs, { old: line, now: index, restored }] } : best)
    }
    above = row
  }
  return above.at(-1)?.pairs ?? []
}
