/** Properties that come from the page's style sheet, and that a separate file has to set itself. */
const LOOKS = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linejoin'],
  ...['opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order'],
] as const

/** A chart with very many marks is drawn as pixels in the first place. */
export type Picture = SVGSVGElement | HTMLCanvasElement

/** The drawing in a widget that can be saved as a file, if any. */
export const pictureIn = (widget: HTMLElement): Picture | undefined =>
  widget.querySelector<Picture>('.bw-body :is(.bw-vega > svg, .bw-vega > canvas, svg.bw-map, svg.bw-sankey)') ??
  undefined

/** A drawing as an SVG file that looks as it does on the page. */
export function svgText(drawn: SVGSVGElement): string {
  const copy = drawn.cloneNode(true) as SVGSVGElement
  const [from, to] = [drawn, copy].map((root) => [root, ...root.querySelectorAll<SVGElement>('*')])
  to?.forEach((element, index) => {
    const original = from?.[index]
    if (!original) return
    const looks = getComputedStyle(original)
    for (const name of LOOKS) {
      const value = looks.getPropertyValue(name)
      if (value !== '') element.setAttribute(name, value)
    }
    for (const name of ['class', 'style', 'tabindex']) element.removeAttribute(name)
  })
  const { width, height } = drawn.getBoundingClientRect()
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${width} ${height}`)
  copy.setAttribute('width', String(Math.round(width)))
  copy.setAttribute('height', String(Math.round(height)))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`
}

/** Twice the resolution of a plain screen. */
const FINER = 2

/** A drawing as pixels, on the background it has on the page. */
export async function pngOf(drawn: Picture): Promise<Blob> {
  const { width, height } = drawn.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * FINER))
  canvas.height = Math.max(1, Math.round(height * FINER))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  pen.fillStyle = groundOf(drawn)
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(drawn instanceof SVGSVGElement ? await imageOf(drawn) : drawn, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))), 'image/png'),
  )
}

async function imageOf(drawn: SVGSVGElement): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawn))}`
  await image.decode()
  return image
}

const CLEAR = /^(transparent|rgba\(.*, 0\))$/

function groundOf(drawn: Element): string {
  for (let at: Element | null = drawn; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (!CLEAR.test(backgroundColor)) return backgroundColor
  }
  return '#fff'
}
