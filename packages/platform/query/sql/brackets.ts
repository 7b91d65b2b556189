import { parseExpression } from './parse.ts'
import type { Expression, Piece } from './syntax.ts'

/** SQL of a data model, whose references in braces become quoted names with the braces. */
export const parseMember = (sql: string): Expression => parseExpression(quoteBraces(sql))

export const quoteBraces = (sql: string): string => sql.replace(/\$?\{([^{}"]*)\}/g, '"{$1}"')

/** Operators by how tightly they bind. */
const LEVELS = [
  ['or'],
  ['and'],
  ['not'],
  ['=', '<>', '!=', '<', '<=', '>', '>=', 'is', 'in', 'like', 'ilike', 'between'],
  ['+', '-', '||'],
  ['*', '/', '%'],
] as const
const LEVEL: ReadonlyMap<string, number> = new Map(LEVELS.flatMap((signs, level) => signs.map((sign) => [sign, level])))
const CAST = LEVELS.length
/** Here what comes after may as well come first. */
const ANY_ORDER: ReadonlySet<string> = new Set(['or', 'and', '+', '*', '||'])

interface Operator {
  readonly text: string
  readonly level: number
}

const operatorAt = (piece: Piece | undefined): Operator | undefined => {
  if (piece?.kind === 'type') return { text: '::', level: CAST }
  if (piece?.kind !== 'word' && piece?.kind !== 'sign') return undefined
  const level = LEVEL.get(piece.text)
  return level === undefined ? undefined : { text: piece.text, level }
}

/** The operators between the parts of an expression, except those within CASE. */
function operatorsOf(pieces: Expression): Operator[] {
  let cases = 0
  let ranges = 0
  return pieces.flatMap((piece) => {
    const word = piece.kind === 'word' ? piece.text : ''
    if (word === 'case') cases += 1
    if (word === 'end') cases -= 1
    if (cases > 0) return []
    if (word === 'between') ranges += 1
    if (word === 'and' && ranges > 0) {
      ranges -= 1
      return []
    }
    return operatorAt(piece) ?? []
  })
}

/**
 * The operator beside a part of an expression that takes only a piece of `inner`, if that stands in the place of this
 * part without brackets.
 */
export function operatorThatSplits(outer: Expression, at: number, inner: Expression): string | undefined {
  const [loosest] = operatorsOf(inner).sort((a, b) => a.level - b.level)
  if (!loosest) return undefined
  const [before, after] = [operatorAt(outer[at - 1]), operatorAt(outer[at + 1])]
  const takesFirst =
    before && (before.level > loosest.level || (before.level === loosest.level && !ANY_ORDER.has(before.text)))
  if (takesFirst) return before.text
  return after && after.level > loosest.level ? after.text : undefined
}
