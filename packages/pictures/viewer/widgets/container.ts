import { freshId, make } from '../dom.ts'
import { createGrid, type GridView } from '../grid.ts'
import { isFolding, type Nested, type Tab, tabsOf, underTab } from '../layout/nest.ts'
import type { Given } from './context.ts'

export interface Contained {
  readonly arrange: () => void
  readonly destroy: () => void
}

/** The contents of a container: one grid, or one for each tab. */
export function fillContainer(body: HTMLElement, given: Given): Contained {
  const { stage, nested } = given
  body.classList.add('bw-holding')
  const tabs = tabsOf(nested.widget)
  const grids = tabs.length > 0 ? fillTabs(body, given, tabs) : [fillPlain(body, given, nested.children)]
  const arrange = (): void => {
    for (const grid of grids) grid.arrange(stage.breakpoint())
  }
  return {
    arrange,
    destroy: () => {
      for (const grid of grids) grid.destroy()
    },
  }
}

function fillPlain(body: HTMLElement, { stage, widget, name }: Given, children: readonly Nested[]): GridView {
  const grid = createGrid(children, stage, { isInner: true })
  if (!isFolding(widget)) {
    body.append(children.length > 0 ? grid.element : make('p', { class: 'bw-empty' }, 'Nothing in here.'))
    return grid
  }
  const key = `${widget.id}/open`
  const isOpen = (stage.memory.get(key) as boolean | undefined) ?? widget.config?.['collapsed'] !== true
  const details = make('details', { open: isOpen }, make('summary', { class: 'bw-summary' }, name), grid.element)
  details.addEventListener('toggle', () => stage.memory.set(key, details.open))
  body.append(details)
  return grid
}

/** Tabs as usual: Tab reaches the selected one, arrow keys the others. */
function fillTabs(body: HTMLElement, { stage, nested, widget, name }: Given, tabs: readonly Tab[]): GridView[] {
  const key = `${widget.id}/tab`
  const wanted = (stage.memory.get(key) as string | undefined) ?? widget.config?.['activeTab']
  const grids = tabs.map(({ id }) => createGrid(underTab(nested, id), stage, { isInner: true }))
  const buttons = tabs.map(({ title }) => make('button', { type: 'button', role: 'tab', id: freshId('tab') }, title))
  const panels = tabs.map((_, index) => {
    const isEmpty = underTab(nested, tabs[index]?.id ?? '').length === 0
    const panel = make(
      'div',
      { role: 'tabpanel', id: freshId('panel'), 'aria-labelledby': buttons[index]?.id, tabindex: 0 },
      isEmpty ? make('p', { class: 'bw-empty' }, 'Nothing in here.') : grids[index]?.element,
    )
    buttons[index]?.setAttribute('aria-controls', panel.id)
    return panel
  })
  const choose = (index: number, isByHand: boolean): void => {
    buttons.forEach((button, at) => {
      button.setAttribute('aria-selected', at === index ? 'true' : 'false')
      button.tabIndex = at === index ? 0 : -1
    })
    panels.forEach((panel, at) => {
      panel.hidden = at !== index
    })
    if (!isByHand) return
    buttons[index]?.focus()
    stage.memory.set(key, tabs[index]?.id)
  }
  const list = make('div', { class: 'bw-tabs', role: 'tablist', 'aria-label': name }, ...buttons)
  list.addEventListener('keydown', ({ key: pressed }) => {
    const at = buttons.findIndex((button) => button.getAttribute('aria-selected') === 'true')
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[pressed]
    if (next !== undefined) choose((next + buttons.length) % buttons.length, true)
  })
  buttons.forEach((button, index) => {
    button.addEventListener('click', () => choose(index, true))
  })
  choose(
    Math.max(
      0,
      tabs.findIndex(({ id }) => id === wanted),
    ),
    false,
  )
  body.append(list, ...panels)
  return grids
}
