import { createHash } from 'node:crypto'
import { largest, lazy, oncePer } from '@boardwright/common'
import {
  CHANGED,
  type Change,
  type Charts,
  type Difference,
  differencesOf,
  drawCharts,
  drawDashboards,
  drawWidgetCharts,
  HEADING,
  type Sheet,
  type Tile,
} from '@boardwright/pictures'
import { plural } from '../content/counted.ts'
import { idIn, isKind, type Key } from '../content/kinds.ts'
import { printableName } from '../content/printable.ts'
import { layoutDrawing } from '../plan/drawing.ts'
import { fullName } from '../plan/naming.ts'
import type { Box, CommonPlan, HeldObject, PlannedObject, UnitChange } from '../plan/plan-file.ts'
import { withArrow } from './arrow.ts'
import { lastName } from './facts.ts'
import { lineInWords } from './lines.ts'
import {
  changedReports,
  dashboardSentences,
  widgetSentences,
  widgetsOfUnits,
  widgetsShownLate,
} from './picture-words.ts'
import { objectSentences } from './sentences.ts'
import { namesFor, namesIn, type ShownNames } from './values/line.ts'
import { allLines, objectWords } from './values/object.ts'

/** Units of a report that affect its picture. */
export const DRAWN_UNITS: ReadonlySet<string> = new Set([
  ...['name', 'title', 'kind', 'spec', 'sql', 'query', 'pythonCode', 'pivot', 'periodComparisons', 'preferences'],
])

/** Something before and after. */
export interface Drawable {
  /** As boxes, with the reason why there are no charts. */
  readonly draw: (why?: string) => Sheet | undefined
  readonly drawCharts: (charts: Charts) => Sheet | undefined
}

/** A changed dashboard before and after, or a report whose dashboard the plan leaves as it is. */
export interface Picture extends Drawable {
  readonly key: Key
  readonly name: string
  /** A file name without extension, always the same for this dashboard. */
  readonly stem: string
  readonly hasMoves: boolean
  /** Set if it is live beside what the repo has. */
  readonly isHeld?: true
  /** The widgets that show something else, from top to bottom. */
  readonly widgets: () => readonly WidgetPicture[]
}

/** A widget of a changed dashboard that shows something else, before and after. */
interface WidgetPicture extends Drawable {
  readonly id: string
  readonly label: string
  readonly stem: string
}

/** Those of dashboards come first: there are the most pixels for them. */
export const picturesOf = (plan: CommonPlan): Picture[] => [
  ...picturesOfDashboards(plan),
  ...picturesOfReports(plan),
  ...picturesOfHeld(plan),
]

/** Nothing that is drawn around such a report changes, so it stands alone. */
function picturesOfReports(plan: CommonPlan): Picture[] {
  const names = namesIn(plan)
  const planned = new Set(plan.objects.map(({ key }) => key))
  return plan.objects.flatMap((object): Picture[] => {
    const { key, action, units, within } = object
    const isShown = isKind(key, 'report') && action === 'update' && units.some(({ unit }) => DRAWN_UNITS.has(unit))
    if (!isShown || (within !== undefined && planned.has(within))) return []
    const [id, label, name] = [idIn(key), lastName(object), fullName(object)]
    const told = objectSentences(object, names).map(({ text }) => withArrow(text))
    const tile: Tile = { ...{ id, label, type: 'CHART' }, ...{ x: 0, y: 0, w: ALONE, h: ALONE } }
    const change = { before: [tile], after: [tile], changed: new Map([[id, told]]), columns: ALONE, title: name, told }
    return [
      {
        ...{ key, name, stem: reportPictureName(plan, object), hasMoves: false, widgets: () => [] },
        // Boxes would say no more than the name.
        draw: (why) => (why === undefined ? undefined : drawDashboards({ ...change, notes: [why] })),
        drawCharts: (charts) => drawWidgetCharts({ ...{ id, label, told }, difference: CHANGED, notes: [] }, charts),
      },
    ]
  })
}

/** A report that stands alone has the whole width. */
const ALONE = 12

function picturesOfDashboards(plan: CommonPlan): Picture[] {
  const names = namesIn(plan)
  const objects = new Map<string, PlannedObject>(plan.objects.map((object) => [object.key, object]))
  return plan.objects.flatMap((object): Picture[] => {
    const { key, drawing } = object
    if (drawing === undefined) return []
    const name = fullName(object)
    const stem = pictureName(plan, key)
    const change = lazy((): ToldChange => {
      const reports = changedReports(drawing.after, objects)
      const late = widgetsShownLate(object, drawing.after, reports)
      const changed = new Map([...late, ...widgetSentences(object, reports, names)])
      const told = dashboardSentences(object, reports, { changed: changed.size, names }).map(withArrow)
      return {
        ...{ title: name, told, columns: drawing.columns, changed, heading: headingTold(object.units, names) },
        ...{ before: drawing.before.map(tileOf), after: drawing.after.map(tileOf) },
      }
    })
    return [
      {
        ...{ key, name, stem, hasMoves: layoutDrawing(object) !== undefined },
        draw: (why) => drawDashboards({ ...change(), notes: why === undefined ? [] : [why] }),
        drawCharts: (charts) => drawCharts(change(), charts),
        widgets: () => (object.action === 'update' || object.action === 'publish' ? widgetsOf(change(), stem) : []),
      },
    ]
  })
}

/** Dashboards that are held, as they are live and as the repo has them. */
function picturesOfHeld(plan: CommonPlan): Picture[] {
  const names = namesIn(plan)
  const objects = new Map<string, PlannedObject>(plan.objects.map((object) => [object.key, object]))
  const held = new Map<string, HeldObject>(plan.held.map((object) => [object.key, object]))
  return plan.held.flatMap((object): Picture[] => {
    const { key, drawing } = object
    if (!drawing || objects.get(key)?.drawing) return []
    const [name, stem] = [fullName(object), pictureName(plan, key)]
    const units = repoUnits(object)
    const changed = new Map(widgetsOfUnits(units, namesFor(names, object)))
    for (const { id, report = '' } of drawing.after) {
      const waiting = held.get(report)
      if (!waiting) continue
      const told = allLines(repoUnits(waiting), names).map(lineInWords)
      changed.set(id, [...(changed.get(id) ?? []), ...told])
    }
    const { layout, lines } = objectWords(units, namesFor(names, object), drawing)
    const change: ToldChange = {
      ...{ title: name, columns: drawing.columns, changed, heading: headingTold(units, names), isHeld: true },
      told: [...(layout?.lines ?? []), ...lines].map((line) => withArrow(lineInWords(line))),
      ...{ before: drawing.before.map(tileOf), after: drawing.after.map(tileOf) },
    }
    return [
      {
        ...{ key, name, stem, hasMoves: layoutDrawing({ action: 'update', drawing }) !== undefined, isHeld: true },
        draw: (why) => drawDashboards({ ...change, notes: why === undefined ? [] : [why] }),
        drawCharts: (charts) => drawCharts(change, charts),
        widgets: () => widgetsOf(change, stem),
      },
    ]
  })
}

/** What the repo wants of it, from what is live. */
const repoUnits = ({ units, alsoHeld = [] }: HeldObject): UnitChange[] => [
  ...units.map(({ unit, live, repo }) => ({ unit, before: live, after: repo })),
  ...alsoHeld,
]

/** A change that knows what changes in each of its widgets. */
interface ToldChange extends Change {
  readonly changed: ReadonlyMap<string, readonly string[]>
  /** What changes in the title and the description, if anything. */
  readonly heading: readonly string[]
}

const headingTold = (units: readonly UnitChange[], names: ShownNames): string[] =>
  allLines(
    units.filter(({ unit }) => unit === 'title' || unit === 'description'),
    names,
  ).map(lineInWords)

/** The most widgets of a dashboard that get a picture of their own. */
const MOST_WIDGETS = 6

/** Those that stay the same in another place are seen in the picture of the dashboard. */
function widgetsOf(change: ToldChange, stem: string): WidgetPicture[] {
  const { before, after } = differencesOf(change)
  const differs = (tile: Tile, difference: Difference | undefined) =>
    difference && (!/^moved|^resized/.test(difference.word) || change.changed.has(tile.id))
      ? [{ tile, difference }]
      : []
  const all = [
    ...change.after.flatMap((tile) => differs(tile, after.get(tile.id))),
    ...change.before.flatMap((tile) => differs(tile, before.get(tile.id))),
  ]
  const inTurn = all
    .toSorted((a, b) => a.tile.y - b.tile.y || a.tile.x - b.tile.x)
    .map(({ tile: { id, label }, difference }): Shown => {
      const only = (tiles: readonly Tile[]): Tile[] =>
        tiles.flatMap(({ parent: _, ...tile }) => (tile.id === id ? [{ ...tile, x: 0, y: 0 }] : []))
      const sides = { before: only(change.before), after: only(change.after) }
      return { id, label, difference, ...sides, told: change.changed.get(id) ?? [] }
    })
  const heading = change.heading.length === 0 ? [] : [headingOf(change)]
  return [...heading, ...inTurn].slice(0, MOST_WIDGETS).map(({ id, label, difference, told, ...sides }, index) => {
    const shown = told.map(withArrow)
    const columns = largest([1, ...[...sides.before, ...sides.after].map(({ w }) => w)])
    return {
      // No other picture has `_` in its name.
      ...{ id, label, stem: `${stem}_${index + 1}` },
      draw: (why) =>
        drawDashboards({
          ...{ ...sides, columns, title: label, changed: new Set([id]), isHeld: change.isHeld },
          told: shown.length === 0 ? [difference.word] : shown,
          notes: why === undefined ? [] : [why],
        }),
      drawCharts: (charts) => drawWidgetCharts({ id, label, difference, told: shown, notes: [] }, charts),
    }
  })
}

/** What a picture of its own shows of a dashboard. */
interface Shown {
  readonly id: string
  readonly label: string
  readonly difference: Difference
  readonly told: readonly string[]
  readonly before: readonly Tile[]
  readonly after: readonly Tile[]
}

function headingOf({ heading, isHeld }: ToldChange): Shown {
  const tile: Tile = { ...{ id: HEADING, label: 'Heading', type: 'TEXT' }, ...{ x: 0, y: 0, w: ALONE, h: 2 } }
  const difference: Difference = isHeld ? { ...CHANGED, kind: 'held' } : CHANGED
  return { id: HEADING, label: 'Heading', difference, told: heading, before: [tile], after: [tile] }
}

const tileOf = ({ label, ...box }: Box): Tile => ({ ...box, label: printableName(label) })

export interface Board {
  readonly title: string
  readonly columns: number
  readonly boxes: readonly Box[]
}

/** A single dashboard as it is now. */
export function drawBoard({ title, columns, boxes }: Board): Sheet | undefined {
  const told = [plural(boxes.length, 'widget')]
  const sides = { before: [], after: boxes.map(tileOf), changed: new Set<string>() }
  return drawDashboards({ title: printableName(title), told, columns, isPlain: true, ...sides })
}

/** Different for any two dashboards. */
export const pictureName = ({ target }: { readonly target: { readonly name: string } }, key: Key): string =>
  safeName(`${target.name}.${idIn(key)}`)

/** By its file, below its dashboard. */
function reportPictureName(plan: CommonPlan, { key, file, within }: PlannedObject): string {
  const name = file
    ?.split('/')
    .at(-1)
    ?.replace(/\.\w+$/, '')
  return within === undefined || name === undefined
    ? pictureName(plan, key)
    : safeName(`${plan.target.name}.${idIn(within)}.${name}`)
}

const MOST_NAME = 60

/** Safe as a file name on every disk. Anything unusual is replaced and gets a hash of the whole text. */
export function safeName(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, MOST_NAME)
  if (plain === text && /^[a-z0-9]/.test(plain)) return plain
  return `plan-${plain.replace(/^[.-]+/, '')}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
}

export interface PictureFiles {
  readonly whole: string
  /** Whether widgets change places, which is seen in the picture of the whole alone. */
  readonly hasMoves: boolean
  readonly widgets: readonly { readonly label: string; readonly file: string }[]
}

/** File names of a changed dashboard's pictures, if there are any. */
export function pictureFilesOf(plan: CommonPlan, key: Key): PictureFiles | undefined {
  const all = picturesOnce(plan)
  const index = all.findIndex((picture) => picture.key === key)
  const picture = all[index]
  if (picture === undefined) return undefined
  const { hasMoves } = picture
  if (index >= MOST_PIXELS) return { whole: `${picture.stem}.svg`, hasMoves, widgets: [] }
  const widgets = picture.widgets().map(({ label, stem }) => ({ label, file: `${stem}.png` }))
  return { whole: `${picture.stem}.png`, hasMoves, widgets }
}

const picturesOnce = oncePer(picturesOf)

/** After this many dashboards, pictures are SVG only. */
export const MOST_PIXELS = 60
