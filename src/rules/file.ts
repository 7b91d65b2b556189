import { z } from 'zod'
import { STEPS } from '../content/schema-words.ts'
import { RULE_KIND_NAMES } from './kinds.ts'

/** A file with a rule: `rules/<name>.yaml`. What its fields and words may be depends on the kind. */

export const RULES_DIRECTORY = 'rules'

const Fields = z.record(z.string(), z.unknown())

export const RuleFile = z
  .strictObject({
    on: z
      .looseObject({
        kind: z.enum(RULE_KIND_NAMES).describe('What the rule is on.'),
        path: z
          .string()
          .min(1)
          .optional()
          .describe('A glob from the root of the project. A directory stands for everything in it.'),
      })
      .describe('What it is on: a kind, a path, and conditions on its fields.'),
    must: Fields.optional().describe(
      'Conditions on its fields. When both this and `check` are left out, nothing may be as `on` says.',
    ),
    check: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe('A condition in CEL over its fields, where `must` does not reach.'),
    message: z
      .string()
      .min(1)
      .max(500)
      .describe('What is wrong, for the one who reads it. `{name}` is the value of a field.')
      .register(STEPS, { step: 'Write one sentence.' }),
    severity: z
      .enum(['error', 'warning'])
      .optional()
      .describe(
        '`error`, the default: an error if this change made it, and a warning if it was there before. Or `warning`.',
      ),
    why: z.string().min(1).max(2000).optional().describe('Why, or the address of a page that says so.'),
    examples: z
      .strictObject({
        good: z.array(Fields).optional().describe('Fields of something that is as it must be.'),
        bad: z.array(Fields).optional().describe('Fields of something that the rule finds.'),
      })
      .optional()
      .describe('For `boardwright rules test`: fields that are left out are absent.'),
  })
  .meta({ title: 'A rule of the house: rules/<name>.yaml' })
export type RuleFile = z.output<typeof RuleFile>
