/** What the style sheet of the page says, and a file of its own has to say itself. */
const LOOKS = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linejoin'],
  ...['opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order'],
] as const

/** The drawings of a widget that can be kept as files. */
export const picturesIn = (widget: HTMLElement): SVGSVGElement[] => [
  ...widget.querySelectorAll<SVGSVGElement>('.bw-body svg:is(.bw-vega > svg, .bw-map, .bw-sankey)'),
]

/** A drawing as a file, with the looks that it has on the page. */
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
