import { contrast, hexColour, isMap } from '@boardwright/common'
import type { Dashboard } from '../content/model.ts'
import type { PlaceOf, Problem, ValuePath } from '../content/problem.ts'

/** Below this contrast not even large text is readable. */
const LEAST_CONTRAST = 3
const WHITE = '#ffffff'

/** Where colours of text are set, and the backgrounds they may be on: the first one that is set counts. */
const TEXTS_AND_GROUNDS: readonly (readonly [text: ValuePath, grounds: readonly ValuePath[]])[] = [
  [['widgets', 'text', 'color'], [['widgets', 'backgroundColor']]],
  [['widgets', 'text', 'secondaryColor'], [['widgets', 'backgroundColor']]],
  [['widgets', 'title', 'color'], [['widgets', 'backgroundColor']]],
  [
    ['controls', 'title', 'color'],
    [
      ['controls', 'backgroundColor'],
      ['widgets', 'backgroundColor'],
    ],
  ],
]
const IN_WIDGET: ValuePath = ['title', 'color']

/** Text in a colour that can hardly be told from what is behind it. */
export function checkColours({ theme, widgets }: Dashboard, placeOf: PlaceOf): Problem[] {
  const ofTheme = TEXTS_AND_GROUNDS.flatMap(([text, grounds]) => {
    const ground = grounds.map((path) => valueAt(theme, path)).find((value) => value !== undefined)
    return unreadable(valueAt(theme, text), ground, ['theme', ...text])
  })
  const ofWidgets = widgets.flatMap(({ style }, index) => {
    const ground = valueAt(style, ['backgroundColor']) ?? valueAt(theme, ['widgets', 'backgroundColor'])
    return unreadable(valueAt(style, IN_WIDGET), ground, ['widgets', index, 'style', ...IN_WIDGET])
  })
  return [...ofTheme, ...ofWidgets].map(({ path, message }) => ({
    ...{ kind: 'COLOUR_UNREADABLE', ...placeOf(path), message, warning: true },
  }))
}

interface Unreadable {
  readonly path: ValuePath
  readonly message: string
}

function unreadable(text: unknown, ground: unknown, path: ValuePath): Unreadable[] {
  const [front, back] = [hexColour(text), hexColour(ground ?? WHITE)]
  if (!front || !back) return []
  const found = contrast(front, back)
  if (found >= LEAST_CONTRAST) return []
  const message = `text in ${text} on ${ground ?? WHITE} is hard to read: its contrast is ${found.toFixed(1)}, below the minimum of ${LEAST_CONTRAST}`
  return [{ path, message }]
}

const valueAt = (value: unknown, path: ValuePath): unknown =>
  path.reduce<unknown>((at, key) => (isMap(at) ? at[key] : undefined), value)
