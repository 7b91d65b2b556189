import { textAt } from '../../../viewer/data/free.ts'
import { isBare } from '../../../viewer/facts/named.ts'
import type { Given, Paint } from '../context.ts'
import { type Block, blocksOf } from '../prose/blocks.ts'
import { layLines, type Piece } from '../prose/lines.ts'
import { el, type Markup } from '../svg.ts'

const ANCHORS: Readonly<Record<string, 'start' | 'middle' | 'end'>> = { center: 'middle', right: 'end' }

/** Markdown, set as the viewer sets it. */
export const paintText: Paint = (given, { width, height }) => {
  const { config } = given.widget
  const text = textAt(config, 'markdown') ?? textAt(config, 'text') ?? textAt(config, 'content') ?? ''
  const anchor = ANCHORS[textAt(config, 'align') ?? ''] ?? 'start'
  let y = 0
  let owed = 0
  const drawn: ((shift: number) => Markup)[] = []
  for (const block of blocksOf(text)) {
    y += Math.max(owed, drawn.length === 0 ? 0 : block.above)
    const { markup, tall } = drawBlock(given, block, width, anchor, y)
    drawn.push(markup)
    y += tall
    owed = block.below
  }
  const shift = isBare(given.widget) ? Math.max(0, (height - y) / 2) : 0
  return drawn.map((each) => each(shift)).join('')
}

function drawBlock(
  { looks, on }: Given,
  { pieces, size, lineHeight, indent, bullet, ground, isQuote, isRule, cells }: Block,
  width: number,
  anchor: 'start' | 'middle' | 'end',
  y: number,
): { markup: (shift: number) => Markup; tall: number } {
  if (isRule) return { tall: 1, markup: (shift) => el('rect', { y: y + shift, width, height: 1, fill: looks.line }) }
  const fillOf = ({ kind }: Piece): string =>
    kind === 'link' ? looks.accent : isQuote || kind === 'small' ? looks.faint : looks.text
  if (cells) {
    const share = width / Math.max(1, cells.length)
    return {
      tall: lineHeight + 9,
      markup: (shift) =>
        cells
          .map((cell, index) =>
            on.letters.line(
              index * share,
              y + shift + 4,
              lineHeight,
              on.letters.fit(cell, share - 10, { size, fill: '' }),
              {
                ...{ size, fill: looks.text, weight: pieces.length > 0 ? 700 : 400 },
              },
            ),
          )
          .join('') + el('rect', { y: y + shift + lineHeight + 8, width, height: 1, fill: looks.line }),
    }
  }
  const padding = ground ? 8 : 0
  const room = width - indent - 2 * padding
  const lines = layLines(pieces, room, size, on.letters)
  const tall = lines.length * lineHeight + 2 * padding
  return {
    tall,
    markup: (shift) => {
      const top = y + shift
      const parts = lines.flatMap((line, index) => {
        const own = top + padding + index * lineHeight
        const from = anchor === 'start' ? 0 : (room - line.width) / (anchor === 'middle' ? 2 : 1)
        return line.runs.map(({ piece, text, x, type }) => {
          const at = indent + padding + from + x
          const behind =
            piece.kind === 'code' && !ground
              ? el('rect', {
                  x: at - 5,
                  y: own + 1,
                  width: on.letters.widthOf(text, type) + 10,
                  height: lineHeight - 2,
                  rx: 4,
                  fill: looks.tint,
                })
              : ''
          return (
            behind +
            on.letters.line(at, own, lineHeight, text, {
              ...type,
              fill: fillOf(piece),
              ...(piece.isItalic ? { isItalic: true } : {}),
            })
          )
        })
      })
      return [
        ground ? el('rect', { y: top, width, height: tall, rx: 4, fill: looks.tint }) : '',
        isQuote ? el('rect', { y: top, width: 3, height: tall, fill: looks.line }) : '',
        bullet === undefined
          ? ''
          : on.letters.line(indent - 8, top, lineHeight, bullet, { size, fill: looks.text, anchor: 'end' }),
        ...parts,
      ].join('')
    },
  }
}
