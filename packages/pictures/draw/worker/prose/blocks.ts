import { Marked, type Token, type Tokens } from 'marked'
import type { Piece } from './lines.ts'

const MARKDOWN = new Marked({ gfm: true, breaks: false })

/** A paragraph, heading or list item, with its spacing. */
export interface Block {
  readonly pieces: readonly Piece[]
  readonly size: number
  readonly lineHeight: number
  readonly indent: number
  readonly above: number
  readonly below: number
  readonly bullet?: string
  readonly ground?: boolean
  readonly isQuote?: boolean
  readonly isRule?: boolean
  /** A row of a table; its head has pieces too. */
  readonly cells?: readonly string[]
}

const SIZE = 14
const HEADINGS: Readonly<Record<number, number>> = { 1: 20, 2: 17 }
const DEEPEST = 8

/** As parts of the size: the height of a line, and what is left free around headings and below all else. */
export interface Spacing {
  readonly line: number
  readonly below: number
  readonly heading: { readonly above: number; readonly below: number }
}

export const USUAL: Spacing = { line: 1.5, below: 0.6, heading: { above: 0.4, below: 0.3 } }
/** For a text that has too little room otherwise. */
export const TIGHT: Spacing = { line: 1.35, below: 0.35, heading: { above: 0.3, below: 0.2 } }

export function blocksOf(markdown: string, spacing: Spacing): Block[] {
  return MARKDOWN.lexer(markdown).flatMap((token) => blocksIn(token, 0, spacing))
}

function blocksIn(token: Token, depth: number, spacing: Spacing): Block[] {
  if (depth > DEEPEST) return []
  const { line, heading } = spacing
  const body = { size: SIZE, lineHeight: line * SIZE, indent: 0, above: 0, below: spacing.below * SIZE } as const
  switch (token.type) {
    case 'heading': {
      const size = HEADINGS[(token as Tokens.Heading).depth] ?? 15
      const pieces = piecesIn(token.tokens ?? []).map((piece) => ({ ...piece, isBold: true, spacing: -0.01 }))
      return [
        { pieces, size, lineHeight: 1.25 * size, indent: 0, above: heading.above * size, below: heading.below * size },
      ]
    }
    case 'paragraph':
    case 'text':
      return [{ ...body, pieces: piecesIn(token.tokens ?? [token]) }]
    case 'list':
      return listIn(token as Tokens.List, depth, spacing)
    case 'blockquote':
      return (token.tokens ?? [])
        .flatMap((inner) => blocksIn(inner, depth + 1, spacing))
        .map((block) => ({ ...block, indent: block.indent + 15, isQuote: true }))
    case 'code': {
      const pieces = [{ text: (token as Tokens.Code).text, kind: 'code', isKept: true }] as const
      return [{ ...body, size: 12.5, lineHeight: 18.75, pieces, ground: true }]
    }
    case 'hr':
      return [{ ...body, pieces: [], isRule: true, above: 8, below: 8 }]
    case 'html': {
      const pieces = piecesIn([token])
      return pieces.every(({ text }) => text.trim() === '') ? [] : [{ ...body, pieces }]
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const row = (cells: readonly Tokens.TableCell[], pieces: readonly Piece[]): Block => ({
        ...{ ...body, size: 13, lineHeight: line * 13, below: 0, pieces },
        cells: cells.map((cell) => textIn(cell.tokens)),
      })
      return [row(header, [{ text: '' }]), ...rows.map((cells) => row(cells, []))]
    }
    default:
      return []
  }
}

function listIn({ items, ordered, start }: Tokens.List, depth: number, spacing: Spacing): Block[] {
  return items.flatMap((item, index) => {
    const blocks = item.tokens.flatMap((inner) => blocksIn(inner, depth + 1, spacing))
    const bullet = item.task ? (item.checked ? '☑' : '☐') : ordered ? `${Number(start || 1) + index}.` : '•'
    const isLast = index === items.length - 1
    return blocks.map((block, at) => ({
      ...block,
      indent: block.indent + 1.4 * SIZE,
      below: isLast && at === blocks.length - 1 ? spacing.below * SIZE : 0,
      ...(at === 0 && block.bullet === undefined ? { bullet } : {}),
    }))
  })
}

const textIn = (tokens: readonly Token[]): string =>
  piecesIn(tokens)
    .map(({ text }) => text)
    .join('')

interface Style {
  readonly isBold?: boolean
  readonly isItalic?: boolean
  readonly kind?: NonNullable<Piece['kind']>
}

const TAGS: Readonly<Record<string, Style>> = {
  b: { isBold: true },
  strong: { isBold: true },
  i: { isItalic: true },
  em: { isItalic: true },
  small: { kind: 'small' },
  code: { kind: 'code' },
}

/** Tags in the text only affect how letters look. They are not shown. */
function piecesIn(tokens: readonly Token[], style: Style = {}): Piece[] {
  let own = style
  return tokens.flatMap((token): Piece[] => {
    switch (token.type) {
      case 'strong':
        return piecesIn(token.tokens ?? [], { ...own, isBold: true })
      case 'em':
        return piecesIn(token.tokens ?? [], { ...own, isItalic: true })
      case 'del':
        return piecesIn(token.tokens ?? [], own)
      case 'link':
        return piecesIn(token.tokens ?? [], { ...own, kind: 'link' })
      case 'codespan':
        return [{ ...own, text: decode(token['text']), kind: 'code' }]
      case 'br':
        return [{ ...own, text: '\n', isKept: true }]
      case 'image':
        return [{ ...own, text: String(token['text'] || 'Image'), kind: 'small' }]
      case 'html': {
        const parts = String(token.raw).split(/(<[^<>]*>)/)
        return parts.flatMap((part): Piece[] => {
          const tag = /^<(\/?)([a-z][a-z0-9]*)/i.exec(part)
          if (tag) {
            const name = (tag[2] ?? '').toLowerCase()
            own = tag[1] === '/' ? style : { ...own, ...(TAGS[name] ?? {}) }
            return name === 'br' || name === 'p' || name === 'div' ? [{ ...own, text: '\n', isKept: true }] : []
          }
          return part.startsWith('<') ? [] : [{ ...own, text: decode(part) }]
        })
      }
      default:
        return token.type === 'text' && 'tokens' in token && token.tokens
          ? piecesIn(token.tokens, own)
          : [{ ...own, text: decode('text' in token ? token['text'] : token.raw) }]
    }
  })
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }

const decode = (text: unknown): string =>
  String(text).replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name) => SIGNS[name] ?? '')
