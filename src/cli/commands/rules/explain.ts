import process from 'node:process'
import { Command } from 'commander'
import { waivedData } from '../../../config/waivers.ts'
import { counted, plural } from '../../../content/counted.ts'
import { placeText, printable } from '../../../content/printable.ts'
import { problemData } from '../../../content/problem.ts'
import { openKnownHere, startDirectory, today } from '../../options.ts'
import { note, result } from '../../output.ts'

const MOST_SHOWN = 20

export function explainCommand(): Command {
  return new Command('explain')
    .description('say what a rule means, what it finds now, and what is waived')
    .argument('<name>', 'the name of the rule')
    .option('--json', 'print the result as JSON')
    .action(async (name: string, { json }: { readonly json?: true }, command: Command) => {
      const [{ findRule, foundBy, isRuleUsed }, { validateTree }] = await Promise.all([
        import('../../../check/rules.ts'),
        import('../../../check/validate-tree.ts'),
      ])
      const project = await openKnownHere(command)
      const rule = findRule(project, name)
      const said = 'own' in rule ? undefined : rule
      const validated = await validateTree(startDirectory(command), { today: today(), compare: { env: process.env } })
      const problems = foundBy(validated.problems, name)
      const waived = validated.waived.filter(({ problem }) => foundBy([problem], name).length > 0)
      const isUsed = isRuleUsed(project, name)
      if (json) {
        const about = { name, file: said?.at?.file ?? null, why: said?.why ?? null, text: said?.text ?? null, isUsed }
        const found = { problems: problems.map(problemData), waived: waived.map(waivedData) }
        result(JSON.stringify({ format: 1, ...about, ...found }, null, 2))
        return
      }
      const from =
        said === undefined ? 'always applies' : (said.at?.file ?? (isUsed ? 'built in' : 'built in, not used'))
      result(printable(`${name}: ${from}`))
      if (said?.why !== undefined) result(printable(`  ${said.why}`))
      for (const line of said?.text.trimEnd().split('\n') ?? []) result(printable(`  | ${line}`))
      for (const { at, message, before, warning } of problems.slice(0, MOST_SHOWN))
        result(printable(`${placeText(at)}  ${before ? 'old: ' : warning ? 'warning: ' : ''}${message}`))
      if (problems.length > MOST_SHOWN)
        result(`and ${counted(problems.length - MOST_SHOWN)} more; --json lists them all`)
      for (const { problem, waiver } of waived)
        result(
          printable(`${placeText(problem.at)}  waived until ${waiver.expires} (${waiver.owner}): ${waiver.reason}`),
        )
      note(`${plural(problems.length, 'finding')}, ${counted(waived.length)} waived.`)
    })
}
