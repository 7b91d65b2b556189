import type { Scene, ScenePosition, SceneWidget } from '../../scene.ts'
import { isMap } from '../data/free.ts'
import { type Breakpoint, gridAt, within } from './breakpoint.ts'
import { type Place, placesIn } from './places.ts'

/** A layout that somebody tries at one breakpoint. Nothing of it is in a file. */
export interface Trial {
  readonly breakpoint: Breakpoint
  readonly columns: number
  readonly places: ReadonlyMap<string, Place>
  /** The containers, or the page, in which something was moved. */
  readonly touched: ReadonlySet<string | undefined>
}

export const beginTrial = (scene: Scene, breakpoint: Breakpoint): Trial => ({
  breakpoint,
  columns: gridAt(breakpoint, scene.dashboard.layout).columns,
  places: placesIn(scene, breakpoint),
  touched: new Set(),
})

/** How many cells a widget moves, and grows. */
export type Step = Readonly<Partial<ScenePosition>>

/** Moves a widget. What is in its way moves down. */
export function moveWidget({ columns, places, touched, ...trial }: Trial, id: string, by: Step): Trial {
  const own = places.get(id)
  if (!own) return { ...trial, columns, places, touched }
  const at = stepped(own.at, by, columns)
  const beside = [...places].filter(([other, place]) => other !== id && place.within === own.within)
  const settled: [string, ScenePosition][] = [[id, at]]
  for (const [other, place] of beside.sort(([, a], [, b]) => a.at.y - b.at.y || a.at.x - b.at.x))
    settled.push([other, below(place.at, settled)])
  const moved = settled.map(([each, place]): [string, Place] => [each, { at: place, within: own.within }])
  return { ...trial, columns, places: new Map([...places, ...moved]), touched: new Set([...touched, own.within]) }
}

function stepped(at: ScenePosition, by: Step, columns: number): ScenePosition {
  const x = within(at.x + (by.x ?? 0), 0, columns - at.w)
  const w = within(at.w + (by.w ?? 0), 1, columns - x)
  return { x, y: Math.max(0, at.y + (by.y ?? 0)), w, h: Math.max(1, at.h + (by.h ?? 0)) }
}

function below(at: ScenePosition, settled: readonly (readonly [string, ScenePosition])[]): ScenePosition {
  const met = settled.find(([, each]) => meets(each, at))
  return met ? below({ ...at, y: met[1].y + met[1].h }, settled) : at
}

const meets = (a: ScenePosition, b: ScenePosition): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

/** Where the file keeps a widget's place at a breakpoint: for the widest, a key of its own. */
const isOwn = ({ responsiveLayouts }: SceneWidget, breakpoint: Breakpoint): boolean =>
  breakpoint === 'lg' && !isMap(responsiveLayouts?.['lg'])

/** The widgets that have other places than their file says. */
export function changedIn({ dashboard }: Scene, { breakpoint, places, touched }: Trial) {
  return (dashboard.widgets ?? []).flatMap((widget) => {
    const place = places.get(widget.id)
    if (!place || !touched.has(place.within)) return []
    const own = isOwn(widget, breakpoint)
    const now: unknown = own ? widget.position : widget.responsiveLayouts?.[breakpoint]
    return isSame(now, place.at) ? [] : [{ widget, at: place.at, isOwn: own }]
  })
}

const isSame = (now: unknown, { x, y, w, h }: ScenePosition): boolean =>
  isMap(now) && now['x'] === x && now['y'] === y && now['w'] === w && now['h'] === h

/** The scene as it would be. */
export function tried(scene: Scene, trial: Trial): Scene {
  const changed = new Map(changedIn(scene, trial).map((each) => [each.widget.id, each]))
  const widgets = scene.dashboard.widgets?.map((widget): SceneWidget => {
    const change = changed.get(widget.id)
    if (!change) return widget
    if (change.isOwn) return { ...widget, position: change.at }
    return { ...widget, responsiveLayouts: { ...widget.responsiveLayouts, [trial.breakpoint]: change.at } }
  })
  return { ...scene, dashboard: { ...scene.dashboard, widgets } }
}

/** The new places, as they are written in the dashboard's file. */
export const trialText = (scene: Scene, trial: Trial): string =>
  changedIn(scene, trial)
    .map(({ widget, at: { x, y, w, h }, isOwn: own }) => {
      const place = `{x: ${x}, y: ${y}, w: ${w}, h: ${h}}`
      const key = own ? `position: ${place}` : `responsiveLayouts:\n      ${trial.breakpoint}: ${place}`
      return `  - id: ${widget.id}\n    ${key}\n`
    })
    .join('')
