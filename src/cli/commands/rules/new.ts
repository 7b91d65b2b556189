import { Command, Option } from 'commander'
import { printable } from '../../../content/printable.ts'
import { RULE_KIND_NAMES, type RuleKind } from '../../../rules/kinds.ts'
import { openHere } from '../../options.ts'
import { note, result } from '../../output.ts'

interface Options {
  readonly on: RuleKind
  readonly from?: string
  readonly json?: true
}

export function newRuleCommand(): Command {
  return new Command('new')
    .description('write a rule to begin with, in rules/, with examples')
    .argument('<name>', 'its name: lower-case words joined by "-"')
    .addOption(new Option('--on <kind>', 'what it is on').choices([...RULE_KIND_NAMES]).default('report'))
    .option('--from <rule>', 'copy this built-in rule')
    .option('--json', 'print the result as JSON')
    .action(async (name: string, { on, from, json }: Options, command: Command) => {
      const { createRule } = await import('../../../edit/rules.ts')
      const file = await createRule(await openHere(command), { name, on, from })
      if (json) {
        result(JSON.stringify({ format: 1, file }))
        return
      }
      result(printable(`wrote ${file}`))
      note(`Next: edit it, with \`boardwright rules fields ${on}\` beside it, then run \`boardwright rules test\``)
    })
}
