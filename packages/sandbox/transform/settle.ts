import { findBranch } from '../models/branches.ts'
import { startBuild } from '../models/builds.ts'
import { commitFiles, requireMove } from '../models/commit.ts'
import { overlay, readHead } from '../models/content.ts'
import { storeFile } from '../models/edit.ts'
import { exclusively, type Model } from '../models/model.ts'
import { refOf } from '../models/refs.ts'
import { readTree } from '../models/repository.ts'
import type { Platform } from '../platform.ts'
import { updateRow } from '../store/rows.ts'
import { outcomeOf, type SyncRow } from '../store/syncs.ts'
import type { Generated } from './manifest.ts'
import type { Stage } from './stages.ts'

const AUTHOR = { name: 'Transform sync', email: 'transform-sync@boardwright.invalid' }

/**
 * Ends the syncs that are due. Nothing runs in the background here: whoever looks at a sync sees its state by the
 * clock, and its files are on the branch before anybody is told that it is completed.
 */
export async function settleSyncs(platform: Platform, deploymentId: number): Promise<void> {
  if (dueSyncs(platform, deploymentId).length === 0) return
  await exclusively(platform, deploymentId, async (model) => {
    for (const row of dueSyncs(platform, deploymentId)) await settle(model, row)
  })
}

const dueSyncs = ({ db, clock }: Platform, deploymentId: number): SyncRow[] =>
  db.all<SyncRow>(
    "select * from transform_syncs where deployment_id = ? and status = 'RUNNING' and ready_at <= ? order by id",
    deploymentId,
    clock.stamp(),
  )

async function settle(model: Model, row: SyncRow): Promise<void> {
  const { failure, generated } = outcomeOf(row)
  if (failure) return end(model, row, failure)
  if (generated && row.output === 'branch') return commit(model, row, generated)
  return end(model, row, undefined)
}

function end(
  { platform }: Model,
  { id, ready_at }: SyncRow,
  failure: { phase: string; error: string } | undefined,
): void {
  updateRow(platform.db, 'transform_syncs', id, {
    status: failure ? 'FAILED' : 'COMPLETED',
    ended_at: ready_at,
    failed_phase: failure?.phase ?? null,
    error: failure?.error ?? null,
  })
}

/** Commits what was generated, on top of whatever the branch holds now. */
async function commit(model: Model, row: SyncRow, { files }: Generated): Promise<void> {
  const branch = findBranch(model, row.branch_name)
  if (!branch) {
    const phase: Stage = 'WRITING_MODEL_FILES'
    return end(model, row, { phase, error: `the branch ${row.branch_name} is gone` })
  }
  const head = await readHead(model, branch)
  const encoder = new TextEncoder()
  const changes = files.map(({ path, content }) => ({ path, file: storeFile(encoder.encode(content)) }))
  const after = overlay(head, await readTree(model.repository, head), changes)
  const made = await commitFiles(model, after, AUTHOR, 'Generate the data model from the transformation project')
  await requireMove(model, [{ ref: refOf(branch.name), from: head, to: made }])
  const landed = overlay(made, await readTree(model.repository, made), [])
  model.platform.db.atomically(() => {
    end(model, row, undefined)
    startBuild(model, branch, landed, 'committed')
  })
}
