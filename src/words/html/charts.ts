import { h, type Markup } from '@boardwright/pictures'

/** A picture of charts, or of boxes where these cannot be drawn. */
export interface DrawnPicture {
  readonly png: Uint8Array
  readonly width: number
  readonly height: number
}

/** A changed dashboard with the widgets that show something else, before and after. */
export interface DrawnDashboard {
  readonly key: string
  readonly name: string
  readonly stem: string
  readonly svg: string
  /** Missing after the most dashboards of a plan that have more than boxes. */
  readonly whole: DrawnPicture | undefined
  readonly widgets: readonly (DrawnPicture & { readonly label: string; readonly stem: string })[]
  /** Why there are no charts. */
  readonly why: string | undefined
}

/** The pictures of a dashboard in a page that fetches nothing. */
export function chartFigures({ name, widgets }: DrawnDashboard, whole: DrawnPicture): Markup[] {
  return [
    ...(widgets.length === 0
      ? []
      : [h('div', { class: 'widgets' }, ...widgets.map((each) => imageOf(each, beforeAndAfter(each.label))))]),
    figureOf(name, imageOf(whole, beforeAndAfter(name))),
  ]
}

const beforeAndAfter = (name: string): string => `${name}, before and after`

export const figureOf = (name: string, shown: Markup): Markup =>
  h('figure', { tabindex: 0, role: 'group', 'aria-label': beforeAndAfter(name) }, shown)

const imageOf = ({ png, width, height }: DrawnPicture, alt: string): Markup =>
  h('img', {
    ...{ alt, width: Math.round(width), height: Math.round(height) },
    src: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
  })

export const pictureBytes = ({ whole, widgets }: DrawnDashboard): number =>
  [whole, ...widgets].reduce((sum, each) => sum + Math.ceil(((each?.png.length ?? 0) * 4) / 3), 0)
