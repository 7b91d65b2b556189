import { EXIT } from '@boardwright/common'
import { Command } from 'commander'
import { plural } from '../../../content/counted.ts'
import { type Finish, openKnownHere } from '../../options.ts'
import { note } from '../../output.ts'
import { countProblems } from '../../problems.ts'
import { showProblems } from '../../show-problems.ts'

export function testCommand(finish: Finish): Command {
  return new Command('test')
    .description('run the examples of every rule: it must find each bad one, and no good one')
    .option('--json', 'print problems as JSON')
    .action(async ({ json }: { readonly json?: true }, command: Command) => {
      const [{ testRules }, { frameOf }] = await Promise.all([
        import('../../../check/rules.ts'),
        import('../../../project/local/project.ts'),
      ])
      const project = await openKnownHere(command)
      const { rules, examples, problems } = testRules(project)
      if (json || problems.length > 0)
        showProblems(problems, json ? 'json' : 'text', (each) => frameOf(project, each), {})
      note(`${plural(rules, 'rule')}, ${plural(examples, 'example')}: ${countProblems(problems)} Nothing was sent.`)
      finish(problems.length > 0 ? EXIT.error : EXIT.done)
    })
}
