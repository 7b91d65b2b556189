import { smallest } from '@boardwright/common'
import { counted, listed, plural } from '../../content/counted.ts'
import type { Box, Drawing } from '../../plan/plan-file.ts'
import { inMarkdown } from '../escape.ts'

/** More moves than this become a list instead of sentences. */
const MOST_TOLD = 6
const MOST_NAMED = 5

/** `**Top customers** moves to the top, **Orders** below it. Sizes stay.` Undefined if that would get too long. */
export function layoutSentences({ before, after }: Drawing): readonly string[] | undefined {
  const old = new Map(before.map((box) => [box.id, box]))
  const now = new Map(after.map((box) => [box.id, box]))
  const both = after.flatMap((box) => {
    const was = old.get(box.id)
    return was ? [{ was, is: box }] : []
  })
  const added = after.filter(({ id }) => !old.has(id))
  const removed = before.filter(({ id }) => !now.has(id))
  const moved = both.filter(({ was, is }) => was.x !== is.x || was.y !== is.y || was.parent !== is.parent)
  const resized = both.filter(({ was, is }) => was.w !== is.w || was.h !== is.h)
  if (added.length + removed.length + moved.length + resized.length > MOST_TOLD) return undefined
  if (added.length + removed.length + moved.length + resized.length === 0) return undefined
  const changed = new Set([...moved, ...resized].map(({ is }) => is.id))
  const rest = both.filter(({ is }) => !changed.has(is.id)).map(({ is }) => is)
  return [
    ...added.map((box) => `${bold(box)} is new (${sizeOf(box)}).`),
    ...removed.map((box) => `${bold(box)} is removed.`),
    ...(moved.length > 0 ? [`${movesOf(moved, after)}.`] : []),
    ...resized.map(({ was, is }) => `${bold(is)} is resized ${sizeOf(was)} -&gt; ${sizeOf(is)}.`),
    ...(moved.length > 0 && resized.length === 0 ? ['Sizes stay.'] : []),
    ...(moved.length > 0 && rest.length > 0 ? [stayText(rest)] : []),
  ]
}

interface Move {
  readonly was: Box
  readonly is: Box
}

const bold = ({ label }: Box): string => `**${inMarkdown(label)}**`
const sizeOf = ({ w, h }: Box): string => `${w}x${h}`

/** From top to bottom. A widget right below the moved one before it is described as below that. */
function movesOf(moved: readonly Move[], after: readonly Box[]): string {
  const inOrder = moved.toSorted((a, b) => a.is.y - b.is.y || a.is.x - b.is.x)
  return inOrder
    .map(({ was, is }, index) => {
      const above = inOrder[index - 1]?.is
      if (above && isBelow(is, above)) return `${bold(is)} below it`
      return `${bold(is)} moves ${wayOf(was, is, after)}`
    })
    .join(', ')
}

const isBelow = (box: Box, above: Box): boolean =>
  box.parent === above.parent && box.y === above.y + above.h && box.x < above.x + above.w && above.x < box.x + box.w

function wayOf(was: Box, is: Box, after: readonly Box[]): string {
  if (was.parent !== is.parent) return is.parent === undefined ? 'out of its container' : 'into another container'
  const top = smallest(after.filter(({ parent }) => parent === is.parent).map(({ y }) => y))
  if (is.y === top && was.y > top && was.x === is.x) return 'to the top'
  const steps = [
    ...(is.y === was.y ? [] : [`${is.y > was.y ? 'down' : 'up'} ${plural(Math.abs(is.y - was.y), 'row')}`]),
    ...(is.x === was.x ? [] : [`${is.x > was.x ? 'right' : 'left'} ${plural(Math.abs(is.x - was.x), 'column')}`]),
  ]
  return steps.join(' and ')
}

function stayText(rest: readonly Box[]): string {
  if (rest.length > MOST_NAMED) return `The ${counted(rest.length)} others do not move.`
  const names = rest.map(({ label }) => inMarkdown(label))
  return `${listed(names)} ${names.length === 1 ? 'does' : 'do'} not move.`
}
