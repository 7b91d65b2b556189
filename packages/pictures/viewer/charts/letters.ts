import { oncePerKey } from '@boardwright/common'

/**
 * Charts are laid out with widths that a canvas measures. Their drawings have digits that are all as wide as each other,
 * which no canvas can be told. On this page it measures texts as the drawings show them.
 */

const SVG = 'http://www.w3.org/2000/svg'
const drawing = document.createElementNS(SVG, 'svg')
const text = document.createElementNS(SVG, 'text')
drawing.style.cssText = 'position:absolute;visibility:hidden'
drawing.append(text)

/** The width in a drawing. A page that is not shown knows none. */
function drawnWidth(said: string, font: string): number | undefined {
  // The body of this page is hidden, and what is hidden has no width.
  if (!drawing.isConnected) document.documentElement.append(drawing)
  text.style.font = font
  text.style.fontVariantNumeric = 'tabular-nums'
  text.textContent = said
  return text.getClientRects().length === 0 ? undefined : text.getComputedTextLength()
}

const { measureText } = CanvasRenderingContext2D.prototype

/** Whether the digits of a font are of one width without being told. */
const areAlike = oncePerKey((font: string): boolean => {
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return true
  pen.font = font
  const width = (digit: string): number => measureText.call(pen, digit).width
  return [...'123456789'].every((digit) => width(digit) === width('0'))
})

Object.defineProperty(CanvasRenderingContext2D.prototype, 'measureText', {
  value(this: CanvasRenderingContext2D, said: string): Pick<TextMetrics, 'width'> {
    const width = /\d/.test(said) && !areAlike(this.font) ? drawnWidth(said, this.font) : undefined
    return width === undefined ? measureText.call(this, said) : { width }
  },
})
