import { isKind } from '../content/kinds.ts'
import { readAudiences, readNotices } from '../live/index.ts'
import type { SoundProject } from '../project/local/project.ts'
import { readTreeFor } from '../project/local/render.ts'
import { type BeginOptions, beginReading } from '../project/target/begin.ts'
import { readLiveSide } from '../project/target/live-side.ts'

/** A published dashboard and who sees it. Null if this token may not know. */
export interface SeenDashboard {
  /** The dashboard's file. */
  readonly dashboard: string
  readonly notifications: number | null
  /** Those whom these e-mails reach. */
  readonly recipients: readonly string[] | null
  readonly tenants: number | null
}

/** Who sees those of these files that are dashboards, in a target. Sends only reads. */
export async function whoSees(
  project: SoundProject,
  files: ReadonlySet<string>,
  options: BeginOptions,
): Promise<{ readonly target: string; readonly seen: readonly SeenDashboard[] }> {
  const { target, client, started, abandon } = beginReading(project.config, options)
  try {
    const local = readTreeFor(project, project.config, target)
    const { live, places } = await readLiveSide(client, target, local, { ...options, answers: started.answers })
    const published = [...live.facts].flatMap(([key, { id, publication }]) => {
      const dashboard = `${places.get(key)}/dashboard.yaml`
      if (!isKind(key, 'workbook') || publication === undefined || !files.has(dashboard)) return []
      const embedded = live.content.get(key)?.own.allowEmbed === true
      return [{ key, workbook: id, dashboard: publication.dashboard, embedded, file: dashboard }]
    })
    const [notices, audiences] = await Promise.all([
      readNotices(client, target.deployment, published),
      readAudiences(client, target.deployment, published),
    ])
    const seen = published.map(({ key, file }) => ({
      dashboard: file,
      notifications: notices.get(key)?.notifications ?? null,
      recipients: audiences.get(key) ?? null,
      tenants: notices.get(key)?.tenants ?? null,
    }))
    return { target: target.name, seen: seen.toSorted((a, b) => (a.dashboard < b.dashboard ? -1 : 1)) }
  } finally {
    await abandon()
  }
}
