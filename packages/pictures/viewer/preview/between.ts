import type { Scene, SceneMark, SceneMarks, SceneWidget } from '../../scene.ts'
import { isMap } from '../data/free.ts'

/** What happened to each widget from one state of a dashboard to another. */
export function marksBetween(before: Scene | undefined, after: Scene | undefined): SceneMarks {
  if (!before || !after) return {}
  const [was, is] = [before, after].map(widgetsIn)
  const ids = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])
  const marks = [...ids].map((id): [string, SceneMark[]] => {
    const [one, other] = [was?.get(id), is?.get(id)]
    if (!one || !other) return [id, [one ? 'removed' : 'added']]
    const isMoved = placeOf(one) !== placeOf(other)
    return [id, [...(isMoved ? MOVED : []), ...(lookOf(one, before) === lookOf(other, after) ? [] : CHANGED)]]
  })
  return Object.fromEntries(marks.filter(([, own]) => own.length > 0))
}

/** Whether it moved or was resized depends on the breakpoint. */
const MOVED: readonly SceneMark[] = ['moved']
const CHANGED: readonly SceneMark[] = ['changed']

export const widgetsIn = ({ dashboard }: Scene): Map<string, SceneWidget> =>
  new Map((dashboard.widgets ?? []).map((widget) => [widget.id, widget]))

/** Where it is put at every breakpoint. */
export const placeOf = ({ position, responsiveLayouts, config }: SceneWidget): string =>
  JSON.stringify([position, responsiveLayouts ?? null, config?.['parentId'], config?.['tabId']])

/** How it looks, wherever it is, and wherever its report is written. */
export function lookOf({ position: _, responsiveLayouts: __, ...widget }: SceneWidget, { reports }: Scene): string {
  const names = [widget.report, widget.config?.['reportId'], ...(widget.reports ?? [])]
  const shown = names.map((name) => (name === undefined ? null : { ...reports[String(name)], written: undefined }))
  return JSON.stringify([widget, shown], inOrder)
}

/** Two states of a widget may have been read from different places, each with an order of its own. */
const inOrder = (_: string, value: unknown): unknown =>
  isMap(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value
