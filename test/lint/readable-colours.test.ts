import { expect, test } from 'vitest'
import type { Dashboard, Widget } from '../../src/content/model.ts'
import { checkColours } from '../../src/lint/readable-colours.ts'

const widget = (style: Widget['style']): Widget => ({
  ...{ id: 'a', type: 'TEXT', position: { x: 0, y: 0, w: 1, h: 1 } },
  ...(style && { style }),
})

/** Where the problems are, for a theme and the style of a widget. */
const found = (theme: Dashboard['theme'], style?: Widget['style']): string[] => {
  const dashboard = { kind: 'CLASSIC', title: 'A', widgets: [widget(style)], ...(theme && { theme }) } as Dashboard
  return checkColours(dashboard, (path) => ({ at: { file: path.join('.') }, length: 1 })).map(({ at }) => at.file)
}

test.each<[string, Dashboard['theme'], Widget['style'], string[]]>([
  ['black on white', { widgets: { text: { color: '#000' } } }, undefined, []],
  ['grey on white', { widgets: { text: { color: '#ccc' } } }, undefined, ['theme.widgets.text.color']],
  [
    'black on black',
    { widgets: { title: { color: '#000' }, backgroundColor: '#111' } },
    undefined,
    ['theme.widgets.title.color'],
  ],
  ['white on black', { widgets: { title: { color: '#fff' }, backgroundColor: '#111' } }, undefined, []],
  [
    'a label on the ground of widgets',
    { widgets: { backgroundColor: '#000' }, controls: { title: { color: '#222' } } },
    undefined,
    ['theme.controls.title.color'],
  ],
  [
    'a label on a ground of its own',
    { widgets: { backgroundColor: '#000' }, controls: { title: { color: '#222' }, backgroundColor: '#fff' } },
    undefined,
    [],
  ],
  [
    'a widget on the ground of the theme',
    { widgets: { backgroundColor: '#fff' } },
    { title: { color: '#eee' } },
    ['widgets.0.style.title.color'],
  ],
  ['a name, which is not looked up', { widgets: { text: { color: 'white' } } }, undefined, []],
  ['nonsense', { widgets: 'x' }, { title: 7 }, []],
])('%s', (_, theme, style, places) => {
  expect(found(theme, style)).toEqual(places)
})
