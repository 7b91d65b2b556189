import { attacksOn, longer, type Pattern, spend } from './patterns.ts'

/** Those that nobody else's text reaches at a length that matters. */
const BOUNDED: Readonly<Record<string, string>> = {
  'src/words/fold.ts': 'lines of at most 10,000 characters',
  'packages/pictures/viewer/widgets/template.ts': 'a text that ends with the end of a comment',
}
/** Processor time in milliseconds. */
const MOST = 100
const MIDDLE = 30_000
const LONG = 300_000

export const isRepeating = ({ source }: Pattern): boolean => /[*+]|\{\d+,\}/.test(source)

const isBounded = ({ place }: Pattern): boolean => place.replace(/:\d+$/, '') in BOUNDED

/** The text of this length that costs most, and the time for it. One that takes longer than `enough` ends the search. */
export function worstOf(pattern: Pattern, length: number, thorough: boolean, enough = MOST): Worst {
  let worst = { text: '', ms: -1 }
  for (const text of attacksOn(pattern, length, thorough)) {
    const ms = spend(pattern, text)
    if (ms > worst.ms) worst = { text, ms: ms > enough ? timeOf(pattern, text) : ms }
    if (worst.ms > enough) break
  }
  return worst
}

interface Worst {
  readonly text: string
  readonly ms: number
}

/** The least of several, because others use the processor too. */
const timeOf = (pattern: Pattern, text: string): number =>
  Math.min(...Array.from({ length: 3 }, () => spend(pattern, text)))

/** A row of the table, and whether the expression takes too long. */
export function pump(pattern: Pattern, text: string): { readonly row: string; readonly isSlow: boolean } {
  const middle = spend(pattern, longer(text, MIDDLE))
  const long = middle > MOST ? undefined : spend(pattern, longer(text, LONG))
  const said = `${pattern.place} /${pattern.source}/${pattern.flags}`
  const on = JSON.stringify(`${text.slice(0, 6)}…${text.slice(-4)}`)
  return {
    row: `${said}\t${on}\t${middle.toFixed(1)}\t${long?.toFixed(1) ?? 'not tried'}`,
    isSlow: (long ?? middle) > MOST && !isBounded(pattern),
  }
}
