import { BoardwrightError } from '@boardwright/common'
import type { Charts, DrawnBoard, Scene } from '@boardwright/pictures'
import { asOpened, type Job, type Painter, stacked } from '@boardwright/pictures/draw'

const LARGEST_SVG = 8_000_000

interface Drawing {
  readonly shown: readonly string[]
  readonly width: number
  /** Whether only what is shown is drawn, below each other. */
  readonly isNarrow: boolean
  readonly isDark: boolean
  readonly painter: Painter
}

/** Both sides. What is the same in both has one place: they are drawn again if contents make one of them wider. */
export async function drawSides(scenes: readonly (Scene | undefined)[], drawing: Drawing): Promise<Charts> {
  const [before, after] = await Promise.all(scenes.map((scene) => scene && drawBoard(scene, drawing)))
  const [was, is] = scenes
  if (!before || !after || !was || !is) return { before: before?.board, after: after?.board }
  const again = async (scene: Scene, own: BoardWithSizes, other: BoardWithSizes): Promise<DrawnBoard> =>
    isLevel(own, other) ? own.board : (await drawBoard(scene, drawing, other.sizes)).board
  const [one, two] = await Promise.all([again(was, before, after), again(is, after, before)])
  return { before: one, after: two }
}

interface BoardWithSizes {
  readonly board: DrawnBoard
  readonly sizes: NonNullable<Job['level']>
}

/** Whether nothing that both have is wider on the other side. */
function isLevel(own: BoardWithSizes, other: BoardWithSizes): boolean {
  const others = new Map(Object.entries(other.sizes).map(([id, sizes]) => [id, new Map(Object.entries(sizes))]))
  return Object.entries(own.sizes).every(([id, sizes]) =>
    Object.entries(sizes).every(([name, size]) => (others.get(id)?.get(name) ?? 0) <= size),
  )
}

async function drawBoard(
  scene: Scene,
  { shown, width: wide, isNarrow, isDark, painter }: Drawing,
  level?: Job['level'],
): Promise<BoardWithSizes> {
  const opened = asOpened(scene, shown)
  const job = {
    scene: isNarrow ? stacked(opened, shown) : opened,
    width: wide,
    isDark,
    ...{ hasAllColumns: true, level },
    format: 'svg',
    scale: 1,
  } as const
  const { bytes, width, height, places, heading, sizes } = await painter.draw(job)
  if (bytes.length > LARGEST_SVG) {
    throw new BoardwrightError('PICTURE_FAILED', `the drawing has more than ${LARGEST_SVG / 1_000_000} MB`)
  }
  return { board: { svg: Buffer.from(bytes).toString('utf8'), width, height, places, heading }, sizes }
}
