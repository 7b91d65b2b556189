// A picture of what a command printed, as a terminal shows it: boardwright plan | node examples/picture.mjs > plan.svg
const CHARACTER = { width: 7.8, height: 18 }
const MARGIN = 18
const BAR = 30
const COLOURS = {
  plain: '#d7dce2',
  dim: '#8b95a1',
  green: '#7fd18b',
  yellow: '#e8c468',
  red: '#f08a8a',
  cyan: '#7cc7e8',
}

/** The first pattern that fits a line says its colour. Every line has a word too: colour says nothing alone. */
const LINES = [
  [/^\$ /, 'dim'],
  [/^\s*\+(?!-+[+])/, 'green'],
  [/^\s*- /, 'red'],
  [/^\s*~/, 'yellow'],
  [/^\s*>/, 'cyan'],
  [/^\s*(shown on|also on)/, 'dim'],
  [/^(Left alone|Held)/, 'dim'],
  [/^\s{4}\w.* (has an unpublished draft|was edited)/, 'dim'],
  [/^Plan: |^No changes/, 'green'],
]

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const colourOf = (line) => COLOURS[LINES.find(([pattern]) => pattern.test(line))?.[1] ?? 'plain']

/** Whatever the font, columns stay columns. */
const fitted = (line) =>
  `textLength="${Math.round([...line].length * CHARACTER.width)}" lengthAdjust="spacingAndGlyphs"`

function drawTerminal(text, title = 'boardwright plan') {
  const lines = text.trimEnd().split('\n')
  const columns = Math.max(...lines.map((line) => [...line].length))
  const width = Math.ceil(columns * CHARACTER.width + 2 * MARGIN)
  const height = BAR + 2 * MARGIN + lines.length * CHARACTER.height
  const rows = lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const y = BAR + MARGIN + (index + 0.75) * CHARACTER.height
    return [
      `  <text x="${MARGIN}" y="${y}" fill="${colourOf(line)}" ${fitted(line)} xml:space="preserve">${escaped(line)}</text>`,
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
process.stdout.write(drawTerminal(text))
