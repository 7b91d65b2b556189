import { BoardwrightError } from '@boardwright/common'
import { isOurs } from '../compare/comparison.ts'
import { someOf } from '../content/counted.ts'
import { keysIn, ofKind } from '../content/entity.ts'
import { SEE_MORE } from '../content/hints.ts'
import { kindOf } from '../content/kinds.ts'
import { type Key, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { ledgersOnly } from '../plan/adopt.ts'
import { fullName } from '../plan/naming.ts'
import { type AdoptOptions, requireRecordableCommit, writeLedgers } from './adopt.ts'
import type { Result } from './apply.ts'
import type { SoundProject } from './local/project.ts'
import { type Planned, type PlanOptions, planTarget } from './plan.ts'

/** Removes our ledger entries for objects, and leaves the objects alone. */
export async function forgetObjects(
  project: SoundProject,
  options: PlanOptions &
    Pick<AdoptOptions, 'stop'> & {
      readonly keysOf: (planned: Planned) => readonly Key[]
      readonly confirm: (keys: readonly Key[], planned: Planned) => Promise<boolean>
    },
): Promise<{ planned: Planned; forgotten: readonly Key[]; result: Result | undefined }> {
  await requireRecordableCommit(project, options)
  const planned = await planTarget(project, { ...options, onlyLooks: true })
  const { live, work, compared } = planned
  const chosen = new Set(options.keysOf(planned))
  for (const { key, place } of ofKind(live.content, 'report')) {
    if (place.workbook !== undefined && chosen.has(workbookKey(place.workbook))) chosen.add(key)
  }
  requireSeen(planned, chosen)
  const isManaged = (key: Key): boolean => {
    const each = compared.comparisons.get(key)
    return live.entries.has(key) || (each !== undefined && OBJECTS[each.kind].hasEntries && isOurs(each))
  }
  const forgotten = [...chosen].filter(isManaged).sort()
  if (forgotten.length === 0 || !(await options.confirm(forgotten, planned))) {
    return { planned, forgotten, result: undefined }
  }
  const result = await writeLedgers(
    planned,
    ledgersOnly(planned, {
      bases: new Map(),
      forgotten,
      pending: [
        ...work.pending.filter(({ key }) => !forgotten.includes(key)),
        ...forgotten.map((key) => ({ key, why: 'not managed' as const })),
      ],
    }),
    options,
  )
  return { planned, forgotten, result }
}

/** What this key cannot see may well be managed. */
function requireSeen({ live, work }: Planned, chosen: ReadonlySet<Key>): void {
  if (live.caller.isAdmin) return
  const seen = new Set([...keysIn(live.content), ...keysIn(live.outOfScope().content)])
  const unseen = [...chosen].filter((key) => OBJECTS[kindOf(key)].hasEntries && !seen.has(key)).sort()
  if (unseen.length === 0) return
  const names = someOf(
    unseen.map((key) => fullName({ key, title: work.titleOf(key) })),
    3,
  )
  throw new BoardwrightError('FORBIDDEN', `nothing was given up: this key cannot see ${names}`, { hint: SEE_MORE })
}
