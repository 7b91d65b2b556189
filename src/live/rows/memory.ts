import { hash } from 'node:crypto'
import type { Report } from '../../api/reports.ts'
import type { Workbook } from '../../api/workbooks.ts'
import { membersOf } from '../../client/rows.ts'
import type { ReadRow } from '../../client/types.ts'
import { parseJson } from '../../json.ts'
import { glanceAtReport, type ReportGlance, rememberReport } from './report.ts'
import { isSlim } from './slim.ts'
import { type Asked, askedOf, unreadRow } from './unread.ts'
import { glanceAtWorkbook, type Meaning, meaningOf, rememberWorkbook, type WorkbookGlance } from './workbook.ts'

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
  const reports = createTable<Report, KnownReport>(() => recall()?.reports, {
    revive({ asked, glance }, _, parse) {
      const row = unreadRow('report', asked, parse)
      rememberReport(row, glance)
      return row
    },
    learn(row, _, known) {
      if (known) return known
      const glance = glanceAtReport(row)
      const isPlain = glance.record == null || typeof glance.record === 'string'
      if (glance.isTooDeep || !isPlain || isSlim('report', row)) return undefined
      return { asked: askedOf('report', row), glance }
    },
  })
  const workbooks = createTable<Workbook, KnownWorkbook>(() => recall()?.workbooks, {
    revive({ asked, meta, glance, meaning }, bytes, parse) {
      let parsed: unknown
      const row = unreadRow('workbook', asked, parse, {
        get meta() {
          parsed ??= parseJson(bytes.toString('utf8', ...meta))
          return parsed
        },
      })
      rememberWorkbook(row, glance, meaning)
      return row
    },
    learn(row, bytes, known) {
      const meaning = meaningOf(row)
      if (known) return known.meaning === meaning ? known : { ...known, meaning }
      const glance = glanceAtWorkbook(row)
      const meta = membersOf(bytes)?.get('meta')
      if (glance.isTooDeep || !meta || isSlim('workbook', row)) return undefined
      return { asked: askedOf('workbook', row), meta, glance, meaning }
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

interface Ways<Row, Known> {
  readonly revive: (known: Known, bytes: Buffer, parse: () => Row) => Row
  /** Undefined for what is parsed each time. */
  readonly learn: (row: Row, bytes: Buffer, known: Known | undefined) => Known | undefined
}

type Table<Known> = Readonly<Record<string, Known>>

function createTable<Row, Known>(recall: () => Table<Known> | undefined, { revive, learn }: Ways<Row, Known>) {
  const seen = new Map<string, { readonly row: Row; readonly bytes: Buffer; readonly known: Known | undefined }>()
  const read: ReadRow<Row> = (bytes, parse) => {
    const digest = hash('sha256', bytes, 'base64url')
    const table = recall() ?? {}
    const known = Object.hasOwn(table, digest) ? table[digest] : undefined
    const row = known ? revive(known, bytes, parse) : parse()
    seen.set(digest, { row, bytes, known })
    return row
  }
  return {
    read,
    learned() {
      const rows = [...seen].map(([digest, { row, bytes, known }]) => ({
        digest,
        known,
        now: learn(row, bytes, known),
      }))
      const learned = rows.flatMap(({ digest, now }): [string, Known][] => (now === undefined ? [] : [[digest, now]]))
      const isNew =
        rows.some(({ known, now }) => now !== known) || learned.length !== Object.keys(recall() ?? {}).length
      return { known: Object.fromEntries(learned), isNew }
    },
  }
}
