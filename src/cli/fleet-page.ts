import { plural } from '../content/counted.ts'
import { shortCommit } from '../content/printable.ts'
import type { FleetStatus } from '../fleet/fleet.ts'
import { timeText } from '../plan/saved.ts'
import { commitsText, countStates, describeStanding, groupsIn, STATE_STYLES } from './fleet-text.ts'

export async function renderFleetPage(project: string, status: FleetStatus): Promise<string> {
  const { renderFleet } = await import('../words/index.ts')
  const { commit, at, targets } = status
  return renderFleet({
    title: `Fleet of ${project}`,
    facts: [
      `${plural(targets.length, 'target')} at ${shortCommit(commit)}: ${countStates(targets)}`,
      `Asked at ${timeText(at)}`,
    ],
    tables: [
      {
        ...{ title: 'Commits', note: 'What targets say that was applied to them.', heads: ['Commit', 'Targets'] },
        rows: commitsText(status).map(([has, count]) => [shortCommit(has), String(count)]),
      },
      ...groupsIn(status).map(([title, standings]) => ({
        ...{ title, note: countStates(standings), heads: ['Target', 'State', 'Commit', 'What is left'] },
        rows: standings.map((standing) => [
          ...[
            standing.target,
            { word: standing.state, style: STATE_STYLES[standing.state] ?? '' },
            standing.commit ? shortCommit(standing.commit) : 'none',
          ],
          describeStanding(standing),
        ]),
      })),
    ],
  })
}
