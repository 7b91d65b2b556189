import { Command } from 'commander'
import { printable } from '../../../content/printable.ts'
import { openHere, several, today } from '../../options.ts'
import { note, result } from '../../output.ts'

interface Options {
  readonly unit?: readonly string[]
  readonly reason: string
  readonly owner: string
  readonly expires: string
  readonly json?: true
}

export function waiveCommand(): Command {
  return new Command('waive')
    .description('write an exception from a rule to boardwright.yaml, until a day')
    .argument('<rule>', 'the name of the rule')
    .argument('<path>', 'where: a directory or a file, or a glob')
    .option('--unit <glob>', 'only these units, such as "widget w1"; may be repeated', several)
    .requiredOption('--reason <text>', 'why')
    .requiredOption('--owner <name>', 'who answers for it')
    .requiredOption('--expires <day>', 'the last day on which it applies, as in 2027-01-31')
    .option('--json', 'print the result as JSON')
    .action(async (rule: string, path: string, options: Options, command: Command) => {
      const { addWaiver } = await import('../../../edit/rules.ts')
      const { unit: units = [], reason, owner, expires, json } = options
      const project = await openHere(command)
      const file = await addWaiver(project, { rule, path, units, reason, owner, expires }, today())
      if (json) {
        result(JSON.stringify({ format: 1, file }))
        return
      }
      result(printable(`wrote ${file}: ${rule} is waived for ${path} until ${expires}`))
      note('Next: boardwright validate')
    })
}
