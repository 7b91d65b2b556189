import { lazy } from '@boardwright/common'
import { type Charts, renderSvg, type Sheet, type Theme } from '@boardwright/pictures'
import { createPainter, type Painter } from '@boardwright/pictures/draw'
import { isKind } from '../content/kinds.ts'
import type { DrawnDashboard, DrawnPicture } from '../words/html/charts.ts'
import type { Drawable, Picture } from '../words/pictures.ts'

/** Both sides in one theme, as on a page and on a phone. */
export interface Boards {
  readonly theme: Theme
  readonly wide: Charts
  readonly narrow: Charts
}

export const asSvg = (picture: Picture): DrawnDashboard => {
  const { key, name, stem } = picture
  const boxes = picture.draw()
  return {
    key,
    name,
    stem,
    svg: boxes === undefined ? '' : renderSvg(boxes),
    whole: undefined,
    widgets: [],
    why: undefined,
  }
}

type Draw = (picture: Drawable) => Sheet | undefined

/** How a picture is drawn in one theme. */
interface Drawn {
  readonly theme?: Theme
  readonly draw: Draw
  /** The same for a phone. */
  readonly drawNarrow?: Draw
}

export const drawnOn = ({ theme, wide, narrow }: Boards): Drawn => ({
  theme,
  draw: (each) => each.drawCharts(wide),
  drawNarrow: (each) => each.drawCharts(narrow),
})

/** The first way of drawing counts, and the second one is for dark pages. */
export async function paint(picture: Picture, ways: readonly Drawn[], painter: Painter): Promise<DrawnDashboard> {
  const pictureIn = async (draws: readonly (Draw | undefined)[], each: Drawable): Promise<DrawnPicture | undefined> => {
    const [light, dark] = await Promise.all(
      draws.map((draw, index) => pictureOf(draw?.(each), painter, { theme: ways[index]?.theme })),
    )
    return light && { ...light, ...(dark && { dark: dark.png }) }
  }
  const draws = ways.map(({ draw }) => draw)
  const drawsNarrow = ways.map(({ drawNarrow }) => drawNarrow)
  const crop = async (each: Drawable, drawnWide: readonly Draw[]): Promise<DrawnPicture | undefined> => {
    const [wide, narrow] = await Promise.all([pictureIn(drawnWide, each), pictureIn(drawsNarrow, each)])
    return wide && { ...wide, ...(narrow && { narrow }) }
  }
  const unseen =
    ({ draw }: Drawn): Draw =>
    (each) =>
      draw(each) ?? each.draw(NOT_SHOWN)
  const [whole, ...widgets] = await Promise.all([
    isKind(picture.key, 'report') ? crop(picture, draws) : pictureIn(draws, picture),
    ...picture.widgets().map(async (each) => {
      const drawn = await crop(each, ways.map(unseen))
      return drawn && { ...drawn, label: each.label, stem: each.stem }
    }),
  ])
  return { ...asSvg(picture), whole, widgets: widgets.flatMap((each) => (each && 'label' in each ? [each] : [])) }
}

/** One small picture stands for those of all widgets: when time is up, there may be many dashboards to come. */
export async function paintOnce(picture: Picture, draw: Draw, painter: Painter): Promise<DrawnDashboard> {
  const whole = await pictureOf(draw(picture), painter, { scale: 1 })
  const widgets = whole ? picture.widgets().map(({ label, stem }) => ({ ...whole, label, stem })) : []
  return { ...asSvg(picture), whole, widgets }
}

const NOT_SHOWN = 'It is not seen when the dashboard is opened.'

interface Pixels {
  readonly scale?: number
  readonly theme?: Theme | undefined
}

async function pictureOf(
  sheet: Sheet | undefined,
  painter: Painter,
  pixels: Pixels = {},
): Promise<DrawnPicture | undefined> {
  if (sheet === undefined) return undefined
  const { width, height, parts } = sheet
  return { png: await pngOf(sheet, painter, pixels), width, height, parts }
}

/** For occasional pictures: one process, kept waiting for the next. */
const waiting = lazy(() => createPainter({ processes: 1 }))

/** From fine to the coarsest that can be read. */
const SCALES = [undefined, 1, 0.75] as const

/** A drawing as a PNG of at most `most` bytes. Undefined if even the coarsest one is larger. */
export async function pngWithin(sheet: Sheet, most: number): Promise<Uint8Array | undefined> {
  for (const scale of SCALES) {
    const png = await pngOf(sheet, waiting(), { ...(scale && { scale }) })
    if (png.length <= most) return png
  }
  return undefined
}

/** Pictures with more pixels than this are not drawn at double size. */
const MOST_FOR_TWICE = 12_000_000

const scaleFor = ({ width, height }: Sheet): number => (width * height * 4 > MOST_FOR_TWICE ? 1 : 2)

async function pngOf(sheet: Sheet, painter: Painter, { scale = scaleFor(sheet), theme }: Pixels): Promise<Uint8Array> {
  const { width, height } = sheet
  return (await painter.draw({ svg: renderSvg(sheet, { theme }), width, height, format: 'png', scale })).bytes
}
