import { BoardwrightError, nearest } from '@boardwright/common'
import type { SceneMember } from '@boardwright/pictures'
import type { FreeForm } from '../../content/model.ts'

/** How a first chart can look. */
export const LOOKS = ['kpi', 'line', 'bar', 'table'] as const
export type Look = (typeof LOOKS)[number]

export interface FirstChart {
  readonly name: string
  /** The keys of its report, besides id and name. */
  readonly report: FreeForm
  readonly size: { readonly w: number; readonly h: number }
}

interface Asked {
  readonly measures: readonly string[]
  readonly dimensions: readonly string[]
  readonly times: readonly { readonly dimension: string; readonly granularity: string }[]
}

type Facts = Readonly<Record<string, SceneMember>>

const GRAIN = /^(.+)\.(second|minute|hour|day|week|month|quarter|year)$/
const FIRST_GRAIN = 'month'

/**
 * A chart of these members. Unless `look` says otherwise: a line if there is a time, bars if there are dimensions,
 * else a number; a table if there is no measure.
 */
export function firstChart(words: readonly string[], look: Look | undefined, facts: Facts): FirstChart {
  const asked = askedBy(words, facts)
  const isSplit = asked.dimensions.length > 0
  const usual = asked.measures.length === 0 ? 'table' : asked.times.length > 0 ? 'line' : isSplit ? 'bar' : 'kpi'
  return chartOf(asked, look ?? usual, facts)
}

/** A number, its course over time, its breakdown, and all of it as rows: as many of these as the members allow. */
export function firstDashboard(words: readonly string[], facts: Facts): FirstChart[] {
  const all = askedBy(words, facts)
  const [measure, dimension, time] = [all.measures[0], all.dimensions[0], all.times[0]]
  if (measure === undefined) throw usage('--from names no measure', 'Add a measure to count.')
  const measures = [measure]
  const charts: (readonly [Look, Asked] | undefined)[] = [
    ['kpi', { measures, dimensions: [], times: time ? [time] : [] }],
    time && ['line', { measures, dimensions: [], times: [time] }],
    dimension === undefined ? undefined : ['bar', { measures, dimensions: [dimension], times: [] }],
    ['table', { ...all, times: time ? [time] : [] }],
  ]
  return charts.flatMap((each) => (each ? [chartOf(each[1], each[0], facts)] : []))
}

/** Of the course below a number. */
const POINTS = 24

const SIZES: Readonly<Record<Look, FirstChart['size']>> = {
  kpi: { w: 3, h: 4 },
  line: { w: 9, h: 4 },
  bar: { w: 12, h: 5 },
  table: { w: 12, h: 6 },
}

function chartOf(asked: Asked, look: Look, facts: Facts): FirstChart {
  const { measures, dimensions, times } = asked
  const [measure] = measures
  if (measure === undefined && look !== 'table')
    throw usage(`a chart of the kind ${look} needs a measure`, 'Name one in --from, or say --kind table.')
  if ((look === 'line' || look === 'bar') && dimensions.length + times.length === 0)
    throw usage(
      `a chart of the kind ${look} needs something to split by`,
      'Name a dimension in --from, or say --kind kpi.',
    )
  // A number is of all time, with its course in whole periods below it.
  const [time] = look === 'kpi' ? times : []
  const sparkline = time && { granularity: time.granularity, points: POINTS }
  const by = [
    ...(time ? [] : times.map(({ granularity }) => granularity)),
    ...dimensions.map((name) => titleOf(name, facts).toLowerCase()),
  ]
  const what = measures.map((name) => titleOf(name, facts)).join(' and ') || 'Rows'
  const query = {
    ...(measures.length > 0 ? { measures } : {}),
    ...(dimensions.length > 0 ? { dimensions } : {}),
    ...(times.length > 0 ? { timeDimensions: time ? [{ dimension: time.dimension }] : times } : {}),
  }
  return {
    name: by.length === 0 ? what : `${what} by ${by.join(' and ')}${look === 'table' ? ', as a table' : ''}`,
    report: {
      kind: look === 'line' || look === 'bar' ? 'vega' : look,
      query,
      ...(look === 'kpi' ? { spec: { value: measure, ...(sparkline && { sparkline }) } } : {}),
      ...(look === 'line' || look === 'bar' ? { spec: pictureOf(asked, look, facts) } : {}),
      ...(look === 'table' ? { spec: { columns: columnsOf(asked, facts) } } : {}),
    },
    size: SIZES[look],
  }
}

/** What rows are split by, as rows name it and as people do. */
const splitsOf = ({ dimensions, times }: Asked, facts: Facts) => [
  ...times.map(({ dimension, granularity }) => ({
    name: `${dimension}.${granularity}`,
    type: 'temporal',
    title: granularity.charAt(0).toUpperCase() + granularity.slice(1),
  })),
  ...dimensions.map((name) => ({ name, type: 'nominal', title: titleOf(name, facts) })),
]

const columnsOf = (asked: Asked, facts: Facts): FreeForm[] =>
  [...splitsOf(asked, facts), ...asked.measures.map((name) => ({ name, title: titleOf(name, facts) }))].map(
    ({ name, title }) => ({ field: name, label: title }),
  )

/** The report's name says what is on the axes: they have only what it does not say. */
function pictureOf(asked: Asked, mark: 'line' | 'bar', facts: Facts): FreeForm {
  const field = (name: string) => name.replaceAll('.', '\\.')
  const [split, color] = splitsOf(asked, facts).map(({ name, ...rest }) => ({ field: field(name), ...rest }))
  const first = { ...split, axis: { title: null } }
  const [measure = ''] = asked.measures
  const amount = {
    ...{ field: field(measure), type: 'quantitative', title: titleOf(measure, facts) },
    axis: { title: facts[measure]?.currency ?? null },
  }
  // Names are level, and whole, only where bars lie.
  const isLying = split?.type === 'nominal' && mark === 'bar'
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
    mark,
    encoding: {
      ...(isLying ? { y: { ...first, sort: '-x' }, x: amount } : { x: first, y: amount }),
      ...(color ? { color } : {}),
    },
  }
}

/**
 * Members, time dimensions with or without a granularity, and cubes or views, each of which stands for its first
 * members.
 */
function askedBy(words: readonly string[], facts: Facts): Asked {
  const names = words.flatMap((word) => (facts[word] || word.includes('.') ? [word] : firstWhere(word, facts)))
  const known = names.map((name) => {
    if (facts[name]) return { name, fact: facts[name], granularity: FIRST_GRAIN }
    const [, time = '', granularity = ''] = GRAIN.exec(name) ?? []
    const fact = facts[time]
    if (fact?.type === 'time') return { name: time, fact, granularity }
    throw unknown(name, facts)
  })
  const isTime = ({ fact }: (typeof known)[number]): boolean => fact.type === 'time'
  const ofKind = (kind: SceneMember['kind']) => known.filter((each) => each.fact.kind === kind)
  const [segment] = ofKind('segment')
  if (segment)
    throw usage(`${segment.name} is a segment`, 'Name measures and dimensions; write a segment into the report.')
  return {
    measures: ofKind('measure').map(({ name }) => name),
    dimensions: ofKind('dimension').flatMap((each) => (isTime(each) ? [] : [each.name])),
    times: known.filter(isTime).map(({ name, granularity }) => ({ dimension: name, granularity })),
  }
}

/** Names that suggest a different value in every row: nothing to group by. */
const UNIQUE = /[._](id|uuid|key|code|number|email)$/

/** Of a cube or view: its first measure, its first time, and the first text dimension to group by. */
export function firstWhere(owner: string, facts: Facts): string[] {
  const own = Object.entries(facts).filter(([name]) => name.startsWith(`${owner}.`))
  if (own.length === 0) throw unknown(owner, facts)
  const first = (fits: (fact: SceneMember, name: string) => boolean): string[] =>
    own.flatMap(([name, fact]) => (fits(fact, name) ? [name] : [])).slice(0, 1)
  const isWord = ({ kind, type }: SceneMember): boolean => kind === 'dimension' && type === 'string'
  const groups = first((fact, name) => isWord(fact) && !UNIQUE.test(name))
  return [
    ...first(({ kind }) => kind === 'measure'),
    ...first(({ type }) => type === 'time'),
    ...(groups.length > 0 ? groups : first(isWord)),
  ]
}

function unknown(name: string, facts: Facts): BoardwrightError {
  const names = Object.keys(facts)
  const near = nearest(name, name.includes('.') ? names : new Set(names.map((each) => each.split('.')[0] ?? '')))
  return new BoardwrightError('MEMBER_UNKNOWN', `the data model in this tree has no "${name}"`, {
    hint:
      near !== undefined
        ? `Did you mean "${near}"?`
        : names.length === 0
          ? 'There is no data model in YAML here: boardwright export brings it, where the target has one.'
          : `Name members as cube.member, such as ${names[0]}.`,
  })
}

const usage = (message: string, hint: string): BoardwrightError => new BoardwrightError('USAGE', message, { hint })

function titleOf(name: string, facts: Facts): string {
  const [owner = '', member = name] = name.split('.')
  const words = (member === 'count' ? `number of ${owner}` : member).replaceAll('_', ' ')
  return facts[name]?.title ?? words.charAt(0).toUpperCase() + words.slice(1)
}
