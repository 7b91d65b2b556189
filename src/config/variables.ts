/**
 * `${var.NAME}` stands for the value of a variable, in any string of content. `$${var.NAME}` is the literal text
 * `${var.NAME}`: one `$` is removed. Where reports may be named, the same holds for `${report.NAME}`. Every other `${`
 * is literal.
 */

export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/
const VARIABLES = /(?<!\$)(\$+)\{(var)\.([A-Za-z_][A-Za-z0-9_-]*)\}/g
const VARIABLES_AND_REPORTS = /(?<!\$)(\$+)\{(?:(var)\.([A-Za-z_][A-Za-z0-9_-]*)|(report)\.([^{}$\n]+))\}/g

export interface Lookup {
  readonly variables: Readonly<Record<string, string>>
  /** The public id of a report in the target, where reports may be named. */
  readonly reportId?: ((name: string) => string | undefined) | undefined
}

/** A place in a written text that stands for a value. */
export interface VariableUse {
  readonly kind: 'var' | 'report'
  readonly name: string
  /** Where it begins in the written text. */
  readonly index: number
  readonly token: string
}

export interface Filled {
  readonly text: string
  readonly uses: readonly VariableUse[]
  /** Uses of unknown names, which stay in the text as written. */
  readonly missing: readonly VariableUse[]
}

/** A use with the range that its value takes in the filled text. */
export interface VariableSpot extends VariableUse {
  readonly from: number
  readonly to: number
}

export interface FilledSpots {
  readonly text: string
  readonly spots: readonly VariableSpot[]
  readonly missing: readonly VariableUse[]
}

export function fillSpots(text: string, lookup: Lookup): FilledSpots {
  const spots: VariableSpot[] = []
  const missing: VariableUse[] = []
  let filled = ''
  let done = 0
  for (const { index, 0: token, 1: dollars = '', 2: isVariable, 3: variable, 5: report } of text.matchAll(
    pattern(lookup),
  )) {
    filled += text.slice(done, index)
    done = index + token.length
    if (dollars.length > 1) {
      filled += token.slice(1)
      continue
    }
    const name = variable ?? report ?? ''
    const use: VariableUse = { kind: isVariable ? 'var' : 'report', name, index, token }
    const value = isVariable ? variableOf(lookup, name) : lookup.reportId?.(name)
    if (value === undefined) missing.push(use)
    spots.push({ ...use, from: filled.length, to: filled.length + (value ?? token).length })
    filled += value ?? token
  }
  return { text: filled + text.slice(done), spots, missing }
}

export const mayHoldVariables = (text: string): boolean => text.includes('${')

export function fillText(text: string, lookup: Lookup): Filled {
  if (!mayHoldVariables(text)) return { text, uses: [], missing: [] }
  const { spots, ...filled } = fillSpots(text, lookup)
  return { ...filled, uses: spots.map(({ kind, name, index, token }) => ({ kind, name, index, token })) }
}

/** How to write a text that contains no variables. Filling it in gives the text again. */
export const escapeText = (text: string, lookup: Lookup): string =>
  mayHoldVariables(text) ? text.replace(pattern(lookup), (token) => `$${token}`) : text

const pattern = ({ reportId }: Lookup): RegExp => (reportId ? VARIABLES_AND_REPORTS : VARIABLES)

const variableOf = ({ variables }: Lookup, name: string): string | undefined =>
  Object.hasOwn(variables, name) ? variables[name] : undefined
