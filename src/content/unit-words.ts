import { roleIn } from './people.ts'
import { printableName } from './printable.ts'
import { resourceIn } from './role.ts'

/** Units that people know by other words than the keys in files. */
const SUBJECTS: ReadonlyMap<string, string> = new Map([
  ['pythonCode', 'python'],
  ['bytes', 'file'],
  ['allowEmbed', 'signed embedding'],
  ['embed *', 'all embed users'],
  ['fillMissingRows', 'missing rows'],
  ['periodComparisons', 'period comparisons'],
  ['externalWorkbookId', 'spreadsheet'],
  ['resultLocation', 'result location'],
  ['endResultCell', 'last result cell'],
  ['published', 'shown to viewers as'],
  ['timezone', 'time zone'],
  ['aiSummary', 'AI summary'],
  ['timeGrains', 'time grains'],
  ['memberSwitchers', 'switchers'],
])

export const subjectOf = (unit: string): string => {
  const known = SUBJECTS.get(unit)
  if (known !== undefined) return known
  // Its value is the address: the rest of its name is only a digest of that.
  const role = roleIn(unit)
  if (role !== undefined) return role
  const of = resourceIn(unit)
  if (of !== undefined) return printableName(`${of.resourceType} ${of.resource}`)
  return unit.startsWith('embed ') ? `embed tenant ${printableName(unit.slice('embed '.length))}` : printableName(unit)
}

/** A changed unit in a list of such. Of a person, its name says nothing. */
export function unitInWords({ unit, before, after }: { unit: string; before?: unknown; after?: unknown }): string {
  const role = roleIn(unit)
  return role === undefined ? unit : `${role} ${before === undefined ? '+' : '-'} ${String(after ?? before)}`
}

/** A key as a sentence names it. If people know it by other words, those come first. */
export function namedInWords(key: string): string {
  const subject = subjectOf(key)
  return subject === key ? `"${key}"` : `"${subject}" (${printableName(key)})`
}
