import { plural } from '../content/counted.ts'
import type { FleetStatus } from '../sync/fleet/fleet.ts'
import { commitsIn, countStates, describeStanding, groupsIn } from './fleet-text.ts'

export async function renderFleetPage(project: string, status: FleetStatus): Promise<string> {
  const { renderFleet } = await import('../sync/render-plan.ts')
  const { commit, at, targets } = status
  return renderFleet({
    title: `Fleet of ${project}`,
    facts: [`${plural(targets.length, 'target')} at ${commit.slice(0, 7)}: ${countStates(targets)}`, `Asked at ${at}`],
    tables: [
      {
        ...{ title: 'Commits', note: 'What targets say that was applied to them.', heads: ['Commit', 'Targets'] },
        rows: commitsIn(status).map(([has, count]) => [has.slice(0, 7), String(count)]),
      },
      ...groupsIn(status).map(([title, standings]) => ({
        ...{ title, note: countStates(standings), heads: ['Target', 'State', 'Commit', 'What is left'] },
        rows: standings.map((standing) => [
          ...[standing.target, standing.state, standing.commit?.slice(0, 7) ?? 'none'],
          describeStanding(standing),
        ]),
      })),
    ],
  })
}
