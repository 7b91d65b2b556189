import type { Key, ReportReference } from '../content/model.ts'
import { shownBy } from './dangling.ts'
import { wholeUnits } from './whole.ts'
import type { Workings } from './workings.ts'

/** A widget whose report is made again shows it again. */
export function reviveWidgets(workings: Workings): void {
  const { surveyed, fates } = workings
  for (const { key, repo, dangling } of surveyed.cases.values()) {
    if (dangling.size === 0) continue
    const fate = fates.get(key)
    if (!repo || !fate || !['unchanged', 'left', 'write'].includes(fate.kind)) continue
    if (fate.kind === 'left' && fate.reason === 'older-branch') continue
    const ours = wholeUnits(workings, 'desired', key)
    const units = [...dangling].filter((unit) => shownBy(ours?.get(unit)).some((each) => isMade(workings, each)))
    if (units.length === 0) continue
    const [because, others] =
      fate.kind === 'write' ? [fate.because, fate.units] : ['a report that it shows is made again', []]
    fates.set(key, { kind: 'write', because, units: new Set([...others, ...units]) })
  }
}

const isMade = ({ fates }: Workings, reference: ReportReference): boolean =>
  fates.get(reference as Key)?.kind === 'create'
