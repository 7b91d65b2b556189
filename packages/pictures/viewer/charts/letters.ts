/**
 * Charts are laid out with widths that a canvas measures, and a canvas knows nothing of the style sheet: its digits are
 * as wide as they like. On this page it measures texts as the drawing of the chart shows them.
 */

const SVG = 'http://www.w3.org/2000/svg'

const drawing = document.createElementNS(SVG, 'svg')
const text = document.createElementNS(SVG, 'text')
drawing.style.cssText = 'position:absolute;visibility:hidden;font-variant-numeric:tabular-nums'
drawing.append(text)

const { measureText } = CanvasRenderingContext2D.prototype
Object.defineProperty(CanvasRenderingContext2D.prototype, 'measureText', {
  value(this: CanvasRenderingContext2D, said: string): Pick<TextMetrics, 'width'> {
    if (!drawing.isConnected) document.documentElement.append(drawing)
    text.style.font = this.font
    text.style.fontVariantNumeric = 'inherit'
    text.textContent = said
    const isShown = text.getClientRects().length > 0
    return isShown ? { width: text.getComputedTextLength() } : measureText.call(this, said)
  },
})
