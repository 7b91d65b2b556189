import type { BuildStatusResponse } from '@boardwright/platform'
import type { Caller } from '../platform.ts'
import { nextId } from '../store/rows.ts'
import { type Branch, findBranch, isDeployBranch, isServed, selectBranch } from './branches.ts'
import { type CompiledModel, compileModel } from './compile.ts'
import { type Files, filesHash, overlay, readContents, readFiles } from './content.ts'
import { memo } from './hashes.ts'
import type { Model } from './model.ts'
import { readTree } from './repository.ts'

interface Build {
  readonly job_id: number
  readonly commit_id: string
  readonly files_hash: string
  readonly started_at: string
  readonly ready_at: string
}

const compiled = memo<CompiledModel>(50)

/** Compiles the files of a branch. Results are kept, because the same files always compile to the same model. */
export async function compileFiles(model: Model, files: Files): Promise<CompiledModel> {
  const hash = filesHash(files)
  const known = compiled.get(hash)
  if (known) return known
  const result = compileModel(await readSources(model, files))
  compiled.set(hash, result)
  return result
}

/** The texts of the files that make up the data model. */
export async function readSources(model: Model, files: Files): Promise<Map<string, string>> {
  const sources = [...files.blobs].filter(([path]) => path.startsWith('model/'))
  const contents = await readContents(
    model,
    files,
    sources.map(([, blob]) => blob),
  )
  const decoder = new TextDecoder()
  return new Map(sources.map(([path, blob]) => [path, decoder.decode(contents.get(blob))]))
}

export const modeOf = (model: Model, branch: Branch): 'production' | 'dev_mode' =>
  isDeployBranch(model, branch) ? 'production' : 'dev_mode'

/** What started a build. Merges and commits reach production only if it is deployed from git. */
export type Cause = 'opened' | 'edited' | 'committed' | 'uploaded'

/**
 * Starts a build of a branch, unless nothing serves it or the same files are already built. Returns whether it did. A
 * branch that was just opened is always compiled again: its runtime is new.
 */
export function startBuild(model: Model, branch: Branch, files: Files, cause: Cause): boolean {
  const { platform, deploymentId, settings } = model
  if (!isServed(model, branch)) return false
  if (cause === 'committed' && isDeployBranch(model, branch) && settings.deployMode === 'cli') return false
  const hash = filesHash(files)
  const latest = readBuild(model, branch)
  if (cause !== 'opened' && latest?.files_hash === hash && latest.commit_id === files.head) return false
  platform.db.run(
    'insert or replace into builds (branch_id, job_id, commit_id, files_hash, started_at, ready_at) values (?, ?, ?, ?, ?, ?)',
    branch.id,
    nextId(platform.db, deploymentId, 'builds'),
    files.head,
    hash,
    platform.clock.stamp(),
    platform.clock.stamp(platform.switches.buildMs),
  )
  return true
}

const readBuild = ({ platform }: Model, branch: Branch): Build | undefined =>
  platform.db.get('select * from builds where branch_id = ?', branch.id)

/** `building` for ever: the platform reports this for branches that it does not know or does not serve. */
const ENDLESS = { unknown: 'Bad branch', idle: 'Branch is not active' } as const

export async function buildStatus(
  model: Model,
  caller: Caller,
  branchName: string | null | undefined,
): Promise<BuildStatusResponse> {
  const { deploymentId } = model
  const branch = branchName ? findBranch(model, branchName) : selectBranch(model, caller, {})
  if (!branch) {
    return {
      deploymentId,
      branchName: branchName ?? '',
      mode: 'dev_mode',
      status: 'building',
      errorText: ENDLESS.unknown,
    }
  }
  const facts = { deploymentId, branchName: branch.name, mode: modeOf(model, branch) }
  if (!isServed(model, branch)) return { ...facts, status: 'building', errorText: ENDLESS.idle }
  const build = readBuild(model, branch)
  if (!build) return { ...facts, status: 'none' }
  const built = {
    ...facts,
    buildJobId: build.job_id,
    filesHash: build.files_hash,
    lastHash: build.commit_id,
  }
  if (model.platform.clock.stamp() < build.ready_at)
    return { ...built, status: 'building', updatedAt: build.started_at }
  const { valid, errors } = await compileBuilt(model, branch, build)
  const ended = { ...built, updatedAt: build.ready_at }
  if (valid) return { ...ended, status: 'built' }
  return {
    ...ended,
    status: 'failed',
    errorText: errors.map(({ fileName, message }) => `${fileName}: ${message}`).join('\n'),
  }
}

/** The model that the build compiled. The branch may have moved on without a new build: production in mode `cli`. */
async function compileBuilt(model: Model, branch: Branch, build: Build): Promise<CompiledModel> {
  const known = compiled.get(build.files_hash)
  if (known) return known
  const files = await readFiles(model, branch)
  if (filesHash(files) === build.files_hash) return compileFiles(model, files)
  return compileFiles(model, overlay(build.commit_id, await readTree(model.repository, build.commit_id), []))
}
