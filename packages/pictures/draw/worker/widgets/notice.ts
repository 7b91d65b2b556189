import type { Given, Size } from '../context.ts'
import { el, type Markup } from '../svg.ts'

type Shown = Pick<Given, 'looks' | 'on'>

export const noticeHeight = ({ on }: Pick<Given, 'on'>, { width }: Pick<Size, 'width'>, text: string): number =>
  on.letters.wrap(text, width - 27, { size: 13, fill: '' }).length * 19.5 + 20

/** A note on what is wrong, in the widget and in the list of the picture's notices. */
export function paintNotice(given: Given, room: Pick<Size, 'width'>, text: string): Markup {
  given.on.warn(given.widget.id, text)
  return paintHint(given, room, text)
}

/** A note on what the widget shows. */
export function paintHint({ looks, on }: Shown, { width }: Pick<Size, 'width'>, text: string): Markup {
  const type = { size: 13, fill: looks.text }
  const lines = on.letters.wrap(text, width - 27, type)
  const height = noticeHeight({ on }, { width }, text)
  return [
    el('rect', { width, height, rx: 4, fill: looks.tint }),
    el('rect', { width: 3, height, fill: '#d9822b' }),
    ...lines.map((line, index) => on.letters.line(15, 10 + index * 19.5, 19.5, line, type)),
  ].join('')
}

/** A sentence in the middle of an empty widget. */
export function paintEmpty({ looks, on }: Shown, { width, height }: Size, text: string): Markup {
  const type = { size: 14, fill: looks.faint, anchor: 'middle' } as const
  const lines = on.letters.wrap(text, width, type)
  const top = (Math.max(32, height) - lines.length * 21) / 2
  return lines.map((line, index) => on.letters.line(width / 2, top + index * 21, 21, line, type)).join('')
}

/** A box in place of something that only a browser can draw. */
export function paintElsewhere({ looks, on }: Shown, { width, height }: Size, label: string, why: string): Markup {
  const [name, more] = [
    { size: 13, weight: 600, fill: looks.text, anchor: 'middle' },
    { size: 12, fill: looks.faint, anchor: 'middle' },
  ] as const
  const lines = on.letters.wrap(why, width - 24, more)
  const top = (height - 20 - lines.length * 18) / 2
  return [
    el('rect', {
      ...{ x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 8, fill: 'none' },
      ...{ stroke: looks.strongLine, 'stroke-dasharray': '4 4' },
    }),
    on.letters.line(width / 2, top, 20, on.letters.fit(label, width - 24, name), name),
    ...lines.map((line, index) => on.letters.line(width / 2, top + 20 + index * 18, 18, line, more)),
  ].join('')
}
