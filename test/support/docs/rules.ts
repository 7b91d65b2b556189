import { kindMeaning, listFields } from '../../../src/check/rules.ts'
import { RULE_KIND_NAMES } from '../../../src/rules/kinds.ts'
import { recommendedRules } from '../../../src/rules/recommended.ts'
import { code, table } from './markdown.ts'

export function ruleFieldsTables(): string {
  const fields = listFields()
  return RULE_KIND_NAMES.map((kind) => {
    const rows = fields.filter((each) => each.kind === kind).map(({ field, type, means }) => [code(field), type, means])
    return `### ${kind}: ${kindMeaning(kind)}\n\n${table(['Field', 'Value', 'Meaning'], rows)}`
  }).join('\n\n')
}

export const recommendedTable = (): string =>
  table(
    ['Rule', 'On', 'Severity', 'Why'],
    recommendedRules().map(({ name, kind, severity, why = '' }) => [code(name), kind, severity, why]),
  )
