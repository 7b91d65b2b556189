import { largest } from '@boardwright/common'
import { type Grid, gridAt } from '../../viewer/layout/breakpoint.ts'
import type { Nested } from '../../viewer/layout/nest.ts'
import { fromTop, placeWidgets } from '../../viewer/layout/place.ts'
import type { Stage } from './context.ts'
import type { Markup } from './svg.ts'

/** Draws widgets in a grid of this width. Returns its height too. */
export async function drawGrid(
  nested: readonly Nested[],
  stage: Stage,
  width: number,
  isInner: boolean,
): Promise<{ readonly markup: Markup; readonly height: number }> {
  const grid = gridAt(stage.breakpoint, stage.about.scene.dashboard.layout)
  const placed = placeWidgets(nested, stage.breakpoint, grid)
  const shown = isInner ? fromTop(placed) : placed
  const [padX, padY] = isInner ? [0, 0] : grid.padding
  const [column, step] = [columnOf(grid, width - 2 * padX), grid.rowHeight + grid.gap[1]]
  let markup = ''
  for (const { nested: each, at } of shown) {
    const box = {
      x: padX + at.x * (column + grid.gap[0]),
      y: padY + at.y * step,
      width: at.w * (column + grid.gap[0]) - grid.gap[0],
      height: at.h * step - grid.gap[1],
    }
    markup += await stage.draw(each, stage, box, isInner)
  }
  const rows = largest([0, ...shown.map(({ at }) => at.y + at.h)])
  return { markup, height: 2 * padY + Math.max(0, rows * step - grid.gap[1]) }
}

const columnOf = ({ columns, gap }: Grid, width: number): number => (width - (columns - 1) * gap[0]) / columns
