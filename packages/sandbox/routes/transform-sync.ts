import type { Api } from '@boardwright/platform'
import { pageSize, readPage, slicePage } from '../http/paging.ts'
import { conflict } from '../http/refusal.ts'
import type { AsyncRoutes } from '../http/route.ts'
import { exclusively } from '../models/model.ts'
import type { Platform } from '../platform.ts'
import type { Value } from '../store/database.ts'
import { updateRow } from '../store/rows.ts'
import { elapsedOf, findSync, logsOf, requireGenerated, type SyncRow, statusOf, toRun } from '../store/syncs.ts'
import { settleSyncs } from '../transform/settle.ts'
import { startSync } from '../transform/start.ts'

const MOST_RUNS = 100

interface JobPath {
  readonly deploymentId: number
  readonly syncJobId: string
}

/** A sync in its state at the clock's time. */
async function readSync(platform: Platform, { deploymentId, syncJobId }: JobPath): Promise<SyncRow> {
  await settleSyncs(platform, deploymentId)
  return findSync(platform, deploymentId, syncJobId)
}

export const transformSync: AsyncRoutes<Api['transformSync']> = {
  async listTransformSyncs({ platform, path: { deploymentId }, query }) {
    await settleSyncs(platform, deploymentId)
    const filters: [string, Value][] = [['t.deployment_id = ?', deploymentId]]
    if (query.status != null) filters.push(['t.status = ?', query.status])
    // Every sync here is started through the API.
    if (query.trigger != null) filters.push(["'api' = ?", query.trigger])
    const { rows, pageInfo } = readPage<SyncRow>(
      platform.db,
      platform.switches,
      {
        from: 'transform_syncs t',
        where: filters.map(([condition]) => condition).join(' and '),
        values: filters.map(([, value]) => value),
        orderBy: 't.id',
        descending: true,
      },
      { ...query, first: Math.min(pageSize(platform.switches, query.first), MOST_RUNS) },
    )
    return { items: rows.map((row) => toRun(platform, row)), pageInfo }
  },

  async startTransformSync({ platform, caller, path: { deploymentId }, body }) {
    await settleSyncs(platform, deploymentId)
    return exclusively(platform, deploymentId, async (model) => {
      const { job, branchName } = await startSync(model, caller, body ?? {})
      return { syncJobId: job, workflowId: `transform-sync-${job}`, branchName }
    })
  },

  async getTransformSyncStatus({ platform, path }) {
    return statusOf(platform, await readSync(platform, path))
  },

  async cancelTransformSync({ platform, path: { deploymentId, syncJobId } }) {
    await settleSyncs(platform, deploymentId)
    // Waits its turn among the writes of the model, so that a sync is not cancelled while it is committing.
    return exclusively(platform, deploymentId, async () => {
      const { id, job, status } = findSync(platform, deploymentId, syncJobId)
      if (status === 'COMPLETED' || status === 'FAILED') throw conflict(`the sync ${job} is ${status} already`)
      if (status === 'RUNNING') {
        updateRow(platform.db, 'transform_syncs', id, { status: 'CANCELLED', ended_at: platform.clock.stamp() })
      }
      return { message: `The sync ${job} is cancelled.` }
    })
  },

  async getTransformSyncGeneratedFiles({ platform, path, query }) {
    const row = await readSync(platform, path)
    const { files } = requireGenerated(row)
    const all = row.output === 'files' ? [...files] : []
    const { rows, pageInfo } = slicePage(all, { ...query, first: pageSize(platform.switches, query.first) })
    return { items: rows, pageInfo }
  },

  async getTransformSyncLogs({ platform, path }) {
    const { rows, pageInfo } = slicePage(logsOf(platform, await readSync(platform, path)), {})
    return { items: rows, pageInfo }
  },

  async getTransformSyncResult({ platform, path }) {
    const row = await readSync(platform, path)
    const { files, stats } = requireGenerated(row)
    return {
      syncJobId: row.job,
      generatedFiles: files.map(({ path: file }) => ({ path: file })),
      manifestStats: stats,
      entityCount: files.length,
      completedAt: row.ended_at ?? row.ready_at,
      durationMs: elapsedOf(platform, row),
    }
  },
}
