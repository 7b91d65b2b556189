import { smallest } from '@boardwright/common'
import type { Box, Drawing } from '../../plan/plan-file.ts'
import { sizeWords, stepsBetween, TO_THE_TOP } from './geometry.ts'

/** More moves than this become a list instead of sentences. */
const MOST_TOLD = 6

/** `"Top customers" moves to the top, "Orders" below it`. Undefined if that would get too long, or nothing moves. */
export function moveSentences(
  { before, after }: Drawing,
  name: (label: string) => string,
): readonly string[] | undefined {
  const old = new Map(before.map((box) => [box.id, box]))
  const now = new Set(after.map(({ id }) => id))
  const both = after.flatMap((is): Move[] => {
    const was = old.get(is.id)
    return was ? [{ was, is, name: name(is.label) }] : []
  })
  const added = after.filter(({ id }) => !old.has(id))
  const removed = before.filter(({ id }) => !now.has(id))
  const moved = both.filter(({ was, is }) => was.x !== is.x || was.y !== is.y || was.parent !== is.parent)
  const resized = both.filter(({ was, is }) => was.w !== is.w || was.h !== is.h)
  const count = added.length + removed.length + moved.length + resized.length
  if (count === 0 || count > MOST_TOLD) return undefined
  return [
    ...added.map(({ label }) => `${name(label)} is new`),
    ...removed.map(({ label }) => `${name(label)} is removed`),
    ...(moved.length > 0 ? [movesOf(moved, after)] : []),
    ...resized.map((each) => `${each.name} becomes ${sizeWords(each.was, each.is)}`),
  ]
}

interface Move {
  readonly was: Box
  readonly is: Box
  readonly name: string
}

/** From top to bottom. A widget right below the moved one before it is described as below that. */
function movesOf(moved: readonly Move[], after: readonly Box[]): string {
  const inOrder = moved.toSorted((a, b) => a.is.y - b.is.y || a.is.x - b.is.x)
  return inOrder
    .map(({ was, is, name }, index) => {
      const above = inOrder[index - 1]?.is
      return above && isBelow(is, above) ? `${name} below it` : `${name} moves ${wayOf(was, is, after)}`
    })
    .join(', ')
}

const isBelow = (box: Box, above: Box): boolean =>
  box.parent === above.parent && box.y === above.y + above.h && box.x < above.x + above.w && above.x < box.x + box.w

function wayOf(was: Box, is: Box, after: readonly Box[]): string {
  if (was.parent !== is.parent) return is.parent === undefined ? 'out of its container' : 'into another container'
  const top = smallest(after.filter(({ parent }) => parent === is.parent).map(({ y }) => y))
  return is.y === top && was.y > top && was.x === is.x ? TO_THE_TOP : stepsBetween(was, is)
}
