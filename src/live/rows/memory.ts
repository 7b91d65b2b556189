import { createHash } from 'node:crypto'
import type { Report } from '../../api/reports.ts'
import type { Workbook } from '../../api/workbooks.ts'
import { bytesWithoutRepeat } from '../../client/rows.ts'
import type { OpenPage, ParseRow } from '../../client/types.ts'
import { type DefinitionSummary, summarizeDefinition } from '../../content/summary.ts'
import { definitionIn, glanceAtReport, type ReportGlance } from './report.ts'
import { isSlim } from './slim.ts'
import { type Asked, askedOf, knownRow } from './unread.ts'
import { glanceAtWorkbook, type Meaning, meaningOf, type WorkbookGlance } from './workbook.ts'

interface KnownReport {
  readonly asked: Asked
  readonly said: DefinitionSummary
  readonly glance: Partial<ReportGlance>
}

/** What is not remembered of a report, because it is so of nearly all of them. */
const ANY_REPORT = { isTooDeep: false, suspects: [], unknown: [] }

interface KnownWorkbook {
  readonly asked: Asked
  readonly glance: WorkbookGlance
  readonly said?: Meaning | undefined
}

/** A page, by the digest of its bytes, and its rows by that of theirs. Null is a row that is parsed each time. */
interface KnownPage<Known> {
  readonly digest: string
  readonly pageInfo: unknown
  readonly rows: readonly (readonly [digest: string, known: Known | null])[]
}

/** What the pages of the last time said. */
export interface KnownRows {
  readonly reports: readonly KnownPage<KnownReport>[]
  readonly workbooks: readonly KnownPage<KnownWorkbook>[]
}

/** A row of the bytes that it had the last time says what it said, and is not parsed to find that out. */
export interface RowMemory {
  readonly reports: OpenPage<Report>
  readonly workbooks: OpenPage<Workbook>
  /** What is known after this reading; undefined where that is what was known before. */
  readonly learned: () => KnownRows | undefined
}

export function createRowMemory(recall: () => KnownRows | undefined): RowMemory {
  const reports = createTable<Report, KnownReport>(() => recall()?.reports, {
    arrive: ({ asked, said, glance }, parse, index) =>
      knownRow('report', { asked, said, glance: { ...ANY_REPORT, ...glance } }, () => parse(index)),
    learn(row) {
      const glance = glanceAtReport(row)
      const isPlain = glance.record == null || typeof glance.record === 'string'
      if (isTooMuch(glance) || !isPlain || isSlim('report', row)) return null
      const said = summarizeDefinition(definitionIn(row))
      return { asked: askedOf('report', row), said, glance: special(glance) }
    },
    learnAgain: (_, known) => known,
  })
  const workbooks = createTable<Workbook, KnownWorkbook>(() => recall()?.workbooks, {
    arrive: (known, parse, index) => knownRow('workbook', known, () => parse(index)),
    learn(row) {
      const glance = glanceAtWorkbook(row)
      if (isTooMuch(glance) || isSlim('workbook', row)) return null
      return { asked: askedOf('workbook', row), glance, said: meaningOf(row) }
    },
    learnAgain(row, known) {
      const said = meaningOf(row)
      return known.said === said ? known : { ...known, said }
    },
  })
  return {
    reports: reports.open,
    workbooks: workbooks.open,
    learned() {
      const learned = { reports: reports.learned(), workbooks: workbooks.learned() }
      const isNew = learned.reports !== recall()?.reports || learned.workbooks !== recall()?.workbooks
      return isNew ? learned : undefined
    },
  }
}

const special = (glance: ReportGlance): Partial<ReportGlance> =>
  Object.fromEntries(Object.entries(glance).filter(([, value]) => !isNothing(value)))

const isNothing = (value: unknown): boolean =>
  value === undefined || value === false || (Array.isArray(value) && value.length === 0)

const MOST_SUSPECTS = 1_000

/** To know it would take as long as to parse it. */
const isTooMuch = ({ isTooDeep, suspects }: Pick<ReportGlance, 'isTooDeep' | 'suspects'>): boolean =>
  isTooDeep || suspects.length > MOST_SUSPECTS

interface Ways<Row, Known> {
  /** A row that is what it was the last time. */
  readonly arrive: (known: Known, parse: ParseRow<Row>, index: number) => Row
  /** What is to be remembered of a row, once everything is read. Null for what is parsed each time. */
  readonly learn: (row: Row) => Known | null
  readonly learnAgain: (row: Row, known: Known) => Known
}

function createTable<Row extends object, Known>(
  known: () => readonly KnownPage<Known>[] | undefined,
  ways: Ways<Row, Known>,
) {
  interface Seen extends Omit<KnownPage<Known>, 'rows'> {
    readonly rows: readonly (readonly [digest: string, row: Row])[]
  }
  /** By their digests: two pages may have the same bytes. */
  const seen = new Map<string, Seen>()

  interface Before {
    readonly digests: ReadonlySet<string>
    /** Those of which every row is known. */
    readonly pages: ReadonlyMap<string, KnownPage<Known>>
    readonly rows: ReadonlyMap<string, Known>
  }
  let found: Before | undefined
  const before = (): Before => {
    if (found) return found
    const all = known() ?? []
    const rows = new Map<string, Known>()
    for (const [digest, known] of all.flatMap((page) => page.rows)) if (known !== null) rows.set(digest, known)
    const whole = all.filter((page) => page.rows.every(([digest]) => rows.has(digest)))
    const digests = new Set(all.map(({ digest }) => digest))
    found = { digests, pages: new Map(whole.map((page) => [page.digest, page])), rows }
    return found
  }

  const open: OpenPage<Row> = (body) => {
    const digest = digestOf(...bytesWithoutRepeat(body))
    const page = before().pages.get(digest)
    const take = (pageInfo: unknown, digests: readonly string[], parse: ParseRow<Row>): readonly Row[] => {
      const rows = digests.map((each, index) => {
        const known = before().rows.get(each)
        return known ? ways.arrive(known, parse, index) : parse(index)
      })
      seen.set(digest, { digest, pageInfo, rows: rows.map((row, index) => [digests[index] ?? '', row]) })
      return rows
    }
    return {
      known: page && {
        pageInfo: page.pageInfo,
        rows: (parse) =>
          take(
            page.pageInfo,
            page.rows.map(([each]) => each),
            parse,
          ),
      },
      read: (pageInfo, rows, parse) =>
        take(
          pageInfo,
          rows.map((bytes) => digestOf(bytes)),
          parse,
        ),
    }
  }

  const learn = (digest: string, row: Row): Known | null => {
    const known = before().rows.get(digest)
    return known ? ways.learnAgain(row, known) : ways.learn(row)
  }
  const isKnown = ({ digest, rows }: KnownPage<Known>): boolean =>
    before().digests.has(digest) && rows.every(([each, known]) => (before().rows.get(each) ?? null) === known)

  return {
    open,
    /** What was known before, where nothing is new. */
    learned(): readonly KnownPage<Known>[] {
      const pages = [...seen.values()].map(
        (page): KnownPage<Known> => ({
          ...page,
          rows: page.rows.map(([digest, row]) => [digest, learn(digest, row)]),
        }),
      )
      const before = known()
      return before?.length === pages.length && pages.every(isKnown) ? before : pages
    },
  }
}

/** No digest of bytes takes less time where a processor has no instructions for one. */
const HASH = 'sha512-256'

const digestOf = (...pieces: readonly Uint8Array[]): string =>
  pieces.reduce((hash, piece) => hash.update(piece), createHash(HASH)).digest('base64url')
