import { BoardwrightError } from '@boardwright/common'
import type { ApplyEvent } from '../apply/events.ts'
import { runPlan } from '../apply/run.ts'
import { selectTarget } from '../config/targets.ts'
import { idIn } from '../content/kinds.ts'
import { type Key, reportKey, workbookKey } from '../content/model.ts'
import { type Adoption, computeAdoption } from '../plan/adopt.ts'
import { type Proposal, proposeMatches } from '../plan/proposals.ts'
import type { Decision } from '../plan/work.ts'
import { requireGitFacts } from '../workspace/git.ts'
import { writeTree } from '../workspace/write.ts'
import { filesWithIds, requireLive, withFiles } from './adopt/ids.ts'
import { readMatches } from './adopt/matches.ts'
import { type Result, requireCommitted } from './apply.ts'
import type { SoundProject } from './local/project.ts'
import { type Planned, type PlanOptions, planTarget } from './plan.ts'
import { withWriter } from './target/writer.ts'

export type { Adoption, ToAdopt } from '../plan/adopt.ts'
export type { Proposal } from '../plan/proposals.ts'

export interface AdoptOptions extends PlanOptions {
  /** Matches from a proposal file that somebody reviewed. */
  readonly match?: { readonly text: string; readonly file: string } | undefined
  /** Called once, before anything is written. `toWrite`: files that would get an `ids` entry. */
  readonly confirm: (adoption: Adoption, planned: Planned, toWrite: readonly string[]) => Promise<boolean>
  /** Stops cleanly: starts no further write. `signal` aborts at once. */
  readonly stop?: AbortSignal | undefined
}

export interface Adopted {
  readonly adoption: Adoption
  readonly planned: Planned
  /** Likely matches that were not confirmed. */
  readonly proposals: readonly Proposal[]
  /** Files that lack an `ids` entry, and those that got it. */
  readonly toWrite: readonly string[]
  readonly written: readonly string[]
  readonly assigned: number
  /** Why the target could not be read again after slugs and ids were assigned: no record was written. */
  readonly unread?: BoardwrightError
  /** Objects whose record was written. */
  readonly recorded: readonly Key[]
  /** Undefined if there was no ledger to write. */
  readonly result: Result | undefined
  readonly failed: readonly { readonly key: Key; readonly error: BoardwrightError }[]
}

/** Takes ownership of objects that are both live and declared. Leaves their ids, URLs and content unchanged. */
export async function adoptTarget(project: SoundProject, options: AdoptOptions): Promise<Adopted> {
  await requireRecordableCommit(project, options)
  const target = selectTarget(project.config, options.target)
  const matches = readMatches(options.match, target.name)
  const slugs = new Map([...matches.workbooks].map(([ours, theirs]) => [theirs, ours]))
  const changes = filesWithIds(project, target, matches.reports)
  const withIds = withFiles(project, changes)
  const planned = await planTarget(withIds, { ...options, slugs, onlyLooks: true })
  requireLive(planned, matches, options.match?.file)

  const matched = new Map<Key, string>([
    ...[...matches.workbooks].map(([ours, theirs]): [Key, string] => [workbookKey(ours), theirs]),
    ...[...matches.reports].map(([ours, theirs]): [Key, string] => [reportKey(ours), theirs]),
  ])
  const adoption = computeAdoption(planned, matched)
  const proposals = proposeMatches(planned)
  const { selected, files: places } = planned.inputs
  const wanted = new Set(
    [...matches.reports.keys()]
      .map(reportKey)
      .filter(selected)
      .map((key) => places.get(key)),
  )
  const files = new Map([...changes].filter(([file]) => wanted.has(file)))
  const ended = {
    ...{ adoption, planned, proposals, toWrite: [...files.keys()] },
    ...{ written: [], assigned: 0, recorded: [], result: undefined, failed: [] },
  }
  const isIdle = adoption.claims.length === 0 && files.size === 0
  if (isIdle || !(await options.confirm(adoption, planned, ended.toWrite)) || options.stop?.aborted) return ended
  // First, so that a record always has the id that links it to its file.
  await writeTree(project.root, files)
  const begun = { ...ended, written: ended.toWrite }
  if (adoption.claims.length === 0) return begun
  const { assigned, failed } = await assignNames(planned, adoption, options)
  if (options.stop?.aborted) return { ...begun, assigned, failed }
  // Assigned ids are live now: read again before writing ledgers.
  const isAssigned = adoption.claims.some(({ slug, publicId }) => slug !== undefined || publicId !== undefined)
  const seen = isAssigned
    ? await planTarget(withIds, { ...options, slugs, onlyLooks: true }).catch(BoardwrightError.from)
    : planned
  if (seen instanceof BoardwrightError) return { ...begun, assigned, failed, unread: seen }
  const { decision } = isAssigned ? computeAdoption(seen, matched) : adoption
  const without = new Set(failed.map(({ key }) => key))
  const bases = new Map([...decision.work.bases].filter(([key]) => !without.has(key)))
  const unpublished = new Map(
    [...(adoption.decision.work.unpublished?.keys() ?? [])].map(
      (key) => [key, seen.live.facts.get(key)?.version ?? 0] as const,
    ),
  )
  const ledgers = new Set<Key>()
  const result = await writeLedgers(
    seen,
    { ...decision, work: { ...decision.work, bases, unpublished } },
    options,
    (event) => void (event.type === 'done' && event.phase === 'ledgers' && ledgers.add(event.key)),
  )
  const recorded = adoption.claims.flatMap(({ key, holder }) => (bases.has(key) && ledgers.has(holder) ? [key] : []))
  return { ...begun, assigned, recorded, result, failed }
}

/** Records name the commit, so they must say what the commit says. */
export async function requireRecordableCommit(project: SoundProject, { env }: Pick<PlanOptions, 'env'>): Promise<void> {
  const facts = await requireGitFacts(project.root)
  if (facts.commit === undefined)
    throw new BoardwrightError('NOTHING_COMMITTED', 'nothing is committed yet, so there is no commit to record')
  await requireCommitted(project, { env, mayAccept: false }, { facts: Promise.resolve(facts) })
}

/** Assigns missing slugs and public ids. */
async function assignNames(
  planned: Planned,
  { claims }: Adoption,
  options: WriteOptions,
): Promise<Pick<Adopted, 'assigned' | 'failed'>> {
  const failed: { key: Key; error: BoardwrightError }[] = []
  let assigned = 0
  await withWriter(planned, options, async (writer) => {
    for (const { key, slug, publicId } of claims) {
      if (options.stop?.aborted) return
      try {
        if (slug !== undefined) await writer.assignSlug(key, slug)
        if (publicId !== undefined) await writer.assignPublicId(idIn(key), publicId)
        if (slug !== undefined || publicId !== undefined) assigned += 1
      } catch (cause) {
        failed.push({ key, error: BoardwrightError.from(cause) })
      }
    }
  })
  return { assigned, failed }
}

export const writeLedgers = (
  planned: Planned,
  decision: Decision,
  options: WriteOptions,
  onEvent?: (event: ApplyEvent) => void,
): Promise<Result> =>
  withWriter(planned, options, (writer) =>
    runPlan(decision, writer, {
      seen: planned.live,
      concurrency: options.concurrency,
      onError: 'continue',
      signal: options.stop,
      onEvent,
    }),
  )

type WriteOptions = Pick<PlanOptions, 'env' | 'signal' | 'concurrency'> & Pick<AdoptOptions, 'stop'>
