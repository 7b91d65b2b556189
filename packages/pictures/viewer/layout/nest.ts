import type { SceneWidget } from '../../scene.ts'
import { isMap, mapsAt, textAt } from '../data/free.ts'

/** A widget and its contents. */
export interface Nested {
  readonly widget: SceneWidget
  readonly children: readonly Nested[]
  /** What is wrong with its place, for people. */
  readonly problem?: string
}

export const HOLDERS: ReadonlySet<string> = new Set(['CONTAINER', 'PARENT', 'TABS_CONTAINER'])

/**
 * The containment tree. A widget whose container is missing, or is the widget itself, is at the top, with a message.
 */
export function nestWidgets(given: readonly SceneWidget[]): Nested[] {
  const widgets = given.filter(({ id }, index) => given.findIndex((each) => each.id === id) === index)
  const byId = new Map(widgets.map((widget) => [widget.id, widget]))
  const placed = widgets.map((widget) => ({ widget, ...settle(widget, byId) }))
  const below = (parent: string | undefined): Nested[] =>
    placed
      .filter((each) => each.parent === parent)
      .map(({ widget, problem }) => ({
        widget,
        children: HOLDERS.has(widget.type) ? below(widget.id) : [],
        ...(problem === undefined ? {} : { problem }),
      }))
  return below(undefined)
}

function settle(
  widget: SceneWidget,
  byId: ReadonlyMap<string, SceneWidget>,
): { parent: string | undefined; problem?: string } {
  const parent = textAt(widget.config, 'parentId')
  if (parent === undefined) return { parent: undefined }
  const holder = byId.get(parent)
  if (!holder) return { parent: undefined, problem: `It sits in “${parent}”, which is not on this dashboard.` }
  if (!HOLDERS.has(holder.type)) return { parent: undefined, problem: `It sits in “${parent}”, which holds nothing.` }
  if (isInItself(widget, byId)) return { parent: undefined, problem: 'It sits in itself, by way of its containers.' }
  return { parent }
}

function isInItself(widget: SceneWidget, byId: ReadonlyMap<string, SceneWidget>): boolean {
  const seen = new Set<string>()
  let at: SceneWidget | undefined = widget
  while (at !== undefined) {
    if (seen.has(at.id)) return at.id === widget.id
    seen.add(at.id)
    at = byId.get(textAt(at.config, 'parentId') ?? '')
  }
  return false
}

/** Whether people can fold a container to its name. */
export const isFolding = ({ config }: SceneWidget): boolean => isMap(config) && typeof config['collapsed'] === 'boolean'

export interface Tab {
  readonly id: string
  readonly title: string
}

export function tabsOf({ type, config }: SceneWidget): readonly Tab[] {
  if (type !== 'TABS_CONTAINER' && textAt(config, 'layout') !== 'tabs') return []
  const tabs = mapsAt(isMap(config) ? config : {}, 'tabs').map((tab, index) => ({
    id: String(tab['id'] ?? index),
    title: textAt(tab, 'title') ?? `Tab ${index + 1}`,
  }))
  return tabs.length > 0 ? tabs : [{ id: '', title: 'Tab 1' }]
}

/** The contents of one tab. Widgets without a valid tab are in the first. */
export function underTab({ widget, children }: Nested, tab: string): readonly Nested[] {
  const tabs = tabsOf(widget)
  const own = (child: Nested): string => {
    const named = String(child.widget.config?.['tabId'] ?? '')
    return tabs.some(({ id }) => id === named) ? named : (tabs[0]?.id ?? '')
  }
  return children.filter((child) => own(child) === tab)
}
