import type { Report } from '../../api/reports.ts'
import type { Workbook } from '../../api/workbooks.ts'
import { createRowTable, type KnownPage } from '../../cache/rows.ts'
import type { OpenPage } from '../../client/types.ts'
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

/** What the pages of the last time said. */
export interface KnownRows {
  readonly reports: readonly KnownPage<KnownReport>[]
  readonly workbooks: readonly KnownPage<KnownWorkbook>[]
}

export interface RowMemory {
  readonly reports: OpenPage<Report>
  readonly workbooks: OpenPage<Workbook>
  /** What is known after this reading; undefined where that is what was known before. */
  readonly learned: () => KnownRows | undefined
}

export function createRowMemory(recall: () => KnownRows | undefined): RowMemory {
  const reports = createRowTable<Report, KnownReport>(() => recall()?.reports, {
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
  const workbooks = createRowTable<Workbook, KnownWorkbook>(() => recall()?.workbooks, {
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
