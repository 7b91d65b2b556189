import { Command } from 'commander'
import { openHere } from '../../options.ts'
import { result } from '../../output.ts'

export function mergeDriverCommand(): Command {
  return new Command('merge-driver')
    .description('let git merge dashboards by widget and reports by key in this clone; each clone needs it once')
    .option('--json', 'print the result as JSON')
    .action(async ({ json }: { readonly json?: true }, command: Command) => {
      const { MERGE_DRIVER, setMergeDriver } = await import('../../../setup/merge-driver.ts')
      await setMergeDriver((await openHere(command)).root)
      result(json ? JSON.stringify({ format: 1, driver: MERGE_DRIVER }) : MERGE_DRIVER_SET)
    })
}

export const MERGE_DRIVER_SET = 'git merges dashboards by widget in this clone.'
