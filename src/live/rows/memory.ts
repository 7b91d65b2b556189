import { hash } from 'node:crypto'
import type { Report } from '../../api/reports.ts'
import type { Workbook } from '../../api/workbooks.ts'
import { membersOf } from '../../client/rows.ts'
import type { ReadRow } from '../../client/types.ts'
import { parseJson } from '../../json.ts'
import { glanceAtReport, type ReportGlance } from './report.ts'
import { isSlim } from './slim.ts'
import { type Asked, askedOf, unreadRow } from './unread.ts'
import { glanceAtWorkbook, type Meaning, meaningOf, type WorkbookGlance } from './workbook.ts'

interface KnownReport {
  readonly asked: Asked
  readonly glance: ReportGlance
}

interface KnownWorkbook {
  readonly asked: Asked
  /** Where its `meta` is, which holds the record: everybody asks for that too. */
  readonly meta: readonly [from: number, to: number]
  readonly glance: WorkbookGlance
  readonly meaning?: Meaning | undefined
}

/** What rows said, by the digest of their bytes. */
export interface KnownRows {
  readonly reports: Readonly<Record<string, KnownReport>>
  readonly workbooks: Readonly<Record<string, KnownWorkbook>>
}

/** A row of the bytes that it had the last time says what it said, and is not parsed to find that out. */
export interface RowMemory {
  readonly readReport: ReadRow<Report>
  readonly readWorkbook: ReadRow<Workbook>
  /** What is known after this reading; undefined where that is what was known before. */
  readonly learned: () => KnownRows | undefined
}

export function createRowMemory(recall: () => KnownRows | undefined): RowMemory {
  const reports = createTable<Report, KnownReport, undefined>(() => recall()?.reports, {
    revive: (known, _, parse) => unreadRow('report', known, parse),
    note: () => undefined,
    learn(row) {
      const glance = glanceAtReport(row)
      const isPlain = glance.record == null || typeof glance.record === 'string'
      if (isTooMuch(glance) || !isPlain || isSlim('report', row)) return undefined
      return { asked: askedOf('report', row), glance: { ...glance, isRead: false } }
    },
    learnAgain: (_, known) => known,
  })
  const workbooks = createTable<Workbook, KnownWorkbook, KnownWorkbook['meta'] | undefined>(() => recall()?.workbooks, {
    revive: (known, bytes, parse) =>
      unreadRow('workbook', known, parse, () => parseJson(bytes.toString('utf8', ...known.meta))),
    note: (bytes) => membersOf(bytes)?.get('meta'),
    learn(row, meta) {
      const glance = glanceAtWorkbook(row)
      if (isTooMuch(glance) || !meta || isSlim('workbook', row)) return undefined
      return { asked: askedOf('workbook', row), meta, glance, meaning: meaningOf(row) }
    },
    learnAgain(row, known) {
      const meaning = meaningOf(row)
      return known.meaning === meaning ? known : { ...known, meaning }
    },
  })
  return {
    readReport: reports.read,
    readWorkbook: workbooks.read,
    learned() {
      const [ofReports, ofWorkbooks] = [reports.learned(), workbooks.learned()]
      if (!ofReports.isNew && !ofWorkbooks.isNew) return undefined
      return { reports: ofReports.known, workbooks: ofWorkbooks.known }
    },
  }
}

const MOST_SUSPECTS = 1_000

/** To know it would take as long as to parse it. */
const isTooMuch = ({ isTooDeep, suspects }: Pick<ReportGlance, 'isTooDeep' | 'suspects'>): boolean =>
  isTooDeep || suspects.length > MOST_SUSPECTS

interface Ways<Row, Known, Note> {
  readonly revive: (known: Known, bytes: Buffer, parse: () => Row) => Row
  /** What only its bytes tell of a row: they are not kept. */
  readonly note: (bytes: Buffer) => Note
  /** What is to be remembered of a row, once everything is read. Undefined for what is parsed each time. */
  readonly learn: (row: Row, note: Note) => Known | undefined
  readonly learnAgain: (row: Row, known: Known) => Known
}

type Table<Known> = Readonly<Record<string, Known>>

function createTable<Row, Known, Note>(recall: () => Table<Known> | undefined, ways: Ways<Row, Known, Note>) {
  interface Seen {
    readonly before: Known | undefined
    readonly learn: () => Known | undefined
  }
  const seen = new Map<string, Seen>()
  const look = (bytes: Buffer, parse: () => Row, before: Known | undefined): Seen & { readonly row: Row } => {
    if (before) {
      const row = ways.revive(before, bytes, parse)
      return { row, before, learn: () => ways.learnAgain(row, before) }
    }
    const [row, note] = [parse(), ways.note(bytes)]
    return { row, before, learn: () => ways.learn(row, note) }
  }
  const read: ReadRow<Row> = (bytes, parse) => {
    const digest = hash('sha256', bytes, 'base64url')
    const table = recall() ?? {}
    const { row, ...rest } = look(bytes, parse, Object.hasOwn(table, digest) ? table[digest] : undefined)
    seen.set(digest, rest)
    return row
  }
  return {
    read,
    learned() {
      const rows = [...seen].map(([digest, { before, learn }]) => ({ digest, before, now: learn() }))
      const known = rows.flatMap(({ digest, now }): [string, Known][] => (now === undefined ? [] : [[digest, now]]))
      const isNew =
        rows.some(({ before, now }) => now !== before) || known.length !== Object.keys(recall() ?? {}).length
      return { known: Object.fromEntries(known), isNew }
    },
  }
}
