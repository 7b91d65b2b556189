import { createHash } from 'node:crypto'
import { isMap } from '@boardwright/common'
import { drawDashboards, type Sheet, type Tile } from '@boardwright/pictures'
import { idIn, type Key } from '../content/kinds.ts'
import { printableName } from '../content/printable.ts'
import { widgetIn } from '../content/units.ts'
import { fullName } from '../plan/naming.ts'
import type { Box, CommonPlan, PlannedObject } from '../plan/plan-file.ts'
import { publishText } from './facts.ts'
import { wordsFor } from './objects.ts'
import { namesFor, namesIn, type ShownNames } from './values/line.ts'
import { widgetParts } from './values/widget.ts'

/** A changed dashboard, before and after. */
export interface Picture {
  readonly key: Key
  readonly name: string
  /** A file name without extension, always the same for this dashboard. */
  readonly stem: string
  readonly draw: () => Sheet | undefined
}

export function picturesOf(plan: CommonPlan): Picture[] {
  const names = namesIn(plan)
  const changedReports = new Set<string>(plan.objects.filter(({ action }) => action !== 'delete').map(({ key }) => key))
  return plan.objects.flatMap((object): Picture[] => {
    const { key, drawing } = object
    if (drawing === undefined) return []
    const name = fullName(object)
    const draw = (): Sheet | undefined => {
      const changed = new Set([...changedWidgets(object, names), ...showing(drawing.after, changedReports)])
      return drawDashboards({
        ...{ title: name, summary: summaryOf(object, changed.size, names), columns: drawing.columns, changed },
        ...{ before: drawing.before.map(tileOf), after: drawing.after.map(tileOf) },
      })
    }
    return [{ key, name, stem: pictureName(plan, key), draw }]
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

/** File name of a changed dashboard's picture, if there is one. */
export function pictureFileOf(plan: CommonPlan, key: Key): string | undefined {
  const index = plan.objects.filter(({ drawing }) => drawing !== undefined).findIndex((object) => object.key === key)
  return index < 0 ? undefined : `${pictureName(plan, key)}.${index < MOST_PIXELS ? 'png' : 'svg'}`
}

/** After this many dashboards, pictures are SVG only. */
export const MOST_PIXELS = 60
