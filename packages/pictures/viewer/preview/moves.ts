import type { Scene, SceneMark, SceneMarks } from '../../scene.ts'
import { BREAKPOINTS, type Breakpoint } from '../layout/breakpoint.ts'
import { type Place, placesIn } from '../layout/places.ts'
import { placeOf, widgetsIn } from './between.ts'

export interface Sides {
  readonly live?: Scene | undefined
  readonly after?: Scene | undefined
  readonly marks: SceneMarks
}

const MOVES: ReadonlySet<SceneMark> = new Set(['moved', 'resized'])

export const isMove = (mark: SceneMark): boolean => MOVES.has(mark)

/**
 * The plan's marks as they are true at this breakpoint: a widget that stays where it is there has not moved, and one
 * whose place is held has.
 */
export function marksAt({ live, after, marks }: Sides, breakpoint: Breakpoint): SceneMarks {
  if (!live || !after) return marks
  const [was, is] = [placesIn(live, breakpoint), placesIn(after, breakpoint)]
  const isPut = isPutElsewhere(live, after)
  const shown = Object.entries(marks).map(([id, own]): [string, readonly SceneMark[]] => {
    const [before, now] = [was.get(id), is.get(id)]
    const mayMove = own.some(isMove) || (own.includes('held') && isPut(id))
    if (!mayMove || !before || !now) return [id, own]
    return [id, [...movesBetween(before, now), ...own.filter((mark) => !isMove(mark))]]
  })
  return Object.fromEntries(shown.filter(([, own]) => own.length > 0))
}

/** Asked of what is held: the plan marks no move, but both sides are compared with the repo's place. */
function isPutElsewhere(live: Scene, after: Scene): (id: string) => boolean {
  const [was, is] = [widgetsIn(live), widgetsIn(after)]
  return (id) => {
    const [before, now] = [was.get(id), is.get(id)]
    return before !== undefined && now !== undefined && placeOf(before) !== placeOf(now)
  }
}

function movesBetween({ at: was, within }: Place, { at: is, ...now }: Place): SceneMark[] {
  const isMoved = was.x !== is.x || was.y !== is.y || within !== now.within
  const isResized = was.w !== is.w || was.h !== is.h
  return [...(isMoved ? ['moved' as const] : []), ...(isResized ? ['resized' as const] : [])]
}

/** The breakpoints at which something can be seen to move. */
export const movesShownAt = (sides: Sides): readonly Breakpoint[] =>
  BREAKPOINTS.filter((breakpoint) => Object.values(marksAt(sides, breakpoint)).some((own) => own.some(isMove)))

interface Wanted {
  /** By the reader. */
  readonly chosen: Breakpoint | undefined
  readonly fitting: Breakpoint
}

export interface Where {
  readonly breakpoint: Breakpoint
  /** Said of it, if not everything that the plan moves can be seen to move here. */
  readonly note?: string
}

/** Where to look at a comparison: where something moves, unless the reader has chosen. */
export function whereToLook(sides: Sides, { chosen, fitting }: Wanted): Where {
  const asked = chosen ?? fitting
  const moves = movesShownAt(sides)
  const [widest] = moves
  if (widest === undefined || moves.includes(asked)) return { breakpoint: asked }
  const note = `Nothing moves at ${asked}: it moves at ${moves.join(', ')}.`
  return { breakpoint: chosen ?? widest, note }
}
