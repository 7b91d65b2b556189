import { oncePer } from '@boardwright/common'
import { type Content, type Entity, placesByKey } from '../content/entity.ts'
import type { LiveFacts } from '../content/facts.ts'
import { groupBy } from '../content/group-by.ts'
import { isKind, type Key, kindOf } from '../content/kinds.ts'
import { type ObjectPlace, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import type { Base, UnitDigests } from '../content/threeway.ts'
import { readDigests } from '../content/unit-digests.ts'
import { holderOfAccount, isListedElsewhere } from './account-holder.ts'
import type { LedgerFacts } from './facts.ts'
import type { Entry, FoundEntry, Pending } from './ledger.ts'

/** What a plan leaves to apply: objects as they will be, and what the ledgers will say of these and of others. */
export interface Recording {
  /** Each planned object in its final state. */
  readonly wanted: Content
  /**
   * For each object, its ledger entry after the apply: the repo's digests, and the old ones of held units. Includes
   * objects that merely converged, which are not in the plan.
   */
  readonly bases: ReadonlyMap<Key, Base>
  /** For objects that existed before, the units that this run changes. */
  readonly changedUnits: ReadonlyMap<Key, ReadonlySet<string>>
  /** What would be pending if no step of the plan were done. */
  readonly pending: readonly Pending[]
  /** What was last applied to objects whose ledger entry does not say so. */
  readonly lastApplied: ReadonlyMap<Key, Pick<Entry, 'commit' | 'base'>>
  /** Objects to drop from the ledgers: neither side has them any longer, or `adopt --undo` named them. */
  readonly forgotten: readonly Key[]
  /** Versions of reports that were adopted with edits that viewers have not seen. */
  readonly unpublished?: ReadonlyMap<Key, number> | undefined
}

/** What a run will do, and what was live when that was planned. */
export interface RunPlan extends Recording {
  readonly project: string
  readonly deployment: number
  readonly commit: string
  readonly objects: readonly {
    readonly key: Key
    readonly action: 'create' | 'update' | 'publish' | 'delete'
  }[]
  readonly live: LiveAtPlan
}

export interface LiveAtPlan extends Pick<LedgerFacts, 'ledgers' | 'entries' | 'accountMoves'> {
  readonly content: Content
  readonly facts: ReadonlyMap<Key, LiveFacts>
}

/** The ledgers of a run: which one covers which object, and what each said before. All of it follows from the plan. */
export type LedgerDraft = ReturnType<typeof draftLedgers>

export function draftLedgers(run: RunPlan) {
  const { objects, wanted, bases, lastApplied, live } = run
  const places: ReadonlyMap<Key, ObjectPlace> = new Map([...placesByKey(live.content), ...placesByKey(wanted)])
  const entries: ReadonlyMap<Key, Entry> = new Map(
    [...live.entries].flatMap(([key, entry]) =>
      entry.isPending ? [] : [[key, entryFrom(entry, lastApplied.get(key))] as const],
    ),
  )
  const mayHold = new Set([...live.ledgers.keys(), ...entries.keys(), ...bases.keys(), ...lastApplied.keys()])
  const planned: ReadonlySet<Key> = new Set(objects.map(({ key }) => key))
  const deleted: ReadonlySet<Key> = new Set(objects.flatMap(({ key, action }) => (action === 'delete' ? [key] : [])))
  const forgotten: ReadonlySet<Key> = new Set(run.forgotten)
  const holderBefore = (key: Key): Key | undefined => entries.get(key) && live.entries.get(key)?.holder
  const ofAccount = holderOfAccount(live, bases.keys(), [...deleted, ...forgotten])
  /** The workbook or report whose ledger has the entry of an object: what is in a workbook is listed there. */
  const holderOf = (key: Key): Key | undefined => {
    if (isKind(key, 'workbook')) return key
    if (!OBJECTS[kindOf(key)].hasEntries) return undefined
    if (isListedElsewhere(key)) return ofAccount
    const place = places.get(key)
    if (!place) return holderBefore(key)
    if (place.workbook === undefined) return key
    const home = workbookKey(place.workbook)
    // Somebody moved it into a workbook of others. We write nothing there, so its entry stays where it was.
    return mayHold.has(home) ? home : (holderBefore(key) ?? key)
  }

  /** Listed by a ledger that goes, and by another one from now on. */
  const moved = [...entries.keys()].filter((key) => isListedElsewhere(key) && holderOf(key) !== holderBefore(key))
  const said = [...new Set([...planned, ...bases.keys(), ...moved])].filter((key) => !deleted.has(key) && holderOf(key))
  const writtenIn: ReadonlySet<Key> = new Set(said.flatMap((key) => (planned.has(key) ? (holderOf(key) ?? []) : [])))
  const isNewHolder = [...entries.keys()].some((key) => isListedElsewhere(key) && holderBefore(key) !== ofAccount)
  const toRecordIn = groupBy(said, (key) => holderOf(key) ?? key)
  return {
    ...run,
    ...{ places, entries, holderOf, planned, deleted },
    /** Holders of the objects that this run writes. */
    writtenIn,
    forgotten,
    /** By holder: its entries so far, and the objects that this run writes or records. */
    before: groupBy(entries, ([key]) => (isListedElsewhere(key) ? holderOf(key) : holderBefore(key)) ?? key),
    toRecordIn,
    accountMoves: live.accountMoves + (isNewHolder ? 1 : 0),
    /** Everything that carries a ledger, or that this run gives one, sorted by key. */
    holders: [...new Set([...live.ledgers.keys(), ...toRecordIn.keys()])].sort() as readonly Key[],
    /** Digests of an object as it is sent. */
    sentOf(key: Key): UnitDigests {
      const object = OBJECTS[kindOf(key)].hasEntries ? wanted.get(key) : undefined
      return object ? sentIn(object) : NOTHING
    },
  }
}

const NOTHING: UnitDigests = new Map()

const sentIn = oncePer(({ digests }: Entity): UnitDigests => readDigests(digests()))

/** Digests in another canonical form are no use. The commit may tell what was applied; otherwise that is unknown. */
const entryFrom = (
  { base, baseAsWritten, holder: _holder, ...entry }: FoundEntry,
  lastApplied: Pick<Entry, 'commit' | 'base'> | undefined,
): Entry => ({ ...entry, base: baseAsWritten ?? base ?? {}, ...(base ? {} : lastApplied) })
