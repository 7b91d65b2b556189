import { Command } from 'commander'
import { printable } from '../../../content/printable.ts'
import { openKnownHere } from '../../options.ts'
import { note, result } from '../../output.ts'

export function listCommand(): Command {
  return new Command('list')
    .description('list every rule: those of this project, those that are built in, and those that always apply')
    .option('--json', 'print them as JSON')
    .action(async ({ json }: { readonly json?: true }, command: Command) => {
      const [{ listRules }, { requireConfig }, { inColumns }] = await Promise.all([
        import('../../../check/rules.ts'),
        import('../../../project/local/project.ts'),
        import('../../../words/lines.ts'),
      ])
      const project = requireConfig(await openKnownHere(command))
      const rules = listRules(project)
      if (json) {
        result(JSON.stringify({ format: 1, rules }, null, 2))
        return
      }
      const rows = rules.map(({ name, on = '', from, file, isUsed, why = '' }) => [
        ...[name, on, file ?? (from === 'own' ? 'always' : isUsed ? 'built in' : 'built in, not used'), why],
      ])
      for (const line of inColumns(rows, 0, 2)) result(printable(line))
      if (project.house) note(printable(`These are the rules of ${project.house.branch}, which hold: \`rules.from\`.`))
      if (rules.some(({ isUsed }) => !isUsed))
        note('`rules: {use: [recommended]}` in boardwright.yaml uses those that are built in.')
    })
}
