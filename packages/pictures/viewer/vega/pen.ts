import type { WidthOf } from './legends.ts'

let pen: CanvasRenderingContext2D | null | undefined

export const widthOnPage: WidthOf = (text, font) => {
  pen ??= document.createElement('canvas').getContext('2d')
  if (!pen) return text.length * 7
  pen.font = `11px ${font}`
  return pen.measureText(text).width
}
