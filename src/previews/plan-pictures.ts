import { BoardwrightError, createLimit, lazy } from '@boardwright/common'
import type { Sheet, Theme } from '@boardwright/pictures'
import { createPainter, type Limits } from '@boardwright/pictures/draw'
import { idIn, isKind } from '../content/kinds.ts'
import { judgeTreeModel } from '../lint/model/judged.ts'
import type { Project } from '../project/local/project.ts'
import { type DrawnDashboard, pictureBytes } from '../words/html/charts.ts'
import { type Drawable, MOST_PIXELS, type Picture, picturesOf } from '../words/pictures.ts'
import { contentsIn, liveModelFacts, type PlannedPage, type ReadSides, sidesIn } from './page/compare.ts'
import { factsIn } from './page/model-facts.ts'
import { type PlanInHistory, readShown } from './page/shown.ts'
import { asSvg, type Boards, drawnOn, paint, paintOnce } from './paint.ts'
import { drawSides } from './sides.ts'

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
/** What a phone has room for on the page. */
const PHONE = 340
/** More dashboards than this are drawn in light alone. */
const MOST_DARK = 8

interface DrawPlanOptions {
  readonly budget?: ChartBudget
  readonly limits?: Partial<Limits>
  /** In half of the time. A dark page shows them dimmed. */
  readonly isLightAlone?: boolean
}

/** Draws each changed dashboard of a plan, in the order of the plan, each as soon as it is ready. */
export async function* drawPlan(
  planned: PlannedPage & ReadSides & PlanInHistory,
  project: Project,
  { budget = CHART_BUDGET, limits = SHARE, isLightAlone = false }: DrawPlanOptions = {},
): AsyncGenerator<DrawnDashboard> {
  const { live, desired } = planned.inputs
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
  const liveFacts = liveModelFacts(planned, facts)
  const sides = sidesIn(facts, liveFacts, { shown: await readShown(planned), after: contentsIn(planned)[1] })
  const sidesOfHeld = sidesIn(facts, liveFacts, { shown: () => live.content, after: desired })
  const themes: readonly Theme[] = isLightAlone || pictures.length > MOST_DARK ? ['light'] : ['light', 'dark']
  let [bytes, widgets] = [0, 0]
  const drawCharts = async (picture: Picture): Promise<DrawnDashboard | string> => {
    const isReport = isKind(picture.key, 'report')
    const scenes = (picture.isHeld ? sidesOfHeld : sides)(isReport ? picture.key : idIn(picture.key)).map(
      (side) => side?.scene,
    )
    widgets += scenes.reduce((sum, scene) => sum + (scene?.dashboard.widgets ?? []).length, 0)
    if (widgets > budget.widgets) return `there are more than ${budget.widgets} widgets`
    const shown = isReport ? [idIn(picture.key)] : picture.widgets().map(({ id }) => id)
    const boardsIn = async (theme: Theme): Promise<Boards> => {
      const common = { shown, isDark: theme === 'dark', painter: charts }
      const [wide, narrow] = await Promise.all([
        drawSides(scenes, { ...common, width: isReport ? WIDTH / 2 : WIDTH, isNarrow: false }),
        shown.length > 0 ? drawSides(scenes, { ...common, width: PHONE, isNarrow: true }) : {},
      ])
      return { theme, wide, narrow }
    }
    try {
      const boards = await Promise.all(themes.map(boardsIn))
      return await paint(picture, boards.map(drawnOn), charts)
    } catch (cause) {
      return isOver ? `that took more than ${budget.seconds} seconds` : BoardwrightError.from(cause).message
    }
  }
  const drawBoxes = async (picture: Picture, found: string): Promise<DrawnDashboard> => {
    const why = `The charts are not drawn: ${found}.`
    const draw = (each: Drawable): Sheet | undefined => each.draw(why)
    return { ...(await (isOver ? paintOnce(picture, draw, boxes()) : paint(picture, [{ draw }], boxes()))), why }
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
