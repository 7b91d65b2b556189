import type { Platform } from '../platform.ts'
import { insertRow } from './rows.ts'

export interface LogLine {
  readonly id: number
  readonly source: 'production' | 'dev'
  readonly pod: string
  readonly container: string
  readonly date: string
  readonly message: string
}

/** How many lines are kept for each deployment. */
export const TAIL = 500

export const PODS = { production: 'production-api-0', dev: 'dev-worker-0' } as const

export function addLogLine(
  { db, clock }: Platform,
  deploymentId: number,
  inProduction: boolean,
  message: string,
): void {
  const source = inProduction ? 'production' : 'dev'
  insertRow(db, 'log_lines', {
    deployment_id: deploymentId,
    source,
    pod: PODS[source],
    container: 'MAIN',
    date: clock.stamp(),
    message,
  })
  db.run(
    `delete from log_lines where deployment_id = ? and id <=
     (select id from log_lines where deployment_id = ? order by id desc limit 1 offset ?)`,
    deploymentId,
    deploymentId,
    TAIL,
  )
}

interface BuildRow {
  readonly job_id: number
  readonly name: string
  readonly started_at: string
  readonly ready_at: string
}

/** The end of the log, in order of time: stored lines and lines about builds. */
export function readLogLines({ db, clock }: Platform, deploymentId: number, deployBranch: string): LogLine[] {
  const written = db.all<LogLine>('select * from log_lines where deployment_id = ?', deploymentId)
  const builds = db.all<BuildRow>(
    `select b.job_id, r.name, b.started_at, b.ready_at from builds b join branches r on r.id = b.branch_id
     where r.deployment_id = ?`,
    deploymentId,
  )
  const lines = [
    // Both lines of a build come from one number: doubling all ids leaves room to tell them apart.
    ...written.map((line) => ({ ...line, id: line.id * 2 })),
    ...builds.flatMap((build) => linesOf(build, build.name === deployBranch)),
  ]
  return lines
    .filter(({ date }) => date <= clock.stamp())
    .sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date) || a.id - b.id))
    .slice(-TAIL)
}

function linesOf({ job_id, name, started_at, ready_at }: BuildRow, inProduction: boolean): LogLine[] {
  const source = inProduction ? 'production' : 'dev'
  const place = { source, pod: PODS[source] } as const
  return [
    { ...place, id: job_id * 2, container: 'INIT', date: started_at, message: `Build ${job_id} of ${name} started` },
    { ...place, id: job_id * 2 + 1, container: 'MAIN', date: ready_at, message: `Build ${job_id} of ${name} ended` },
  ]
}
