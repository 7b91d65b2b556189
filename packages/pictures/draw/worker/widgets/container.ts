import { isFolding, tabsOf, underTab } from '../../../viewer/layout/nest.ts'
import { type Given, moved, type Paint, type Size } from '../context.ts'
import { drawGrid } from '../grid.ts'
import { at, el, type Markup } from '../svg.ts'
import { paintEmpty } from './notice.ts'

const TABS = 44
const SUMMARY = 22

/** Draws the contents of a container: the open tab, or only the name if it is folded. */
export const paintContainer: Paint = async (given, room) => {
  const { nested, widget, looks, on, name } = given
  const tabs = tabsOf(nested.widget)
  if (tabs.length > 0) {
    const open = tabs.find(({ id }) => id === widget.config?.['activeTab']) ?? tabs[0]
    const inner = open ? underTab(nested, open.id) : []
    return tabBar(given, room, tabs, open?.id) + at(0, TABS, await fill(given, room, inner, TABS))
  }
  if (!isFolding(widget)) return fill(given, room, nested.children)
  const isOpen = widget.config?.['collapsed'] !== true
  const summary =
    el('path', { d: isOpen ? 'M2 7 L10 7 L6 13 Z' : 'M3 6 L9 10 L3 14 Z', fill: looks.title }) +
    on.letters.line(16, 0, 21, on.letters.fit(name, room.width - 16, { size: 14, weight: 600, fill: looks.title }), {
      ...{ size: 14, weight: 600, fill: looks.title },
    })
  return isOpen ? summary + at(0, SUMMARY, await fill(given, room, nested.children, SUMMARY)) : summary
}

async function fill(given: Given, { width }: Size, children: Given['nested']['children'], below = 0): Promise<Markup> {
  if (children.length === 0) return paintEmpty(given, { width, height: 32 }, 'Nothing in here.')
  return (await drawGrid(children, moved(given.on, 0, below), width, true)).markup
}

function tabBar(
  { looks, on }: Given,
  { width }: Size,
  tabs: ReturnType<typeof tabsOf>,
  open: string | undefined,
): Markup {
  let x = 0
  const drawn = tabs.map(({ id, title }) => {
    const isOpen = id === open
    const type = { size: 14, weight: isOpen ? 600 : 400, fill: isOpen ? looks.text : looks.faint }
    const wide = on.letters.widthOf(title, type) + 24
    const tab =
      on.letters.line(x + 12, 4, 25, title, type) +
      (isOpen ? el('rect', { x, y: 31, width: wide, height: 2, fill: looks.accent }) : '')
    x += wide + 2
    return tab
  })
  return el('rect', { y: 33, width, height: 1, fill: looks.line }) + drawn.join('')
}
