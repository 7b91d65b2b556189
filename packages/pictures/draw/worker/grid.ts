import { largest } from '@boardwright/common'
import { type Breakpoint, type Grid, gridAt } from '../../viewer/layout/breakpoint.ts'
import type { Nested } from '../../viewer/layout/nest.ts'
import { fromTop, placeWidgets } from '../../viewer/layout/place.ts'
import type { Box, Stage } from './context.ts'
import type { Markup } from './svg.ts'

export interface Room {
  readonly layout: unknown
  readonly breakpoint: Breakpoint
  readonly width: number
  /** Whether it is in a container. */
  readonly isInner: boolean
}

export interface Laid {
  readonly boxes: readonly { readonly nested: Nested; readonly box: Box }[]
  readonly height: number
}

/** Widgets in a grid of this width, and how tall it is. */
export function layOut(nested: readonly Nested[], { layout, breakpoint, width, isInner }: Room): Laid {
  const grid = gridAt(breakpoint, layout)
  const placed = placeWidgets(nested, breakpoint, grid)
  const shown = isInner ? fromTop(placed) : placed
  const [padX, padY] = isInner ? [0, 0] : grid.padding
  const [column, step] = [columnOf(grid, width - 2 * padX), grid.rowHeight + grid.gap[1]]
  const rows = largest([0, ...shown.map(({ at }) => at.y + at.h)])
  return {
    boxes: shown.map(({ nested: each, at }) => ({
      nested: each,
      box: {
        x: padX + at.x * (column + grid.gap[0]),
        y: padY + at.y * step,
        width: at.w * (column + grid.gap[0]) - grid.gap[0],
        height: at.h * step - grid.gap[1],
      },
    })),
    height: 2 * padY + Math.max(0, rows * step - grid.gap[1]),
  }
}

/** Draws widgets in a grid of this width. Returns its height too. */
export async function drawGrid(
  nested: readonly Nested[],
  stage: Stage,
  width: number,
  isInner: boolean,
): Promise<{ readonly markup: Markup; readonly height: number }> {
  const { layout } = stage.about.scene.dashboard
  const { boxes, height } = layOut(nested, { layout, breakpoint: stage.breakpoint, width, isInner })
  let markup = ''
  for (const { nested: each, box } of boxes) markup += await stage.draw(each, stage, box, isInner)
  return { markup, height }
}

const columnOf = ({ columns, gap }: Grid, width: number): number => (width - (columns - 1) * gap[0]) / columns
