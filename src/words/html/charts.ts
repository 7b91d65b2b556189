import { h, type Markup, type Parts, renderSvg, type Sheet, type Theme, trusted } from '@boardwright/pictures'
import { isKind, type Key } from '../../content/kinds.ts'
import { withArrows } from './arrow.ts'

interface InParts {
  readonly width: number
  readonly height: number
  readonly parts?: Parts | undefined
}

/** A picture of charts, or of boxes where these cannot be drawn. */
export interface DrawnPicture extends InParts {
  readonly png: Uint8Array
  /** The same for dark pages, and drawn for phones: if there is room for them. */
  readonly dark?: Uint8Array | undefined
  readonly narrow?: DrawnPicture | undefined
}

/** A changed dashboard with the widgets that show something else, or a changed report, before and after. */
export interface DrawnDashboard {
  readonly key: Key
  readonly name: string
  readonly stem: string
  readonly svg: string
  /** Missing after the most dashboards of a plan that have more than boxes. */
  readonly whole: DrawnPicture | undefined
  readonly widgets: readonly (DrawnPicture & { readonly label: string; readonly stem: string })[]
  /** Why there are no charts. */
  readonly why: string | undefined
}

/** The pictures of a dashboard or a report in a page that fetches nothing: each widget, then the whole. */
export function chartFigures({ key, name, stem, widgets }: DrawnDashboard, whole: DrawnPicture): Markup[] {
  const { legend = [], notes = [] } = whole.parts ?? {}
  const crop = (label: string, id: string, each: DrawnPicture, around: Pick<Around, 'before' | 'after'>): Markup =>
    figureOf(label, drawingsOf(id, each), { id, class: `sides widget ${classOf(each)}`, ...around })
  if (isKind(key, 'report')) return [crop(name, stem, whole, { before: [], after: [notesOf(notes)] })]
  const all = figureOf(name, drawingsOf(stem, whole), {
    ...{ id: stem, class: `sides whole ${classOf(whole)}` },
    before: [fullOrFit(stem)],
    after: [...legendOf(legend), notesOf(notes)],
  })
  return [
    ...widgets.map(({ label, ...each }) =>
      crop(label, each.stem, each, {
        before: captionOf(label, each.parts),
        after: [notesOf((each.parts?.notes ?? []).filter((note) => !notes.includes(note)))],
      }),
    ),
    widgets.length === 0 ? all : h('details', { class: 'all' }, h('summary', {}, 'The whole dashboard'), all),
  ]
}

/** Whether it is drawn for light pages alone. */
const classOf = ({ dark, narrow }: DrawnPicture): string =>
  ['charts', ...(dark ? [] : ['light']), ...(narrow ? ['fits'] : [])].join(' ')

const [FULL, FIT] = ['full', 'fit']

/** On narrow screens both sides fit, and a link shows them as large as they must be to be read. */
const fullOrFit = (id: string): Markup =>
  h(
    'p',
    { class: 'hint', id: `${id}.${FIT}` },
    h('a', { href: `#${id}.${FULL}` }, 'Show it in full'),
    h('a', { href: `#${id}.${FIT}` }, 'Fit it to the screen'),
  )

/** A dashboard as boxes, before and after. */
export function boxFigure(name: string, stem: string, sheet: Sheet): Markup {
  const { legend = [], notes = [] } = sheet.parts ?? {}
  const markup = trusted(renderSvg(sheet, { bare: true, id: stem }).trim())
  return figureOf(name, [{ ...sheet, id: stem, markup }], {
    ...{ id: stem, class: 'sides whole', before: [fullOrFit(stem)], after: [...legendOf(legend), notesOf(notes)] },
  })
}

/** A drawing of both sides, with its id in the page. */
interface Placed extends InParts {
  readonly id: string
  readonly markup: Markup
  readonly class?: string
}

interface Around {
  readonly id: string
  readonly class: string
  readonly before: readonly (Markup | undefined)[]
  readonly after: readonly (Markup | undefined)[]
}

/** Alone, a side that is this wide takes the width of its card. */
const BROAD = 500

/** On narrow screens the sides are in one place, and this says which of them is seen. */
const pickOf = (id: string, name: string, sides: readonly { readonly name: string }[]): Markup =>
  h(
    'p',
    { class: 'pick', role: 'radiogroup', 'aria-label': name },
    ...sides.map((side, index) =>
      h(
        'label',
        {},
        h('input', { type: 'radio', name: `${id}.side`, checked: index === sides.length - 1 ? true : undefined }),
        h('span', {}, side.name),
      ),
    ),
  )

const sidesIn = ({ width, height, parts }: InParts) =>
  parts?.sides ?? [{ name: 'Before and after', x: 0, y: 0, w: width, h: height }]

/** Each drawing is in the page once: the first side holds it, the second one uses it. */
function figureOf(name: string, drawings: readonly Placed[], around: Around): Markup {
  const [first] = drawings
  const sides = first ? sidesIn(first) : []
  const isBroad = first?.parts?.sides.length === 1 && sides.every(({ w }) => w >= BROAD)
  return h(
    'figure',
    {
      ...{ id: `${around.id}.${FULL}`, class: `${around.class}${isBroad ? ' broad' : ''}`, role: 'group' },
      'aria-label': sides.length < 2 ? name : `${name}, before and after`,
    },
    ...around.before,
    sides.length < 2 ? undefined : pickOf(around.id, name, sides),
    ...sides.map(({ name: side }, index) =>
      h(
        'div',
        // Narrow screens scroll it.
        { tabindex: 0, role: 'group', 'aria-label': `${name}, ${side.toLowerCase()}` },
        h('b', {}, side),
        ...drawings.map((each) => sideOf(`${name}: ${side}`, each, index)),
      ),
    ),
    ...around.after,
  )
}

function sideOf(label: string, drawing: Placed, index: number): Markup | undefined {
  const side = sidesIn(drawing)[index]
  if (side === undefined) return undefined
  const { x, y, w, h: tall } = side
  return h(
    'svg',
    {
      ...{ class: drawing.class, viewBox: [x, y, w, tall].map(short).join(' '), width: short(w), height: short(tall) },
      ...{ role: 'img', 'aria-label': label },
    },
    index === 0 ? drawing.markup : h('use', { href: `#${drawing.id}` }),
  )
}

const short = (value: number): number => Math.round(value * 10) / 10

const captionOf = (label: string, parts: Parts | undefined): Markup[] => [
  h(
    'figcaption',
    {},
    h('b', {}, label),
    ...(parts?.legend ?? []).map(({ ink, words }) => h('span', { class: `word ${ink}` }, words)),
    // The list above says it, except of what is held.
    ...(parts?.legend.some(({ ink }) => ink === 'held') ? parts.told : []).map((text) =>
      h('span', {}, ...withArrows(text)),
    ),
  ),
]

const legendOf = (legend: Parts['legend']): Markup[] =>
  legend.length === 0
    ? []
    : [
        h(
          'p',
          { class: 'legend faint' },
          ...legend.map(({ ink, words }) => h('span', {}, h('span', { class: `frame ${ink}` }), words)),
        ),
      ]

const notesOf = (notes: readonly string[]): Markup | undefined =>
  notes.length === 0 ? undefined : h('p', { class: 'faint' }, notes.join(' '))

/** As on a wide screen and, if it was drawn for one, on a phone. */
function drawingsOf(id: string, { narrow, ...wide }: DrawnPicture): Placed[] {
  const small = narrow && { ...narrow, id: `${id}.phone`, markup: imagesOf(`${id}.phone`, narrow), class: 'phone' }
  return [{ ...wide, id, markup: imagesOf(id, wide), ...(small && { class: 'wide' }) }, ...(small ? [small] : [])]
}

function imagesOf(id: string, { png, dark, width, height }: DrawnPicture): Markup {
  const image = (bytes: Uint8Array, theme?: Theme): Markup =>
    h('image', {
      ...{ class: theme, width: Math.round(width), height: Math.round(height) },
      href: `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`,
    })
  return h('g', { id }, ...(dark ? [image(png, 'light'), image(dark, 'dark')] : [image(png)]))
}

const bytesOf = ({ png, dark, narrow }: DrawnPicture): number =>
  png.length + (dark?.length ?? 0) + (narrow ? bytesOf(narrow) : 0)

export const pictureBytes = ({ whole, widgets }: DrawnDashboard): number =>
  [whole, ...widgets].reduce((sum, each) => sum + Math.ceil(((each ? bytesOf(each) : 0) * 4) / 3), 0)
