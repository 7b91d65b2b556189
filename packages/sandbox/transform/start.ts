import { randomUUID } from 'node:crypto'
import { parseJson, stringifyJson } from '@boardwright/common'
import type { StartTransformSyncInput } from '@boardwright/platform'
import { after } from '../control/clock.ts'
import { badRequest } from '../http/refusal.ts'
import { type Branch, deployBranch, findBranch, requireBranch } from '../models/branches.ts'
import { readContents, readFiles } from '../models/content.ts'
import type { Model } from '../models/model.ts'
import { requireReach } from '../models/rights.ts'
import type { Caller } from '../platform.ts'
import { insertRow, nextId } from '../store/rows.ts'
import type { Outcome } from '../store/syncs.ts'
import { readManifest } from './manifest.ts'
import { endOf, type Stage } from './stages.ts'

const MANIFEST = 'target/manifest.json'

/** Starts a sync. Its outcome is computed now, and becomes visible when the clock gets there. */
export async function startSync(
  model: Model,
  caller: Caller,
  input: StartTransformSyncInput,
): Promise<{ job: string; branchName: string }> {
  const { platform, deploymentId } = model
  const { clock, switches, db } = platform
  const branch = input.branchName == null ? deployBranch(model) : requireBranch(model, input.branchName)
  const source = input.source ?? 'git'
  const output = input.output ?? 'branch'
  if (source === 'manifest' && input.manifest == null) throw badRequest('manifest: is required with this source')
  if (output === 'branch') requireReach(model, caller, 'commit', branch)

  const outcome = source === 'manifest' ? processed(input.manifest) : await readProject(model, branch, input.ref)
  const length = outcome.failure ? endOf(source, outcome.failure.phase as Stage, switches.syncMs) : switches.syncMs
  const job = randomUUID()
  const now = clock.now()
  insertRow(db, 'transform_syncs', {
    id: nextId(db, deploymentId, 'transform_syncs'),
    job,
    deployment_id: deploymentId,
    user_id: caller.userId,
    source,
    output,
    branch_name: branch.name,
    git_ref: input.ref ?? null,
    started_at: now.toISOString(),
    ready_at: after(now, length),
    total_ms: switches.syncMs,
    status: 'RUNNING',
    outcome: stringifyJson(outcome),
  })
  return { job, branchName: branch.name }
}

function processed(manifest: unknown): Outcome {
  const generated = readManifest(manifest)
  return typeof generated === 'string' ? failed('PROCESSING_MANIFEST', generated) : { generated }
}

const failed = (phase: Stage, error: string): Outcome => ({ failure: { phase, error } })

/** The project is in the deployment's repository: reads the manifest that its last compilation left there. */
async function readProject(model: Model, target: Branch, ref: string | null | undefined): Promise<Outcome> {
  const branch = ref == null ? target : findBranch(model, ref)
  if (!branch) return failed('UPLOADING_PROJECT', `there is no branch or tag "${ref}"`)
  const files = await readFiles(model, branch)
  const root = model.settings.deployProjectRoot.replace(/^\/+|(?<!\/)\/+$/g, '')
  const path = root === '' ? MANIFEST : `${root}/${MANIFEST}`
  const blob = files.blobs.get(path)
  if (blob === undefined) return failed('COMPILING_TRANSFORM', `the project has no ${path}`)
  const content = (await readContents(model, files, [blob])).get(blob)
  try {
    return processed(parseJson(new TextDecoder().decode(content)))
  } catch (cause) {
    if (cause instanceof SyntaxError) return failed('PROCESSING_MANIFEST', `${path} is not JSON`)
    throw cause
  }
}
