import { BoardwrightError, createLimit, lazy } from '@boardwright/common'
import { type DrawnBoard, renderSvg, type Scene, type Sheet } from '@boardwright/pictures'
import { asOpened, createPainter, type Limits, type Painter } from '@boardwright/pictures/draw'
import { idIn, isKind } from '../content/kinds.ts'
import { judgeTreeModel } from '../lint/model/judged.ts'
import type { Project } from '../project/local/project.ts'
import { type DrawnDashboard, type DrawnPicture, pictureBytes } from '../words/html/charts.ts'
import { type Drawable, MOST_PIXELS, type Picture, picturesOf } from '../words/pictures.ts'
import { liveModelFacts, type PlannedPage, type ReadSides, sidesIn } from './page/compare.ts'
import { factsIn } from './page/model-facts.ts'

/** What drawing the charts of one plan may take. What is over it keeps its boxes. */
export interface ChartBudget {
  readonly seconds: number
  readonly bytes: number
  readonly widgets: number
}

export const CHART_BUDGET: ChartBudget = { seconds: 90, bytes: 30_000_000, widgets: 1_500 }

/** A widget that takes longer than this is left out, and the picture is drawn again without it. */
const SHARE: Partial<Limits> = { seconds: 10, around: 30 }
/** One dashboard is finished before the next but one begins, so that those drawn in time are whole. */
const AT_ONCE = 2
const WIDTH = 1280
const LARGEST_SVG = 8_000_000

/** Draws each changed dashboard of a plan, in the order of the plan, each as soon as it is ready. */
export async function* drawPlan(
  planned: PlannedPage & ReadSides,
  project: Project,
  { budget = CHART_BUDGET, limits = SHARE }: { readonly budget?: ChartBudget; readonly limits?: Partial<Limits> } = {},
): AsyncGenerator<DrawnDashboard> {
  const pictures = picturesOf(planned.plan)
  if (pictures.length === 0) return
  const charts = createPainter(limits)
  const boxes = lazy(createPainter)
  let isOver = false
  const over = setTimeout(() => {
    isOver = true
    void charts.close()
  }, budget.seconds * 1000)
  const facts = factsIn(judgeTreeModel(project.files))
  const sides = sidesIn(planned, facts, liveModelFacts(planned, facts))
  let [bytes, widgets] = [0, 0]
  const drawCharts = async (picture: Picture): Promise<DrawnDashboard | string> => {
    const isReport = isKind(picture.key, 'report')
    const scenes = sides(isReport ? picture.key : idIn(picture.key)).map((side) => side?.scene)
    widgets += scenes.reduce((sum, scene) => sum + (scene?.dashboard.widgets ?? []).length, 0)
    if (widgets > budget.widgets) return `there are more than ${budget.widgets} widgets`
    const shown = picture.widgets().map(({ id }) => id)
    try {
      const [before, after] = await Promise.all(
        scenes.map(
          (scene) => scene && drawBoard(scene, { shown, width: isReport ? WIDTH / 2 : WIDTH, painter: charts }),
        ),
      )
      return await paint(picture, (each) => each.drawCharts({ before, after }), charts)
    } catch (cause) {
      return isOver ? `that took more than ${budget.seconds} seconds` : BoardwrightError.from(cause).message
    }
  }
  const drawBoxes = async (picture: Picture, found: string): Promise<DrawnDashboard> => {
    const why = `The charts are not drawn: ${found}.`
    const draw = (each: Drawable): Sheet | undefined => each.draw(why)
    return { ...(await (isOver ? paintOnce(picture, draw, boxes()) : paint(picture, draw, boxes()))), why }
  }
  const drawOne = async (picture: Picture): Promise<DrawnDashboard> => {
    const drawn = await drawCharts(picture)
    return typeof drawn === 'string' ? drawBoxes(picture, drawn) : drawn
  }
  try {
    const { run } = createLimit(AT_ONCE)
    const first = pictures.slice(0, MOST_PIXELS).map((picture) => ({ picture, drawing: run(() => drawOne(picture)) }))
    // Each is awaited in its turn, and may fail before.
    for (const { drawing } of first) drawing.catch(() => undefined)
    for (const { picture, drawing } of first) {
      const drawn = await drawing
      const isFull = drawn.why === undefined && bytes + pictureBytes(drawn) > budget.bytes
      const full = `the pictures have more than ${budget.bytes / 1_000_000} MB`
      const dashboard = isFull ? await drawBoxes(picture, full) : drawn
      bytes += pictureBytes(dashboard)
      yield dashboard
    }
    for (const picture of pictures.slice(MOST_PIXELS)) yield asSvg(picture)
  } finally {
    clearTimeout(over)
    await Promise.all([charts.close(), boxes().close()])
  }
}

interface Drawing {
  readonly shown: readonly string[]
  readonly width: number
  readonly painter: Painter
}

async function drawBoard(scene: Scene, { shown, width: wide, painter }: Drawing): Promise<DrawnBoard> {
  const job = { scene: asOpened(scene, shown), width: wide, isDark: false, format: 'svg', scale: 1 } as const
  const { bytes, width, height, places, heading } = await painter.draw(job)
  if (bytes.length > LARGEST_SVG) {
    throw new BoardwrightError('PICTURE_FAILED', `the drawing has more than ${LARGEST_SVG / 1_000_000} MB`)
  }
  return { svg: Buffer.from(bytes).toString('utf8'), width, height, places, heading }
}

const asSvg = (picture: Picture): DrawnDashboard => {
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

async function paint(picture: Picture, draw: Draw, painter: Painter): Promise<DrawnDashboard> {
  const [whole, ...widgets] = await Promise.all([
    pictureOf(draw(picture), painter),
    ...picture.widgets().map(async (each) => {
      const drawn = await pictureOf(draw(each) ?? each.draw(NOT_SHOWN), painter)
      return drawn && { ...drawn, label: each.label, stem: each.stem }
    }),
  ])
  return { ...asSvg(picture), whole, widgets: widgets.flatMap((each) => each ?? []) }
}

/** One small picture stands for those of all widgets: when time is up, there may be many dashboards to come. */
async function paintOnce(picture: Picture, draw: Draw, painter: Painter): Promise<DrawnDashboard> {
  const whole = await pictureOf(draw(picture), painter, 1)
  const widgets = whole ? picture.widgets().map(({ label, stem }) => ({ ...whole, label, stem })) : []
  return { ...asSvg(picture), whole, widgets }
}

const NOT_SHOWN = 'It is not seen when the dashboard is opened.'

async function pictureOf(
  sheet: Sheet | undefined,
  painter: Painter,
  scale?: number,
): Promise<DrawnPicture | undefined> {
  if (sheet === undefined) return undefined
  const { width, height, parts } = sheet
  return { png: await pngOf(sheet, painter, scale), width, height, parts }
}

/** For occasional pictures: one process, kept waiting for the next. */
const waiting = lazy(() => createPainter({ processes: 1 }))

/** From fine to the coarsest that can be read. */
const SCALES = [undefined, 1, 0.75] as const

/** A drawing as a PNG of at most `most` bytes. Undefined if even the coarsest one is larger. */
export async function pngWithin(sheet: Sheet, most: number): Promise<Uint8Array | undefined> {
  for (const scale of SCALES) {
    const png = await pngOf(sheet, waiting(), scale)
    if (png.length <= most) return png
  }
  return undefined
}

/** Pictures with more pixels than this are not drawn at double size. */
const MOST_FOR_TWICE = 12_000_000

const scaleFor = ({ width, height }: Sheet): number => (width * height * 4 > MOST_FOR_TWICE ? 1 : 2)

async function pngOf(sheet: Sheet, painter: Painter, scale = scaleFor(sheet)): Promise<Uint8Array> {
  const { width, height } = sheet
  return (await painter.draw({ svg: renderSvg(sheet), width, height, format: 'png', scale })).bytes
}
