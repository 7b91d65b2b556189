import { largest } from '@boardwright/common'
import { textAt } from '../../../viewer/data/free.ts'
import { isBare } from '../../../viewer/facts/named.ts'
import type { Given, Paint } from '../context.ts'
import { type Block, blocksOf, type Spacing, TIGHT, USUAL } from '../prose/blocks.ts'
import { layLines, type Piece } from '../prose/lines.ts'
import { clipped, el, type Markup } from '../svg.ts'

type Anchor = 'start' | 'middle' | 'end'
const ANCHORS: Readonly<Record<string, Anchor>> = { center: 'middle', right: 'end' }

/** Markdown, set as the viewer sets it: in lines that are nearer to each other if it has too little room. */
export const paintText: Paint = (given, { width, height }) => {
  const { config } = given.widget
  const text = textAt(config, 'markdown') ?? textAt(config, 'text') ?? textAt(config, 'content') ?? ''
  const anchor = ANCHORS[textAt(config, 'align') ?? ''] ?? 'start'
  const set = (spacing: Spacing): Laid => layOut(given, blocksOf(text, spacing), width, anchor)
  const usual = set(USUAL)
  const { drawn, tall, ends } = usual.tall <= height ? usual : set(TIGHT)
  const shift = isBare(given.widget) ? Math.max(0, (height - tall) / 2) : 0
  const markup = drawn.map((each) => each(shift)).join('')
  if (tall <= height) return markup
  // Nobody can scroll here: a line is there or is not.
  return clipped({ x: 0, y: 0, width, height: largest(ends.filter((end) => end <= height + 1)) }, markup)
}

interface Laid {
  readonly drawn: readonly ((shift: number) => Markup)[]
  readonly tall: number
  /** Where each line ends. */
  readonly ends: readonly number[]
}

function layOut(given: Given, blocks: readonly Block[], width: number, anchor: Anchor): Laid {
  const drawn: Laid['drawn'][number][] = []
  const ends = [0]
  let [y, owed] = [0, 0]
  for (const block of blocks) {
    y += Math.max(owed, drawn.length === 0 ? 0 : block.above)
    const { markup, tall } = drawBlock(given, block, width, anchor, y)
    drawn.push(markup)
    const lines = Math.max(1, Math.round(tall / block.lineHeight))
    for (let line = 1; line <= lines; line += 1) ends.push(y + (tall * line) / lines)
    y += tall
    owed = block.below
  }
  return { drawn, tall: y, ends }
}

function drawBlock(
  { looks, on }: Given,
  { pieces, size, lineHeight, indent, bullet, ground, isQuote, isRule, cells }: Block,
  width: number,
  anchor: Anchor,
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
