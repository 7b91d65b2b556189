import type { Letters } from './text.ts'

/** Stands in for the canvas of the chart library: it draws nothing, and measures texts with our fonts. */

let widthOf: Letters['widthOf'] = () => 0
export const measureWith = (letters: Letters): void => {
  widthOf = letters.widthOf
}

const NAMED: Readonly<Record<string, number>> = { bold: 700, bolder: 700, normal: 400, lighter: 400 }
export const weightOf = (weight: string | number | undefined): number =>
  NAMED[String(weight)] ?? (Number(weight ?? 400) || 400)

/** `italic bold 11px Roboto` */
const FONT = /(?:(?:^| )(bold|bolder|lighter|[1-9]00) )?(?<![\d.])([\d.]+)px/

/** @public The bundle has it in the place of the library's. */
export const canvas = () => ({
  getContext: () => ({
    font: '',
    measureText(text: string) {
      const [, weight, size] = FONT.exec(this.font) ?? []
      return { width: widthOf(text, { size: Number(size ?? 11), weight: weightOf(weight) }) }
    },
  }),
})
