import { createHash } from 'node:crypto'
import type { Report } from '../../api/reports.ts'
import type { Workbook } from '../../api/workbooks.ts'
import { essenceOf } from '../../client/rows.ts'
import type { OpenPage, PageMemory, ParseRow } from '../../client/types.ts'
import { glanceAtReport, type ReportGlance } from './report.ts'
import { isSlim } from './slim.ts'
import { type Asked, arrive, askedOf, expectedRow } from './unread.ts'
import { glanceAtWorkbook, type Meaning, meaningOf, type WorkbookGlance } from './workbook.ts'

interface KnownReport {
  readonly asked: Asked
  readonly glance: Partial<ReportGlance>
}

/** What is not remembered of a report, because it is so of nearly all of them. */
const ANY_REPORT = { references: [], isRead: false, isTooDeep: false, suspects: [], unknown: [], digests: {} }

interface KnownWorkbook {
  readonly asked: Asked
  readonly glance: WorkbookGlance
  readonly meaning?: Meaning | undefined
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

/** What the lists of a deployment hold, as far as rows are remembered. */
export interface Rows {
  readonly reports: readonly Report[]
  readonly workbooks: readonly Workbook[]
}

/** A row of the bytes that it had the last time says what it said, and is not parsed to find that out. */
export interface RowMemory {
  readonly reports: PageMemory<Report>
  readonly workbooks: PageMemory<Workbook>
  /** Looks now what is known, and not when the first row arrives. */
  readonly recall: () => void
  /** The rows of the last time, before they arrive: they are the same values then. Undefined where some are not known. */
  readonly expect: () => Rows | undefined
  /** Whether another row than these arrived already. */
  readonly isSurprised: () => boolean
  /** What is known after this reading; undefined where that is what was known before. */
  readonly learned: () => KnownRows | undefined
}

export function createRowMemory(recall: () => KnownRows | undefined): RowMemory {
  const reports = createTable<Report, KnownReport>(() => recall()?.reports, {
    expect: ({ asked, glance }) => expectedRow('report', { asked, glance: { ...ANY_REPORT, ...glance } }),
    learn(row) {
      const glance = glanceAtReport(row)
      const isPlain = glance.record == null || typeof glance.record === 'string'
      if (isTooMuch(glance) || !isPlain || isSlim('report', row)) return null
      return { asked: askedOf('report', row), glance: special({ ...glance, isRead: false }) }
    },
    learnAgain: (_, known) => known,
  })
  const workbooks = createTable<Workbook, KnownWorkbook>(() => recall()?.workbooks, {
    expect: (known) => expectedRow('workbook', known),
    learn(row) {
      const glance = glanceAtWorkbook(row)
      if (isTooMuch(glance) || isSlim('workbook', row)) return null
      return { asked: askedOf('workbook', row), glance, meaning: meaningOf(row) }
    },
    learnAgain(row, known) {
      const meaning = meaningOf(row)
      return known.meaning === meaning ? known : { ...known, meaning }
    },
  })
  return {
    reports,
    workbooks,
    recall() {
      reports.recall()
      workbooks.recall()
    },
    expect() {
      const rows = { reports: reports.expect(), workbooks: workbooks.expect() }
      return rows.reports && rows.workbooks && { reports: rows.reports, workbooks: rows.workbooks }
    },
    isSurprised: () => reports.isSurprised() || workbooks.isSurprised(),
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
  readonly expect: (known: Known) => Row
  /** What is to be remembered of a row, once everything is read. Null for what is parsed each time. */
  readonly learn: (row: Row) => Known | null
  readonly learnAgain: (row: Row, known: Known) => Known
}

function createTable<Row extends object, Known>(
  known: () => readonly KnownPage<Known>[] | undefined,
  ways: Ways<Row, Known>,
) {
  let tell: (cursors: readonly string[]) => void = () => {}
  const cursors = new Promise<readonly string[]>((resolve) => {
    tell = resolve
  })
  const recall = (): readonly KnownPage<Known>[] | undefined => {
    const pages = known()
    tell(cursorsOf(pages ?? []))
    return pages
  }
  interface Seen extends Omit<KnownPage<Known>, 'rows'> {
    readonly rows: readonly (readonly [digest: string, row: Row])[]
  }
  /** By their digests: two pages may have the same bytes. */
  const seen = new Map<string, Seen>()
  let isSurprised = false

  interface Expected {
    readonly known: Known
    readonly row: Row
  }
  interface Before {
    readonly digests: ReadonlySet<string>
    /** Those of which every row is known. */
    readonly pages: ReadonlyMap<string, KnownPage<Known>>
    readonly rows: ReadonlyMap<string, Expected>
  }
  let found: Before | undefined
  const before = (): Before => {
    if (found) return found
    const all = recall() ?? []
    const rows = new Map<string, Expected>()
    for (const [digest, known] of all.flatMap((page) => page.rows))
      if (known !== null && !rows.has(digest)) rows.set(digest, { known, row: ways.expect(known) })
    const whole = all.filter((page) => page.rows.every(([digest]) => rows.has(digest)))
    const digests = new Set(all.map(({ digest }) => digest))
    found = { digests, pages: new Map(whole.map((page) => [page.digest, page])), rows }
    return found
  }

  const open: OpenPage<Row> = (body) => {
    const digest = digestOf(...essenceOf(body))
    const page = before().pages.get(digest)
    const take = (pageInfo: unknown, digests: readonly string[], parse: ParseRow<Row>): readonly Row[] => {
      const rows = digests.map((each, index) => {
        const expected = before().rows.get(each)
        isSurprised ||= expected === undefined
        return expected ? arrive(expected.row, parse, index) : parse(index)
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
    const expected = before().rows.get(digest)
    return expected ? ways.learnAgain(row, expected.known) : ways.learn(row)
  }
  const isKnown = ({ digest, rows }: KnownPage<Known>): boolean =>
    before().digests.has(digest) && rows.every(([each, known]) => (before().rows.get(each)?.known ?? null) === known)

  return {
    open,
    cursors,
    recall,
    expect(): readonly Row[] | undefined {
      const pages = recall()
      if (!pages || before().pages.size < pages.length) return undefined
      return [...before().rows.values()].map(({ row }) => row)
    },
    isSurprised: () => isSurprised,
    /** What was known before, where nothing is new. */
    learned(): readonly KnownPage<Known>[] {
      const pages = [...seen.values()].map(
        (page): KnownPage<Known> => ({
          ...page,
          rows: page.rows.map(([digest, row]) => [digest, learn(digest, row)]),
        }),
      )
      const known = recall()
      return known?.length === pages.length && pages.every(isKnown) ? known : pages
    },
  }
}

/** Of one list that was read to its end; of several nobody knows which is whose. */
function cursorsOf(pages: readonly Pick<KnownPage<unknown>, 'pageInfo'>[]): readonly string[] {
  const cursors = pages.map(({ pageInfo }) => {
    const { hasNextPage, endCursor } = (pageInfo ?? {}) as {
      readonly hasNextPage?: unknown
      readonly endCursor?: unknown
    }
    return hasNextPage === true && typeof endCursor === 'string' ? endCursor : undefined
  })
  const following = cursors.slice(0, -1).flatMap((cursor) => cursor ?? [])
  return following.length === cursors.length - 1 && cursors.at(-1) === undefined ? following : []
}

/** No digest of bytes takes less time where a processor has no instructions for one. */
const HASH = 'sha512-256'

const digestOf = (...pieces: readonly Uint8Array[]): string =>
  pieces.reduce((hash, piece) => hash.update(piece), createHash(HASH)).digest('base64url')
