import { ABSENT } from '../content/digest.ts'
import type { LiveFacts } from '../content/facts.ts'
import { type Base, type Ledger, UNFINISHED, writeLedger } from '../content/ledger.ts'
import {
  type Content,
  type Folder,
  folderKey,
  type Key,
  type Place,
  reportKey,
  type Workbook,
  workbookKey,
} from '../content/model.ts'
import { digestsOf, unitDigest, unitsOfReport, unitsOfWorkbook } from '../content/units.ts'
import { type Span, type VersionRecord, withRecordWritten, withWrite } from '../content/versions.ts'
import type { Decision } from '../plan/work.ts'
import { alteredIn, type Line, ledgerOf, linesOf, numbered, withoutTwins, withStored } from './books.ts'
import { createHolders, isRecorded } from './holders.ts'
import { homelessLines } from './lost.ts'
import { goingFolders, isOwed, LONG_AGO, owedFolders } from './owed-folders.ts'
import type { RecordText, Stored, Writer } from './writer.ts'

/** What was live when the plan was made. */
export interface Standing {
  readonly content: Content
  /** Ledgers of this project that stand on the object they were written on, by that object. */
  readonly ledgers: ReadonlyMap<Key, Ledger>
  readonly facts: ReadonlyMap<Key, LiveFacts>
}

/** Writes down what was done, in the ledgers of the run. */
export interface Keeper {
  /** The workbook or report whose ledger speaks of an object. */
  readonly holderOf: (key: Key) => Key | undefined
  /** Holders whose ledgers speak of what this run writes, of what only converged, and of folders that it did not do. */
  readonly holders: () => readonly Key[]
  /** Before the first write: what is being written. */
  readonly opening: (holder: Key) => RecordText
  /** After the last one. Of an object that failed it says what it said before, and what was being written. */
  readonly closing: (holder: Key) => RecordText
  /** Of a report that carries its own, in the very write. */
  readonly own: (report: Key) => RecordText
  /** Once what was deleted, moved away or forgotten is no more in it. Undefined where nothing is left to say. */
  readonly last: (holder: Key) => RecordText | undefined
  /**
   * Holders whose ledger speaks of something that was deleted, moved to another one, or forgotten; or says that
   * something is missing which is there now.
   */
  readonly losers: () => readonly Key[]
  readonly sent: (key: Key) => Stored
  /** The workbook whose ledger speaks of folders that go, until they are gone: they have no ledger themselves. */
  readonly witness: Key | undefined
  /** Workbooks whose ledger says already what is being written. */
  readonly opened: Set<Key>
  /** Whether something in a workbook is written, so that it has to be opened. */
  readonly isOpened: (holder: Key) => boolean
  readonly isAltered: (key: Key) => boolean
  readonly done: Set<Key>
  /** Holders whose ledger says what this run left. */
  readonly recorded: Set<Key>
  readonly published: Set<Key>
  readonly review: Set<Key>
  /** What the platform made of it: of the units that its answers tell, `ABSENT` where it has none. */
  readonly stored: Map<Key, Stored>
}

export function createKeeper({ plan, work }: Decision, standing: Standing, commit: string, writer: Writer): Keeper {
  const at = new Date(writer.now()).toISOString()
  const done = new Set<Key>()
  const recorded = new Set<Key>()
  const published = new Set<Key>()
  const review = new Set<Key>()
  const stored = new Map<Key, Stored>()
  const places = new Map<Key, Place>(
    [...standing.content.reports, ...work.reports.values()].map((report) => [reportKey(report.id), report.place]),
  )
  const names = new Map([...standing.facts].map(([key, { id }]) => [numbered(key, id), key]))
  const today = { lost: work.lost, names }
  const before = new Map([...standing.ledgers].map(([holder, ledger]) => [holder, linesOf(ledger, today)]))
  const all = [...before.values()].flatMap((lines) => [...lines])
  const byKey = new Map(all)
  const byNumber = new Map(all.map(([key, line]) => [numbered(key, line.live), line]))
  const planned = plan.objects.map(({ key, action }) => ({ key: key as Key, action }))
  const plannedKeys = new Set(planned.map(({ key }) => key))
  const written = planned.filter(({ key, action }) => action !== 'delete' && isRecorded(key))
  const deleted = new Set(planned.filter(({ action }) => action === 'delete').map(({ key }) => key))
  const creates = planned.filter(({ action }) => action === 'create').map(({ key }) => key)
  const updates = plan.objects.filter(({ action }) => action !== 'create')
  const changedUnits = new Map(updates.map(({ key, units }) => [key as Key, new Set(units.map(({ unit }) => unit))]))

  const holders = createHolders(work, places, before)
  const holderOf = holders.of
  const writtenIn = holders.group(written.map(({ key }) => key))
  const recordedIn = holders.group([...work.records.keys()].filter((key) => !deleted.has(key)))

  const forgotten = new Set(work.forgotten)
  const isLeaving = (holder: Key): boolean =>
    deleted.has(holder) || forgotten.has(holder) || (holder.startsWith('report/') && holderOf(holder) !== holder)
  const homeless = homelessLines(work, {
    staying: [...before].flatMap(([holder, lines]) => (isLeaving(holder) ? [] : [lines])),
    planned: plannedKeys,
    numberOf: writer.numberOf,
  })
  const opened = new Set<Key>()
  /** Every ledger that is opened says it, so that one does whatever happens; afterwards only one of them. */
  const saysHomeless = (holder: Key): boolean => {
    const workbooks = [...writtenIn.keys()].filter(stays)
    if (workbooks.length > 0) return holder === workbooks.find((key) => opened.has(key))
    return writtenIn.size > 0 ? writtenIn.has(holder) : holder === [...recordedIn.keys()].find((key) => !isLeaving(key))
  }

  const isDeleted = ({ path }: Folder): boolean => deleted.has(folderKey(path))
  const going = goingFolders(standing.content.folders.filter(isDeleted), { commit, numberOf: writer.numberOf })
  const stays = (key: Key): boolean => key.startsWith('workbook/') && !deleted.has(key)
  const bookkeeper = [...writtenIn.keys(), ...standing.ledgers.keys()].find(stays)
  const witness = going.size === 0 ? undefined : bookkeeper
  const owed = owedFolders(plan.objects, work.folders, { commit, numberOf: writer.numberOf })
  const owedNow = (): [Key, Line][] => [...owed].filter(([key]) => !done.has(key))
  const isStillOwed = (key: Key, line: Line): boolean =>
    isOwed(key, line) && work.lost?.has(key) === true && !plannedKeys.has(key)
  /** What a ledger said before; of folders it says only which are to go now, and whose update is owed. */
  const linesBefore = (holder: Key, isGoing: boolean, isHome: boolean): Map<Key, Line> => {
    const found = isHome ? homeless : []
    const lines = [...(before.get(holder) ?? [])].filter(
      ([key, line]) => !key.startsWith('folder/') || isStillOwed(key, line),
    )
    return new Map([...found, ...lines, ...(isGoing ? [...going].filter(([key]) => !done.has(key)) : [])])
  }

  const digests = new Map<Key, Stored>()
  const unitsOf = (key: Key): Stored => {
    const known = digests.get(key)
    if (known) return known
    const workbook = work.workbooks.get(key)
    const report = work.reports.get(key)
    const units = workbook ? unitsOfWorkbook(workbook) : report && unitsOfReport(report)
    const made: Stored = units ? digestsOf(units) : new Map()
    digests.set(key, made)
    return made
  }
  const folderOf = (key: Key): number | undefined => {
    const path = work.workbooks.get(key)?.folder ?? places.get(key)?.folder ?? pathOf(standing.content.workbooks, key)
    return path?.length ? writer.numberOf(folderKey(path)) : undefined
  }
  /** UI edits that stay are not written: they would count as ours. */
  const nextOf = (key: Key, time: string, from: number | undefined): Line['next'] => ({
    commit,
    at: time,
    ...(from === undefined ? {} : { from }),
    units: Object.fromEntries(
      [...(changedUnits.get(key) ?? unitsOf(key).keys())].map((unit) => [unit, unitsOf(key).get(unit) ?? ABSENT]),
    ),
  })

  const isUpdated = (key: Key): boolean => changedUnits.has(key)
  const versionsOf = (key: Key, old: Line | undefined): VersionRecord => {
    const { quiet, ours, unpublished } = standing.facts.get(key) ?? old ?? {}
    return { quiet, ours, unpublished }
  }

  /** Once it is as the record says. */
  function versionsAfter(key: Key, old: Line | undefined, wrote: Wrote): VersionRecord {
    const was = versionsOf(key, old)
    const span = wrote(key)
    if (unitsOf(key).size === 0) return was
    if (span) return withWrite(was, span)
    return isUpdated(key) ? { unpublished: was.unpublished } : {}
  }

  /** An object that is as the record says. */
  function settled(key: Key, record: Base, old: Line | undefined, self: number | null, wrote: Wrote): Line {
    const live = (self !== null && holderOf(key) === key ? self : writer.numberOf(key)) ?? old?.live ?? 0
    const folder = folderOf(key)
    const sent = unitsOf(key)
    const base = withStored(record, sent, stored.get(key) ?? new Map())
    const { unpublished, ...versions } = versionsAfter(key, old, wrote)
    return {
      live,
      commit,
      ...(folder === undefined ? {} : { folder }),
      base,
      ...versions,
      unpublished: work.unpublished?.get(key) ?? unpublished,
    }
  }

  /** An object that is being written, or whose writing failed. */
  function unsettled(key: Key, old: Line | undefined, time: string): Line {
    const known = old ?? { commit, base: bareBase(key), ...work.lost?.get(key), live: writer.numberOf(key) ?? 0 }
    const { next: _before, ...line } = known
    return { ...line, ...versionsOf(key, old), next: nextOf(key, time, standing.facts.get(key)?.version) }
  }

  const text = (
    holder: Key,
    lines: ReadonlyMap<Key, Line>,
    self: number | null,
    missing: readonly string[],
    quiet?: Line['quiet'],
  ): string => {
    const ledger = ledgerOf({
      projectId: plan.project.id,
      self: self === null ? null : [plan.target.deployment, self],
      missing,
      review: review.has(holder) || (!published.has(holder) && standing.ledgers.get(holder)?.review === true),
      lines: withoutTwins(lines),
    })
    return writeLedger(quiet ? { ...ledger, quiet } : ledger)
  }
  const missingBefore = (holder: Key): readonly string[] => standing.ledgers.get(holder)?.missing ?? []
  /** Folders are complete before any ledger names the commit, but for these. */
  const missingAtFirst = (holder: Key): string[] => [
    ...new Set([...missingBefore(holder), ...work.missing.filter((key) => key.startsWith('folder/'))]),
  ]
  /** Known once the run is over. */
  const missingNow = (): string[] => [...new Set([...work.missing, ...creates.filter((key) => !done.has(key))])]

  function closingLines(
    holder: Key,
    self: number | null,
    isDone: (key: Key) => boolean = (key) => done.has(key),
    wrote: Wrote = writer.wroteOf,
  ): Map<Key, Line> {
    const lines = linesBefore(holder, holder === witness, saysHomeless(holder))
    for (const [key, line] of holder === bookkeeper ? owedNow() : []) lines.set(key, line)
    const mine = new Set(writtenIn.get(holder))
    for (const key of recordedIn.get(holder) ?? []) {
      const record = work.records.get(key)
      if (record && (!mine.has(key) || isDone(key))) lines.set(key, settled(key, record, lineOf(key), self, wrote))
    }
    for (const key of mine) if (!isDone(key)) lines.set(key, unsettled(key, lineOf(key), LONG_AGO))
    return lines
  }

  /** What any ledger said of an object: it may have come from another workbook, and been called otherwise. */
  function lineOf(key: Key): Line | undefined {
    const home = holderOf(key)
    const own = home === undefined ? undefined : before.get(home)?.get(key)
    return own ?? byKey.get(key) ?? byNumber.get(numbered(key, writer.numberOf(key)))
  }

  const isLost = (holder: Key, key: Key): boolean => {
    if (forgotten.has(key)) return true
    const home = holderOf(key) ?? holder
    if (home !== holder && recorded.has(home) && work.records.has(key)) return true
    return done.has(key) && (deleted.has(key) || home !== holder)
  }

  function isLoser(holder: Key): boolean {
    if (deleted.has(holder) && done.has(holder)) return false
    if (holder === witness && [...going.keys()].some((key) => done.has(key))) return true
    // A report that came into a workbook left its own ledger behind in that very write.
    // What was just closed speaks of no folder any more.
    const isClosed = (key: Key): boolean => key.startsWith('folder/') && writtenIn.has(holder)
    const isOver = (key: Key): boolean => (key === holder ? forgotten.has(key) : isLost(holder, key) && !isClosed(key))
    const isNew = (key: string): boolean => {
      if (!key.startsWith('folder/')) return done.has(key as Key) && holder.startsWith('workbook/')
      return done.has(key as Key) || (standing.facts.has(key as Key) && !work.missing.includes(key as Key))
    }
    const isStale = !recorded.has(holder) && missingBefore(holder).some(isNew)
    const isPaid = ([key, line]: readonly [Key, Line]): boolean =>
      isOwed(key, line) && !isStillOwed(key, line) && (!owed.has(key) || done.has(key))
    return isStale || [...(before.get(holder) ?? [])].some(([key, line]) => isOver(key) || isPaid([key, line]))
  }

  return {
    holderOf,
    holders: () => {
      const books = bookkeeper && (witness || owedNow().length > 0) ? [bookkeeper] : []
      return [...new Set([...writtenIn.keys(), ...recordedIn.keys(), ...books])].sort()
    },
    witness,
    opening: (holder) => (self) => {
      const lines = linesBefore(holder, true, true)
      for (const key of writtenIn.get(holder) ?? []) lines.set(key, unsettled(key, lineOf(key), at))
      return text(holder, lines, self, missingAtFirst(holder))
    },
    closing: (holder) => (self, version) => {
      const lines = closingLines(holder, self)
      return text(holder, quietly(holder, lines, version), self, missingNow())
    },
    own: (report) => (self, version) => {
      const span = version === undefined ? undefined : ([version, version + 1] as const)
      const isLastCreate = creates.every((key) => key === report || key.startsWith('folder/'))
      const missing = isLastCreate ? work.missing : [UNFINISHED, ...missingAtFirst(report)]
      const lines = closingLines(
        report,
        self,
        () => true,
        () => span,
      )
      return text(report, lines, self, [...new Set(missing)])
    },
    last(holder) {
      // One that is given up while the tree has it still says so: nobody takes it for ours.
      if (holder.startsWith('report/') && isLeaving(holder) && !work.missing.includes(holder)) return undefined
      return (self, version) => {
        const lines = quietly(holder, closingLines(holder, self), version)
        const kept = new Map([...lines].filter(([key]) => !isLost(holder, key)))
        const quiet = kept.has(holder) ? undefined : lines.get(holder)?.quiet
        return text(holder, kept, self, missingNow(), quiet)
      }
    },
    losers: () => [...new Set([...before.keys(), ...(witness ? [witness] : [])])].filter(isLoser),
    sent: unitsOf,
    isOpened: (holder) => writtenIn.has(holder) || holder === witness,
    isAltered(key) {
      const now = stored.get(key)
      return now !== undefined && alteredIn(unitsOf(key), now).length > 0
    },
    ...{ opened, done, recorded, published, review, stored },
  }

  /** Writing the record of a report makes a version of it in which nothing else changed. */
  function quietly(holder: Key, lines: ReadonlyMap<Key, Line>, version: number | undefined): ReadonlyMap<Key, Line> {
    const line = lines.get(holder)
    if (version === undefined || !line || !holder.startsWith('report/')) return lines
    return new Map([...lines, [holder, { ...line, ...withRecordWritten(line, version) }]])
  }
}

/** Between which versions this run wrote a report, where nobody else did. */
type Wrote = (report: Key) => Span | undefined

/** What a workbook says that was created with nothing but its ledger. */
const bareBase = (key: Key): Base =>
  key.startsWith('workbook/')
    ? {
        slug: unitDigest('slug', key.slice('workbook/'.length)),
        meta: unitDigest('meta', {}),
        folder: unitDigest('folder', ''),
        publish: unitDigest('publish', false),
      }
    : {}

const pathOf = (workbooks: readonly Workbook[], key: Key) =>
  workbooks.find(({ slug }) => workbookKey(slug) === key)?.folder
