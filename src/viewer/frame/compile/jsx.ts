import { expression } from './expressions.ts'
import { CannotCompile, edit, expect, isAt, jump, next, peek, type Reader } from './scan.ts'

const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$.:-]*/uy

/** `<Tag a="1" {...b}>text {code}</Tag>` as a call. The reader stands at `<`. */
export function jsxElement(reader: Reader): void {
  const { start } = reader.token
  const name = readName(reader, reader.token.end)
  if (name === '') {
    if (!isAt(reader, '>')) expect(reader, '>')
    reader.last = reader.token.end
    edit(reader, start, reader.last, '__jsx(__Fragment, {}, ')
    children(reader, '')
    return
  }
  const isTag = /^[a-z]/.test(name) && !name.includes('.')
  edit(reader, start, reader.last, `__jsx(${isTag ? JSON.stringify(name) : name}, {`)
  if (isAt(reader, '<')) throw new CannotCompile('a component with types of its own is not known here')
  while (!isAt(reader, '>', '/')) attribute(reader)
  const { start: at } = reader.token
  if (isAt(reader, '/')) {
    next(reader)
    if (!isAt(reader, '>')) expect(reader, '>')
    const end = reader.token.end
    edit(reader, at, end, '})')
    jump(reader, end)
    return
  }
  const end = reader.token.end
  edit(reader, at, end, '}, ')
  reader.last = end
  children(reader, name)
}

/** A name with dashes and dots; the reader goes on after it. */
function readName(reader: Reader, from: number): string {
  const space = /\s*/y
  space.lastIndex = from
  const at = from + (space.exec(reader.source)?.[0].length ?? 0)
  NAME.lastIndex = at
  const name = NAME.exec(reader.source)?.[0] ?? ''
  jump(reader, at + name.length)
  return name
}

function attribute(reader: Reader): void {
  if (isAt(reader, '{')) {
    edit(reader, reader.token.start, next(reader).end, '')
    expect(reader, '...')
    expression(reader)
    edit(reader, reader.token.start, expect(reader, '}').end, ', ')
    return
  }
  const { start } = reader.token
  const name = readName(reader, start)
  if (name === '') throw new CannotCompile('something in a tag is no attribute')
  const named = JSON.stringify(name)
  if (!isAt(reader, '=')) {
    edit(reader, start, reader.last, `${named}: true, `)
    return
  }
  edit(reader, start, reader.token.end, `${named}: `)
  next(reader)
  if (reader.token.kind === 'string') {
    const text = next(reader)
    edit(reader, text.start, text.end, `${JSON.stringify(decode(text.text.slice(1, -1)))}, `)
  } else if (isAt(reader, '{')) {
    edit(reader, reader.token.start, next(reader).end, '(')
    expression(reader)
    edit(reader, reader.token.start, expect(reader, '}').end, '), ')
  } else {
    jsxElement(reader)
    edit(reader, reader.last, reader.last, ', ')
  }
}

/** The reader's last token was the `>` of the opening tag. */
function children(reader: Reader, name: string): void {
  const { source } = reader
  for (let at = reader.last; ; at = reader.last) {
    const end = source.slice(at).search(/[<{]/)
    if (end < 0) throw new CannotCompile(`<${name}> is not closed`)
    const text = source.slice(at, at + end)
    const shown = trim(text)
    edit(reader, at, at + end, shown === '' ? '' : `${JSON.stringify(decode(shown))}, `)
    jump(reader, at + end)
    if (isAt(reader, '<') && peek(reader).text === '/') {
      const { start } = reader.token
      next(reader)
      const closing = readName(reader, reader.token.end)
      if (closing !== name) throw new CannotCompile(`<${name}> is closed by </${closing}>`)
      edit(reader, start, reader.token.end, ')')
      if (!isAt(reader, '>')) expect(reader, '>')
      jump(reader, reader.token.end)
      return
    }
    if (isAt(reader, '<')) {
      jsxElement(reader)
      edit(reader, reader.last, reader.last, ', ')
    } else inBraces(reader)
  }
}

function inBraces(reader: Reader): void {
  const { start } = reader.token
  next(reader)
  if (isAt(reader, '}')) {
    const end = reader.token.end
    edit(reader, start, end, '')
    reader.last = end
    return
  }
  edit(reader, start, start + 1, isAt(reader, '...') ? '' : '(')
  const isSpread = isAt(reader, '...')
  if (isSpread) next(reader)
  expression(reader)
  if (!isAt(reader, '}')) expect(reader, '}')
  const { start: close, end } = reader.token
  edit(reader, close, end, isSpread ? ', ' : '), ')
  reader.last = end
}

/** Lines of text are joined by one space; what is between tags on lines of their own is nothing. */
function trim(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split('\n')
  return lines
    .map((line, index) => (index === 0 ? line.trimEnd() : index === lines.length - 1 ? line.trimStart() : line.trim()))
    .filter((line) => line !== '')
    .join(' ')
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  copy: '©',
  rarr: '→',
  larr: '←',
  times: '×',
  middot: '·',
}

const decode = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
