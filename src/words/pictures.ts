import { createHash } from 'node:crypto'
import { isMap, largest, lazy, oncePer } from '@boardwright/common'
import {
  type Change,
  type Charts,
  type Difference,
  differencesOf,
  drawCharts,
  drawDashboards,
  drawWidgetCharts,
  type Sheet,
  type Tile,
} from '@boardwright/pictures'
import { idIn, type Key } from '../content/kinds.ts'
import { printableName } from '../content/printable.ts'
import { widgetIn } from '../content/units.ts'
import { fullName } from '../plan/naming.ts'
import type { Box, CommonPlan, PlannedObject } from '../plan/plan-file.ts'
import { publishText } from './facts.ts'
import { wordsFor } from './objects.ts'
import { namesFor, namesIn, type ShownNames } from './values/line.ts'
import { widgetParts } from './values/widget.ts'

/** Something before and after. */
export interface Drawable {
  /** As boxes, with the reason why there are no charts. */
  readonly draw: (why?: string) => Sheet | undefined
  readonly drawCharts: (charts: Charts) => Sheet | undefined
}

/** A changed dashboard, before and after. */
export interface Picture extends Drawable {
  readonly key: Key
  readonly name: string
  /** A file name without extension, always the same for this dashboard. */
  readonly stem: string
  /** The widgets that show something else, from top to bottom. */
  readonly widgets: () => readonly WidgetPicture[]
}

/** A widget of a changed dashboard that shows something else, before and after. */
interface WidgetPicture extends Drawable {
  readonly id: string
  readonly label: string
  readonly stem: string
}

export function picturesOf(plan: CommonPlan): Picture[] {
  const names = namesIn(plan)
  const changedReports = new Set<string>(plan.objects.filter(({ action }) => action !== 'delete').map(({ key }) => key))
  return plan.objects.flatMap((object): Picture[] => {
    const { key, drawing } = object
    if (drawing === undefined) return []
    const name = fullName(object)
    const stem = pictureName(plan, key)
    const change = lazy((): Change => {
      const changed = new Set([...changedWidgets(object, names), ...showing(drawing.after, changedReports)])
      return {
        ...{ title: name, summary: summaryOf(object, changed.size, names), columns: drawing.columns, changed },
        ...{ before: drawing.before.map(tileOf), after: drawing.after.map(tileOf) },
      }
    })
    return [
      {
        ...{ key, name, stem },
        draw: (why) => drawDashboards({ ...change(), notes: why === undefined ? [] : [why] }),
        drawCharts: (charts) => drawCharts({ ...change(), notes: [MADE_UP] }, charts),
        widgets: () => (object.action === 'update' || object.action === 'publish' ? widgetsOf(change(), stem) : []),
      },
    ]
  })
}

const MADE_UP = 'Drawn from made-up rows.'

/** The most widgets of a dashboard that get a picture of their own. */
const MOST_WIDGETS = 6

/** Those that stay the same in another place are seen in the picture of the dashboard. */
function widgetsOf(change: Change, stem: string): WidgetPicture[] {
  const { before, after } = differencesOf(change)
  const differs = (tile: Tile, difference: Difference | undefined) =>
    difference && (difference.kind !== 'moved' || change.changed.has(tile.id)) ? [{ tile, difference }] : []
  const all = [
    ...change.after.flatMap((tile) => differs(tile, after.get(tile.id))),
    ...change.before.flatMap((tile) => differs(tile, before.get(tile.id))),
  ]
  const inTurn = all.toSorted((a, b) => a.tile.y - b.tile.y || a.tile.x - b.tile.x).slice(0, MOST_WIDGETS)
  return inTurn.map(({ tile: { id, label }, difference }, index) => {
    const only = (tiles: readonly Tile[]): Tile[] =>
      tiles.flatMap(({ parent: _, ...tile }) => (tile.id === id ? [{ ...tile, x: 0, y: 0 }] : []))
    const sides = { before: only(change.before), after: only(change.after) }
    const columns = largest([1, ...[...sides.before, ...sides.after].map(({ w }) => w)])
    return {
      // No other picture has `_` in its name.
      ...{ id, label, stem: `${stem}_${index + 1}` },
      draw: (why) =>
        drawDashboards({
          ...{ ...sides, columns, title: label, summary: difference.word, changed: change.changed },
          notes: why === undefined ? [] : [why],
        }),
      drawCharts: (charts) => drawWidgetCharts({ id, label, difference, notes: [MADE_UP] }, charts),
    }
  })
}

const tileOf = ({ label, ...box }: Box): Tile => ({ ...box, label: printableName(label) })

const showing = (boxes: readonly Box[], reports: ReadonlySet<string>): string[] =>
  boxes.filter(({ report }) => report !== undefined && reports.has(report)).map(({ id }) => id)

export interface Board {
  readonly title: string
  readonly columns: number
  readonly boxes: readonly Box[]
}

/** A single dashboard as it is now. */
export function drawBoard({ title, columns, boxes }: Board): Sheet | undefined {
  const summary = `${boxes.length} ${boxes.length === 1 ? 'widget' : 'widgets'}`
  const sides = { before: [], after: boxes.map(tileOf), changed: new Set<string>() }
  return drawDashboards({ title: printableName(title), summary, columns, isPlain: true, ...sides })
}

/** Widgets that change in something other than their place. */
function changedWidgets(object: PlannedObject, all: ShownNames): string[] {
  const names = namesFor(all, object)
  return object.units.flatMap(({ unit, before, after }) => {
    const widget = widgetIn(unit)
    if (widget === undefined || !isMap(before) || !isMap(after)) return []
    return widgetParts(before, after, names).length > 0 ? [widget] : []
  })
}

function summaryOf(object: PlannedObject, changed: number, names: ShownNames): string {
  if (object.action === 'delete') return 'is deleted'
  const { layout } = wordsFor(object, names)
  const shown = changed === 0 ? '' : `${changed} ${changed === 1 ? 'shows' : 'show'} something else`
  const parts = [
    ...(object.action === 'create' ? ['new'] : []),
    ...(layout ? [layout.summary] : []),
    ...(shown === '' || object.action === 'create' ? [] : [shown]),
    ...(object.publish ? [`published as ${publishText(object.publish).replace(/\. .*/s, '')}`] : []),
  ]
  return parts.join('; ')
}

/** Different for any two dashboards. */
export const pictureName = ({ target }: { readonly target: { readonly name: string } }, key: Key): string =>
  safeName(`${target.name}.${idIn(key)}`)

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
  readonly widgets: readonly { readonly label: string; readonly file: string }[]
}

/** File names of a changed dashboard's pictures, if there are any. */
export function pictureFilesOf(plan: CommonPlan, key: Key): PictureFiles | undefined {
  const all = picturesOnce(plan)
  const index = all.findIndex((picture) => picture.key === key)
  const picture = all[index]
  if (picture === undefined) return undefined
  if (index >= MOST_PIXELS) return { whole: `${picture.stem}.svg`, widgets: [] }
  const widgets = picture.widgets().map(({ label, stem }) => ({ label, file: `${stem}.png` }))
  return { whole: `${picture.stem}.png`, widgets }
}

const picturesOnce = oncePer(picturesOf)

/** After this many dashboards, pictures are SVG only. */
export const MOST_PIXELS = 60
