import type { Box } from '../layout/places.ts'

/** In the board's own pixels, regardless of its scale. */
export function boxIn(element: HTMLElement, board: HTMLElement): Box {
  const [own, all] = [element.getBoundingClientRect(), board.getBoundingClientRect()]
  const scale = all.width / board.offsetWidth || 1
  return {
    ...{ left: (own.left - all.left) / scale, top: (own.top - all.top) / scale },
    ...{ width: own.width / scale, height: own.height / scale },
  }
}
