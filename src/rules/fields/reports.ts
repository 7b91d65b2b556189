import { isMap, itemsOf } from '@boardwright/common'
import { type FreeForm, pathText, type Report, reportKey } from '../../content/model.ts'
import { chartFields } from '../../lint/chart-fields.ts'
import { dashboardsThatShow, type RuleFacts, reportsNamed } from '../facts.ts'
import type { FieldsOf } from '../field.ts'
import { type FieldType, TEXTS } from '../types.ts'
import { asText, asTexts } from './workbooks.ts'

export interface OfReport {
  readonly report: Report
}

export interface OfQuery extends OfReport {
  readonly query: FreeForm
}

export interface OfFilter extends OfQuery {
  readonly filter: FreeForm
}

/** A member that a report or a dashboard names. */
export interface OfUse {
  readonly name: string
  readonly how: () => string
  readonly by: string
}

const FROM_UNITS: FieldType = { list: { of: { text: 'text', literal: 'boolean' } } }

export const REPORT_FACTS: FieldsOf<OfReport> = {
  name: { type: 'text', means: 'What people call it.', read: ({ report }) => report.definition.name, at: ['name'] },
  title: { type: 'text', means: 'What viewers read.', read: ({ report }) => report.definition.title, at: ['title'] },
  chart: {
    type: 'text',
    means: 'How it is drawn: its `kind`, such as `table`.',
    read: ({ report }) => report.definition.kind,
    at: ['kind'],
  },
  workbook: { type: 'text', means: 'The slug of its workbook.', read: ({ report }) => report.place.workbook },
  folder: {
    type: 'text',
    means: 'The names of its folders from the top, with `/` between them.',
    read: ({ report }) => report.place.folder && pathText(report.place.folder),
  },
  sql: { type: 'text', means: 'Its SQL.', read: ({ report }) => report.definition.sql, at: ['sql'] },
  python: {
    type: 'text',
    means: 'Its Python.',
    read: ({ report }) => asText(report.definition.pythonCode),
    at: ['pythonCode'],
  },
  queried: {
    type: 'boolean',
    means: 'Whether it asks by a query, not by SQL.',
    read: ({ report: { definition } }) => definition.query !== undefined || definition.queryText !== undefined,
    at: ['query'],
  },
  columns: {
    type: TEXTS,
    means: 'The columns that it gets, as far as they are known.',
    read: ({ report }) => chartFields(report.definition)?.columns ?? [],
    at: ['query'],
  },
  axes: {
    type: { list: { of: { channel: 'text', field: 'text', title: 'text', format: 'text', type: 'text' } } },
    means: 'The axes of a Vega-Lite chart: x and y, with what they show and how.',
    read: ({ report }) => axesIn(report.definition.spec),
    at: ['spec'],
  },
  spreadsheet: {
    type: 'boolean',
    means: 'Whether a spreadsheet fills it.',
    read: ({ report }) => report.definition.externalWorkbookId !== undefined,
    at: ['externalWorkbookId'],
  },
  tags: {
    type: TEXTS,
    means: 'Its tags: `meta.tags`.',
    read: ({ report }) => asTexts(report.definition.meta?.['tags']),
    at: ['meta', 'tags'],
  },
  shownOn: {
    type: TEXTS,
    means: 'The names of the dashboards that show it.',
    read: ({ report }, { around }) => dashboardsThatShow(around, reportKey(report.id)),
    isAround: true,
  },
  sameName: {
    type: 'number',
    means: 'How many reports of its workbook or folder have its name, with itself.',
    read: ({ report }, { around }) => reportsNamed(around, report.definition.name, report.place),
    at: ['name'],
    isAround: true,
  },
}

/** The axes of a chart and of its layers. Only what draws values has any. */
function axesIn(spec: unknown, below = 0): FreeForm[] {
  if (!isMap(spec) || below > 4) return []
  const encoding = isMap(spec['encoding']) ? spec['encoding'] : {}
  const own = ['x', 'y'].flatMap((channel) => {
    const said = encoding[channel]
    if (!isMap(said) || said['field'] === undefined) return []
    const axis = isMap(said['axis']) ? said['axis'] : {}
    const [title, format] = [said['title'] ?? axis['title'], said['format'] ?? axis['format']]
    return [{ channel, field: said['field'], title, format, type: said['type'] }]
  })
  return [...own, ...itemsOf(spec['layer']).flatMap(([layer]) => axesIn(layer, below + 1))]
}

const inReport = { name: 'What people call its report.', chart: 'How its report is drawn, such as `table`.' } as const

export const QUERY_FACTS: FieldsOf<OfQuery> = {
  report: { type: 'text', means: inReport.name, read: ({ report }) => report.definition.name },
  chart: { type: 'text', means: inReport.chart, read: ({ report }) => report.definition.kind },
  measures: { type: TEXTS, means: 'Its measures.', read: ({ query }) => asTexts(query['measures']), at: ['measures'] },
  dimensions: {
    type: TEXTS,
    means: 'Its dimensions.',
    read: ({ query }) => asTexts(query['dimensions']),
    at: ['dimensions'],
  },
  segments: { type: TEXTS, means: 'Its segments.', read: ({ query }) => asTexts(query['segments']), at: ['segments'] },
  limit: {
    type: 'number',
    means: 'The most rows that it asks for.',
    read: ({ query }) => query['limit'],
    at: ['limit'],
  },
  ungrouped: {
    type: 'boolean',
    means: 'Whether it asks for rows that are not summed up.',
    read: ({ query }) => query['ungrouped'] === true,
    at: ['ungrouped'],
  },
  timezone: { type: 'text', means: 'Its time zone.', read: ({ query }) => asText(query['timezone']), at: ['timezone'] },
  dates: {
    type: FROM_UNITS,
    means:
      'Its ranges of dates: each as text, and whether it is literal, as `2026-01-01` is and `last 30 days` is not.',
    read: ({ query }) => itemsOf(query['timeDimensions']).flatMap(([{ dateRange }]) => datesIn(dateRange)),
    at: ['timeDimensions'],
  },
  grains: {
    type: TEXTS,
    means: 'Its granularities, such as `month`.',
    read: ({ query }) => itemsOf(query['timeDimensions']).flatMap(([{ granularity }]) => asText(granularity) ?? []),
    at: ['timeDimensions'],
  },
}

const LITERAL = /^\s*\d{4}-\d{2}-\d{2}/

const datesIn = (range: unknown): FreeForm[] =>
  (Array.isArray(range) ? (range as readonly unknown[]) : [range]).flatMap((each) =>
    typeof each === 'string' ? [{ text: each, literal: LITERAL.test(each) }] : [],
  )

export const FILTER_FACTS: FieldsOf<OfFilter> = {
  report: { type: 'text', means: inReport.name, read: ({ report }) => report.definition.name },
  member: {
    type: 'text',
    means: 'The member that it looks at.',
    read: ({ filter }) => filter['member'] ?? filter['dimension'],
    at: ['member'],
  },
  operator: {
    type: 'text',
    means: 'How it compares, such as `equals`.',
    read: ({ filter }) => filter['operator'],
    at: ['operator'],
  },
  values: {
    type: TEXTS,
    means: 'What it compares with.',
    read: ({ filter }) => asTexts(filter['values']),
    at: ['values'],
  },
  dates: {
    type: FROM_UNITS,
    means: 'Its values as dates, with whether each is literal.',
    read: ({ filter }) => datesIn(filter['values']).filter(({ literal }) => literal),
    at: ['values'],
  },
}

export const USE_FACTS: FieldsOf<OfUse> = {
  name: { type: 'text', means: 'The member: `orders.count`.', read: ({ name }) => name, at: [], isOfMember: true },
  view: {
    type: 'text',
    means: 'The cube or view that it is of.',
    read: ({ name }) => name.split('.')[0],
    at: [],
    isOfMember: true,
  },
  how: {
    type: 'text',
    means: 'How it is used: `query`, `filter`, `column` and so on.',
    read: ({ how }) => how(),
    at: [],
  },
  by: { type: 'text', means: 'The name of what uses it.', read: ({ by }) => by },
  list: {
    type: 'text',
    means: '`measures`, `dimensions` or `segments`.',
    read: ({ name }, facts) => factOf(name, facts)?.list,
    at: [],
    isOfMember: true,
  },
  type: {
    type: 'text',
    means: 'Its type in the data model, such as `sum`.',
    read: ({ name }, facts) => factOf(name, facts)?.type,
    at: [],
    isOfMember: true,
  },
  deprecated: {
    type: 'text',
    means: 'Why it should not be used any more: `meta.deprecated` of the member, or `yes`.',
    read: ({ name }, facts) => factOf(name, facts)?.deprecated,
    at: [],
    isOfMember: true,
  },
  public: {
    type: 'boolean',
    means: 'Whether queries may ask for it.',
    read: ({ name }, facts) => factOf(name, facts)?.isVisible,
    at: [],
    isOfMember: true,
  },
}

const factOf = (name: string, { members }: RuleFacts) => (members.known ? members.facts.get(name) : undefined)
