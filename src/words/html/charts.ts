import { h, type Markup, type Parts, renderSvg, type Sheet, trusted } from '@boardwright/pictures'
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
    sidesOf(label, imageOf(id, each), each, { id, class: 'sides widget charts', ...around })
  if (isKind(key, 'report')) return [crop(name, stem, whole, { before: [], after: [notesOf(notes)] })]
  const all = sidesOf(name, imageOf(stem, whole), whole, {
    ...{ id: stem, class: 'sides whole charts' },
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
  return sidesOf(name, trusted(renderSvg(sheet, { bare: true, id: stem }).trim()), sheet, {
    ...{ id: stem, class: 'sides whole', before: [fullOrFit(stem)], after: [...legendOf(legend), notesOf(notes)] },
  })
}

interface Around {
  readonly id: string
  readonly class: string
  readonly before: readonly (Markup | undefined)[]
  readonly after: readonly (Markup | undefined)[]
}

/** The drawing is in the page once: its first side holds it, the second one uses it. */
function sidesOf(name: string, drawing: Markup, { width, height, parts }: InParts, around: Around): Markup {
  const sides = parts?.sides ?? [{ name: 'Before and after', x: 0, y: 0, w: width, h: height }]
  return h(
    'figure',
    {
      id: `${around.id}.${FULL}`,
      class: around.class,
      role: 'group',
      'aria-label': sides.length === 1 ? name : `${name}, before and after`,
    },
    ...around.before,
    ...sides.map(({ name: side, x, y, w, h: tall }, index) =>
      h(
        'div',
        // Narrow screens scroll it.
        { tabindex: 0, role: 'group', 'aria-label': `${name}, ${side.toLowerCase()}` },
        h('b', {}, side),
        h(
          'svg',
          {
            ...{ viewBox: [x, y, w, tall].map(short).join(' '), width: short(w), height: short(tall) },
            ...{ role: 'img', 'aria-label': `${name}: ${side}` },
          },
          index === 0 ? drawing : h('use', { href: `#${around.id}` }),
        ),
      ),
    ),
    ...around.after,
  )
}

const short = (value: number): number => Math.round(value * 10) / 10

const captionOf = (label: string, parts: Parts | undefined): Markup[] => [
  h(
    'figcaption',
    {},
    h('b', {}, label),
    ...(parts?.legend ?? []).map(({ ink, words }) => h('span', { class: `word ${ink}` }, words)),
    ...(parts?.told ?? []).map((text) => h('span', {}, ...withArrows(text))),
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

const imageOf = (id: string, { png, width, height }: DrawnPicture): Markup =>
  h('image', {
    ...{ id, width: Math.round(width), height: Math.round(height) },
    href: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
  })

export const pictureBytes = ({ whole, widgets }: DrawnDashboard): number =>
  [whole, ...widgets].reduce((sum, each) => sum + Math.ceil(((each?.png.length ?? 0) * 4) / 3), 0)
