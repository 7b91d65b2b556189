/** What a drawing may consist of: shapes and texts that act on nothing and refer only to each other. */

export const ELEMENTS: ReadonlySet<string> = new Set([
  ...['svg', 'g', 'defs', 'title', 'rect', 'circle', 'ellipse', 'line', 'path', 'polygon', 'polyline', 'text', 'tspan'],
  ...['clipPath', 'linearGradient', 'radialGradient', 'stop', 'mask'],
])

const NAMES = /^(?:aria|data)-/
const SPACES: ReadonlySet<string> = new Set(['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink'])

export function isInert(name: string, value: string): boolean {
  if (NAMES.test(name)) return true
  if (/^xmlns/.test(name)) return SPACES.has(value)
  if (/^on|href$/i.test(name)) return false
  return !/&#|\\|url\(\s*(?!["']?#)|image-set|expression|javascript:/i.test(value)
}
