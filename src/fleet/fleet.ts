import { BoardwrightError } from '@boardwright/common'
import { eachOf } from '../apply/pool.ts'
import type { Wave } from '../config/model.ts'
import { counted, plural } from '../content/counted.ts'
import { requireCommitted } from '../project/apply.ts'
import type { SoundProject } from '../project/local/project.ts'
import { shareReading } from '../project/local/shared.ts'
import type { PlanningOptions } from '../project/plan.ts'
import { requireGitFacts } from '../workspace/git.ts'
import { withSharedReach } from './shared-reach.ts'
import { readStanding, type Standing } from './standing.ts'

/** Targets asked at once. Each of them gets several requests at once. */
const AT_ONCE = 8

export interface FleetOptions extends PlanningOptions {
  /** Whether the files must be those of the commit, without changes. */
  readonly isCommitted?: boolean
}

/** The state of targets with respect to one commit, at one moment. */
export interface FleetStatus {
  readonly format: 1
  readonly project: string
  readonly commit: string
  /** When the last target answered, by the clock of this machine. */
  readonly at: string
  readonly waves: readonly { readonly number: number; readonly name: string; readonly targets: readonly string[] }[]
  readonly targets: readonly Standing[]
}

export function waveOf({ config }: SoundProject, number: number): Wave {
  const wave = config.waves.find((each) => each.number === number)
  if (wave) return wave
  const { length } = config.waves
  const there = length === 0 ? 'boardwright.yaml has no `waves`' : length === 1 ? 'there is 1' : `there are ${length}`
  throw new BoardwrightError('WAVE_UNKNOWN', `there is no wave ${number}: ${there}`, {
    hint:
      length === 0
        ? 'Add `waves` to boardwright.yaml: who comes first, and what must hold before the next.'
        : undefined,
  })
}

export const commitOf = async (project: SoundProject, isCommitted = true): Promise<string> => {
  if (isCommitted) return requireCommitted(project, { env: {}, mayAccept: false })
  const { commit } = await requireGitFacts(project.root)
  if (commit !== undefined) return commit
  throw new BoardwrightError('NOTHING_COMMITTED', 'nothing is committed yet, so there is nothing for targets to have')
}

/** Asks these targets, several at once. One that cannot be reached does not hold up the others. */
export async function readFleet(
  whole: SoundProject,
  names: readonly string[],
  { isCommitted, say, ...options }: FleetOptions,
): Promise<FleetStatus> {
  const project = shareReading(whole)
  const { config } = project
  const head = await commitOf(project, isCommitted)
  const targets = config.targets.filter(({ name }) => names.includes(name))
  const standings = new Map<string, Standing>()
  await withSharedReach(AT_ONCE, (shared, outage) =>
    eachOf(targets, AT_ONCE, async (target) => {
      standings.set(target.name, await readStanding(project, target, { ...options, shared, outage }))
      say?.(`Asked ${counted(standings.size)} of ${plural(targets.length, 'target')}`)
    }),
  )
  return {
    format: 1,
    ...{ project: config.projectId, commit: head, at: new Date().toISOString() },
    waves: config.waves.map(({ number, name, targets }) => ({ number, name, targets })),
    targets: [...standings.values()].sort((a, b) => (a.target < b.target ? -1 : 1)),
  }
}
