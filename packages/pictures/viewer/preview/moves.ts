import type { Scene, SceneMark, SceneMarks } from '../../scene.ts'
import { BREAKPOINTS, type Breakpoint } from '../layout/breakpoint.ts'
import { type Place, placesIn } from '../layout/places.ts'
import { lookOf, placeOf, widgetsIn } from './between.ts'

export interface Sides {
  readonly live?: Scene | undefined
  readonly after?: Scene | undefined
  /** As the repo has it, if that is not what apply makes. */
  readonly repo?: Scene | undefined
  /** As apply makes it, if `after` is the repo's. */
  readonly applied?: Scene | undefined
  readonly marks: SceneMarks
}

const MOVES: ReadonlySet<SceneMark> = new Set(['moved', 'resized'])

export const isMove = (mark: SceneMark): boolean => MOVES.has(mark)

/**
 * The plan's marks as they are true at this breakpoint: a widget that stays where it is there has not moved, and one
 * of which only the place is held is not held.
 */
export const marksAt = (sides: Sides, breakpoint: Breakpoint): SceneMarks => lookAt(sides, breakpoint).marks

interface Look {
  readonly marks: SceneMarks
  /** Whether something moves here, or is held from moving. */
  readonly moves: boolean
}

function lookAt({ live, after, repo = after, applied = live, marks }: Sides, breakpoint: Breakpoint): Look {
  if (!live || !after || !repo || !applied)
    return { marks, moves: Object.values(marks).some((own) => own.some(isMove)) }
  const [was, is, wanted] = [live, after, repo].map((scene) => placesIn(scene, breakpoint))
  const heldIn = heldPlaces(live, { repo, applied })
  let moves = false
  const shown = Object.entries(marks).map(([id, own]): [string, readonly SceneMark[]] => {
    const isHeld = own.includes('held') ? heldIn(id) : undefined
    const here = movesBetween(was?.get(id), is?.get(id))
    const held = isHeld === undefined ? [] : movesBetween(was?.get(id), wanted?.get(id))
    if (!here || !held || (isHeld === undefined && !own.some(isMove))) return [id, own]
    moves ||= here.length + held.length > 0
    const isStill = isHeld === 'only' && held.length === 0
    return [id, [...here, ...own.filter((mark) => !isMove(mark) && !(isStill && mark === 'held'))]]
  })
  return { marks: Object.fromEntries(shown.filter(([, own]) => own.length > 0)), moves }
}

/** Whether the repo puts a widget elsewhere, at some breakpoint, and only that. */
function heldPlaces(
  live: Scene,
  { repo, applied }: { readonly repo: Scene; readonly applied: Scene },
): (id: string) => 'only' | 'also' | undefined {
  const [was, wanted, made] = [live, repo, applied].map(widgetsIn)
  return (id) => {
    const [before, then, now] = [was, wanted, made].map((widgets) => widgets?.get(id))
    if (!before || !then || placeOf(before) === placeOf(then)) return undefined
    return now && lookOf(now, applied) === lookOf(then, repo) ? 'only' : 'also'
  }
}

function movesBetween(before: Place | undefined, now: Place | undefined): SceneMark[] | undefined {
  if (!before || !now) return undefined
  const [was, is] = [before.at, now.at]
  const isMoved = was.x !== is.x || was.y !== is.y || before.within !== now.within
  const isResized = was.w !== is.w || was.h !== is.h
  return [...(isMoved ? ['moved' as const] : []), ...(isResized ? ['resized' as const] : [])]
}

/** The breakpoints at which something can be seen to move, or to be held from it. */
export const movesShownAt = (sides: Sides): readonly Breakpoint[] =>
  BREAKPOINTS.filter((breakpoint) => lookAt(sides, breakpoint).moves)

interface Wanted {
  /** By the reader. */
  readonly chosen: Breakpoint | undefined
  readonly fitting: Breakpoint
  /** Whether it could be read here: wide boards are made small in narrow windows. */
  readonly isLegible: (breakpoint: Breakpoint) => boolean
}

export interface Where {
  readonly breakpoint: Breakpoint
  /** Said of it, if not everything that the plan moves can be seen to move here. */
  readonly note?: string
}

/** Where to look at a comparison: where something moves, unless the reader has chosen. */
export function whereToLook(sides: Sides, { chosen, fitting, isLegible }: Wanted): Where {
  const asked = chosen ?? fitting
  const moves = movesShownAt(sides)
  if (moves.length === 0 || moves.includes(asked)) return { breakpoint: asked }
  const legible = chosen === undefined ? moves.find(isLegible) : undefined
  if (legible) return { breakpoint: legible, note: `Shown at ${legible}, where it moves.` }
  return { breakpoint: asked, note: `Nothing moves at ${asked}: it moves at ${moves.join(', ')}.` }
}
