import { Argument, Command } from 'commander'
import { RULE_KIND_NAMES, type RuleKind } from '../../../rules/kinds.ts'
import { result } from '../../output.ts'

export function fieldsCommand(): Command {
  return new Command('fields')
    .description('list what a rule can ask: the fields of each kind, with their types')
    .addArgument(new Argument('[kind]', 'only those of this kind').choices([...RULE_KIND_NAMES]))
    .option('--json', 'print them as JSON')
    .action(async (kind: RuleKind | undefined, { json }: { readonly json?: true }) => {
      const [{ listFields, kindMeaning }, { inColumns }] = await Promise.all([
        import('../../../check/rules.ts'),
        import('../../../words/lines.ts'),
      ])
      const fields = listFields(kind)
      if (json) {
        result(JSON.stringify({ format: 1, fields }, null, 2))
        return
      }
      for (const each of kind === undefined ? RULE_KIND_NAMES : [kind]) {
        const own = fields.filter((field) => field.kind === each)
        result(`${each}: ${kindMeaning(each)}`)
        for (const line of inColumns(
          own.map(({ field, type, means }) => [field, type, means]),
          2,
          2,
        ))
          result(line)
      }
    })
}
