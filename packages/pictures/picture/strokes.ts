/** The sides on which a line leaves its cell, to be added up. */
export const SIDES = { up: 1, right: 2, down: 4, left: 8 } as const

/** Lines of any terminal, or those that join, where a terminal has them. */
export type Strokes = 'ascii' | 'box'

/** By the sum of the sides. */
const JOINED = ' ╵╶└╷│┌├╴┘─┴┐┤┬┼'
const ACROSS = SIDES.left | SIDES.right
const UPRIGHT = SIDES.up | SIDES.down

export function strokeOf(sides: number, strokes: Strokes): string {
  if (strokes === 'box') return JOINED.charAt(sides)
  if (sides === 0) return ' '
  return sides === ACROSS ? '-' : sides === UPRIGHT ? '|' : '+'
}
