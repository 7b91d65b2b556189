/** What a rule can be on. */
export const RULE_KIND_NAMES = [
  'folder',
  'workbook',
  'dashboard',
  'widget',
  'report',
  'query',
  'filter',
  'use',
  'schedule',
  'group',
  'member',
  'change',
] as const

export type RuleKind = (typeof RULE_KIND_NAMES)[number]

export const isRuleKind = (name: unknown): name is RuleKind => (RULE_KIND_NAMES as readonly unknown[]).includes(name)
