/** Line and column of an offset, both from 1. Columns count UTF-16 code units, as editors do. */
export interface Lines {
  at(offset: number): { readonly line: number; readonly column: number }
  /** The end of the line that holds `offset`, without its line feed. */
  endOf(offset: number): number
}

export function createLines(text: string): Lines {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const lineOf = (offset: number): number => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
  return {
    at(offset) {
      const line = lineOf(offset)
      return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
    },
    endOf(offset) {
      const next = starts[lineOf(offset) + 1]
      return next === undefined ? text.length : next - 1
    },
  }
}
