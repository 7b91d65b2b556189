// Draws the output of a command, in the colours of the terminal:
// FORCE_COLOR=1 boardwright plan | node examples/picture.mjs > plan.svg
// An optional number sets the minimum number of columns.
const CHARACTER = { width: 7.8, height: 18 }
const MARGIN = 18
const BAR = 30
const PLAIN = '#d7dce2'

/** SVG attributes for the ANSI codes that programs send to terminals. */
const LOOKS = {
  1: 'fill="#ffffff" font-weight="700"',
  2: 'fill="#8b95a1"',
  31: 'fill="#f08a8a"',
  32: 'fill="#7fd18b"',
  33: 'fill="#e8c468"',
  35: 'fill="#d3a4ee"',
  36: 'fill="#7cc7e8"',
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const withoutColours = (line) => line.replaceAll(/\u001b\[\d*m/g, '')

/** The pieces of text between the codes of a line, with their attributes. */
function drawLine(line) {
  const [first, ...rest] = line.split('\u001b[')
  const parts = rest.map((part) => {
    const [code] = part.split('m', 1)
    const [look, text] = [LOOKS[code], escaped(part.slice(code.length + 1))]
    return look === undefined || text === '' ? text : `<tspan ${look}>${text}</tspan>`
  })
  return [escaped(first), ...parts].join('')
}

/** Keeps columns aligned, whatever the font. */
const fitted = (line) =>
  `textLength="${Math.round([...line].length * CHARACTER.width)}" lengthAdjust="spacingAndGlyphs"`

function drawTerminal(text, least) {
  const lines = text.trimEnd().split('\n')
  const [, title = 'boardwright plan'] = /^\$ (.+)/.exec(withoutColours(text)) ?? []
  const columns = Math.max(least, ...lines.map((line) => [...withoutColours(line)].length))
  const width = Math.ceil(columns * CHARACTER.width + 2 * MARGIN)
  const height = BAR + 2 * MARGIN + lines.length * CHARACTER.height
  const rows = lines.flatMap((line, index) => {
    if (withoutColours(line).trim() === '') return []
    const y = BAR + MARGIN + (index + 0.75) * CHARACTER.height
    return [
      `  <text x="${MARGIN}" y="${y}" fill="${PLAIN}" ${fitted(withoutColours(line))} xml:space="preserve">${drawLine(line)}</text>`,
    ]
  })
  const dots = [0, 1, 2].map((n) => `  <circle cx="${MARGIN + n * 18}" cy="${BAR / 2}" r="5" fill="#4a525c"/>`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `  <title>${escaped(title)}</title>`,
    '  <style>text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace }</style>',
    `  <rect width="${width}" height="${height}" rx="8" fill="#1d2229"/>`,
    ...dots,
    ...rows,
    '</svg>',
    '',
  ].join('\n')
}

let text = ''
for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
process.stdout.write(drawTerminal(text, Number(process.argv[2] ?? 0)))
