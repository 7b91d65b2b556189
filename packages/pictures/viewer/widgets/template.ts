import { type Formats, formatCell, formatNumber, formatTime } from '../data/format.ts'
import type { Row } from '../data/rows.ts'

interface Piece {
  readonly text: string
  readonly isTag: boolean
}

const SYMBOLS: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' }
const MOST_ROWS = 500
const DEEPEST = 8

/**
 * Fills rows into a template: `{{name}}`, `{{#each rows}}`, `{{#if name}}`, and the helpers currency, number, percent
 * and date. Every value is escaped, whatever the number of braces.
 */
export function fillTemplate(text: string, rows: readonly Row[], formats: Formats): string {
  const pieces = withoutComments(text)
    .split(/(\{\{\{?[^{}]*\}?\}\})/)
    .map((piece): Piece => {
      const isTag = piece.startsWith('{{')
      return { text: isTag ? piece.replace(/^\{+|(?<!\})\}+$/g, '').trim() : piece, isTag }
    })
  return render(pieces, { rows: rows.slice(0, MOST_ROWS), count: rows.length, ...rows[0] }, formats, 0)
}

/** Drops `{{! … }}`, which ends at the first brace, and `{{!-- … --}}`, which may contain braces. */
export function withoutComments(text: string): string {
  // Behind the last end, each start would be searched to the end of the text.
  const end = text.includes('--}}') ? text.lastIndexOf('--}}') + '--}}'.length : 0
  const drop = (piece: string): string => (piece.endsWith('}}') ? '' : piece)
  const before = text.slice(0, end).replace(/\{\{!(?:--[\s\S]*?--\}\}|[^}]*\}\}|(?:(?!\{\{!--)[^}])*)/g, drop)
  return before + text.slice(end).replace(/\{\{![^}]*(?:\}\})?/g, drop)
}

function render(pieces: readonly Piece[], scope: Row, formats: Formats, depth: number): string {
  let out = ''
  for (let at = 0; at < pieces.length; at += 1) {
    const { text, isTag } = pieces[at] ?? { text: '', isTag: false }
    const block = isTag ? /^#(each|if|unless)\s+(\S+)/.exec(text) : null
    if (!isTag) out += text
    else if (block) {
      const end = endOf(pieces, at)
      const inner = pieces.slice(at + 1, end)
      if (depth < DEEPEST)
        out += renderBlock(block[1] ?? '', lookUp(scope, block[2] ?? ''), inner, scope, formats, depth + 1)
      at = end
    } else if (!/^[#/^]|^else$/.test(text)) out += escapeHtml(evaluate(text, scope, formats))
  }
  return out
}

function renderBlock(
  kind: string,
  value: unknown,
  inner: readonly Piece[],
  scope: Row,
  formats: Formats,
  depth: number,
): string {
  if (kind === 'each') {
    const items = Array.isArray(value) ? value : []
    return items
      .map((item: unknown, index) =>
        render(
          inner,
          { ...scope, ...(typeof item === 'object' ? (item as Row) : {}), this: item, '@index': index },
          formats,
          depth,
        ),
      )
      .join('')
  }
  const middle = inner.findIndex(({ text, isTag }, index) => isTag && text === 'else' && endsOpen(inner, index))
  const isTrue = Boolean(value) && !(Array.isArray(value) && value.length === 0)
  const [yes, no] = middle < 0 ? [inner, []] : [inner.slice(0, middle), inner.slice(middle + 1)]
  return render(isTrue === (kind === 'if') ? yes : no, scope, formats, depth)
}

/** Whether an `else` belongs to the block itself, not to one inside it. */
const endsOpen = (inner: readonly Piece[], index: number): boolean =>
  inner
    .slice(0, index)
    .reduce(
      (open, { text, isTag }) => open + (isTag && text.startsWith('#') ? 1 : isTag && text.startsWith('/') ? -1 : 0),
      0,
    ) === 0

function endOf(pieces: readonly Piece[], from: number): number {
  let open = 0
  for (let at = from; at < pieces.length; at += 1) {
    const { text, isTag } = pieces[at] ?? { text: '', isTag: false }
    if (isTag && text.startsWith('#')) open += 1
    if (isTag && text.startsWith('/')) open -= 1
    if (open === 0) return at
  }
  return pieces.length
}

const lookUp = (scope: Row, name: string): unknown => {
  if (Object.hasOwn(scope, name)) return scope[name]
  const end = Object.keys(scope).find((key) => key.split('.').at(-1) === name)
  return end === undefined ? undefined : scope[end]
}

function evaluate(text: string, scope: Row, formats: Formats): string {
  const [first = '', second = '', third] = text.match(/"[^"]*"|\S+/g) ?? []
  if (second === '')
    return formatCell(
      lookUp(scope, first),
      { type: typeof lookUp(scope, first) === 'number' ? 'number' : 'string' },
      formats,
    )
  const number = Number(lookUp(scope, second))
  const wish = third?.replaceAll('"', '')
  switch (first) {
    case 'currency':
      return wish === undefined || SYMBOLS[wish]
        ? formatNumber(number, `${SYMBOLS[wish ?? ''] ?? '$'},.0f`, formats)
        : `${wish} ${formatNumber(number, ',.0f', formats)}`
    case 'number':
      return formatNumber(number, wish ?? ',', formats)
    case 'percent':
      return formatNumber(number, '.1%', formats)
    case 'date':
      return formatTime(String(lookUp(scope, second) ?? ''), formats)
    default:
      return `{{${text}}}`
  }
}

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
