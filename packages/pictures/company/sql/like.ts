/** `%` stands for any text, `_` for one character. An expression would take for ever for `%a%a%a%a%`. */
export function isLike(text: string, wanted: string): boolean {
  const [first = '', ...others] = wanted.split('%')
  const last = others.pop()
  if (last === undefined) return text.length === first.length && fitsAt(text, first, 0)
  let at = first.length
  if (!fitsAt(text, first, 0)) return false
  for (const part of others) {
    const found = placeOf(text, part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && fitsAt(text, last, text.length - last.length)
}

const fitsAt = (text: string, part: string, at: number): boolean =>
  part.includes('_')
    ? at + part.length <= text.length && [...part].every((each, index) => each === '_' || each === text[at + index])
    : text.startsWith(part, at)

function placeOf(text: string, part: string, from: number): number {
  if (!part.includes('_')) return text.indexOf(part, from)
  for (let at = from; at + part.length <= text.length; at += 1) if (fitsAt(text, part, at)) return at
  return -1
}
