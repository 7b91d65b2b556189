import { didYouMean, isMap, nearest } from '@boardwright/common'
import { createLines, createPlaces, offsetWithin } from '@boardwright/common/yaml'
import type { FreeForm, ReportDefinition, Widget } from '../content/model.ts'
import type { PlaceOf, Problem, ValuePath } from '../content/problem.ts'
import { queriesOf } from '../content/query-uses.ts'
import { schemaProblems } from '../content/schema-problems.ts'
import { reportUnitOf } from '../content/units.ts'
import type { QueryUse } from '../content/uses.ts'
import { type BesideFile, type Document, definitionIn } from '../serialize/documents.ts'
import { REPORT_SIDES, withoutEnding } from '../serialize/layout.ts'
import type { Rendered } from '../serialize/source.ts'
import { chartFields } from './chart-fields.ts'
import { chartWordsOf, ReportWords } from './chart-words.ts'
import { DashboardWords, WidgetWords } from './dashboard-words.ts'
import { anyOf, emptyWidgets } from './empty-widgets.ts'
import { hasMember, type Members, membersIn, namesOf, ownersIn } from './members.ts'
import { namedInReport, namedInWidgets } from './named.ts'
import { overlapFaults } from './overlaps.ts'
import { listOf, queryFaults } from './query-faults.ts'
import { type PlaceInSql, placeInSide, sqlFaults } from './sql-faults.ts'
import { specFaults } from './vega-words.ts'

/**
 * What live may hold but nobody should write: words that the platform refuses, unknown members, widgets that show
 * nothing.
 */
export function faultsOf(
  file: unknown,
  members: Members,
  placeInFile: PlaceOf,
  sides: Document['sides'] = {},
  own?: BesideFile,
): Problem[] {
  if (!isMap(file)) return []
  const { sql: side, queryText: querySide } = sides
  const placeOf = withUnits(withQuery(placeInFile, querySide), file)
  const of = (id: unknown, problem: Problem): Problem => ({
    ...problem,
    of: String(id),
    // Why SQL was not read may depend on its variables, so the reason is left out.
    fault: `${String(id)} ${problem.kind === 'SQL_UNCHECKED' ? problem.kind : problem.message}`,
  })
  if (Array.isArray(file['widgets'])) {
    const all: readonly unknown[] = file['widgets']
    const widgets = (all.every(isMap) ? all : all.filter(isMap)) as unknown as readonly Widget[]
    return [
      ...schemaProblems({ placeOf }, DashboardWords, { layout: file['layout'] }).map((problem) =>
        of('layout', problem),
      ),
      ...overlapFaults(widgets, placeOf).map((problem) => of(problem.of, problem)),
      ...emptyWidgets(widgets, members, placeOf).map((problem) => of(problem.of, problem)),
      ...widgets.flatMap((widget, index) =>
        strangeConfig(widget, index, placeOf).map((problem) => of(widget.id, problem)),
      ),
      ...widgets.flatMap((widget, index) => sizeless(widget, index, placeOf).map((problem) => of(widget.id, problem))),
      ...namedInWidgets(widgets, members).flatMap((use) =>
        unknownMembers([use], members, placeOf).map((problem) => of(use.widget, problem)),
      ),
    ]
  }
  const definition = definitionIn({ value: file, sides })
  const sql = definition.sql ?? side?.text ?? ''
  const found = [
    ...schemaProblems({ placeOf }, ReportWords, wordsOf(definition)),
    ...asksForNothing({ sql, ...file, ...definition }, members, placeOf),
    ...unknownMembers(namedInReport(definition, members), members, placeOf),
    ...queriesOf(definition).flatMap((each) => queryFaults(each, members, placeOf)),
    ...unknownFields({ ...definition, ...(sql === '' ? {} : { sql }) }, members, placeOf),
    ...strangeSpec(definition, placeOf),
    ...sqlFaults(sql, members, side ? placeInSide({ ...side, text: sql }) : placeInline(placeOf, sql, own)).map(inSql),
  ]
  return found.map((problem) => of(file['id'], problem))
}

const inSql = (problem: Problem): Problem => ({ ...problem, units: ['sql'] })

/** Adds to each place the unit that it is in. */
const withUnits =
  (placeOf: PlaceOf, file: FreeForm): PlaceOf =>
  (path, what) => ({ ...placeOf(path, what), units: unitsAt(file, path) })

function unitsAt(file: FreeForm, [key = '', index]: ValuePath): string[] {
  if (key !== 'widgets') return [reportUnitOf(String(key))]
  const widget: unknown = Array.isArray(file['widgets']) ? file['widgets'].filter(isMap)[Number(index)] : undefined
  return isMap(widget) ? [`widget ${widget['id']}`] : []
}

/** The places of a document, also in the text of a query. */
export const placesWithQuery = ({ placeOf, sides }: Rendered['origin']): PlaceOf =>
  withQuery(placeOf, sides['queryText'])

/** The text of a query is in a file of its own, or it is one value of the document. */
function withQuery(placeOf: PlaceOf, side: BesideFile | undefined): PlaceOf {
  const inText: PlaceOf = side ? createPlaces(side.text, side.file) : () => placeOf(['queryText'])
  return (path, what) => (path[0] === 'queryText' ? inText(path.slice(1), what) : placeOf(path, what))
}

/** Inside a document, a place in SQL is known only if the file spells the SQL exactly as it is read. */
const placeInline =
  (placeOf: PlaceOf, sql: string, own: BesideFile | undefined): PlaceInSql =>
  (at, length) => {
    const key = placeOf(['sql'], 'key')
    const offset = own?.file === key.at.file ? offsetWithin(own.text, ['sql'], sql, at) : undefined
    if (own === undefined || offset === undefined) return key
    return { at: { file: own.file, ...createLines(own.text).at(offset) }, length }
  }

function sizeless({ id, position }: Widget, index: number, placeOf: PlaceOf): Problem[] {
  if (!isMap(position) || !(Number(position['w']) < 1 || Number(position['h']) < 1)) return []
  const message = `widget "${id}" has no size: w and h are at least 1`
  const hint = 'Write whole numbers of at least 1 for both: {x: 0, y: 0, w: 6, h: 4}.'
  return [{ kind: 'SCHEMA', ...placeOf(['widgets', index, 'position']), message, hint }]
}

function strangeConfig({ config }: Widget, index: number, placeOf: PlaceOf): Problem[] {
  const inWidget: PlaceOf = (path, what) => placeOf(['widgets', index, ...path], what)
  return schemaProblems({ placeOf: inWidget }, WidgetWords, { config }).map((problem) => ({
    ...problem,
    warning: true,
  }))
}

const FILLED_BY = ['query', 'queryText', 'pythonCode', 'source', 'externalWorkbookId']

/** A warning, as for a widget that may be unfinished. */
function asksForNothing(file: FreeForm, members: Members, placeOf: PlaceOf): Problem[] {
  const { sql } = file
  const hasSql = typeof sql === 'string' ? sql.trim() !== '' : sql !== undefined
  if (hasSql || FILLED_BY.some((key) => file[key] !== undefined)) return []
  const place = placeOf(['name'], 'key')
  const message = 'the report asks for nothing yet: viewers see an error'
  const hint = `Add what it asks for, such as \`query: {measures: [${anyOf(members, 'measure')}]}\`, or write SQL into a file beside it.`
  const lost = Object.keys(REPORT_SIDES).map((ending) => `${withoutEnding(place.at.file)}${ending}`)
  const units = ['sql', ...FILLED_BY].map(reportUnitOf)
  return [{ kind: 'SCHEMA', ...place, units, message, hint, lost, warning: true, isLoss: true }]
}

/**
 * Columns that a chart draws and its query does not give. Members that the data model lacks are reported elsewhere,
 * once.
 */
function unknownFields(definition: Partial<ReportDefinition>, members: Members, placeOf: PlaceOf): Problem[] {
  const isThere = (name: string): boolean => members.known && hasMember(members, name)
  const isGone = (name: string): boolean =>
    members.known && members.of.has(name.split('.')[0] ?? '') && !hasMember(members, name)
  const found = chartFields(definition, isThere)
  if (!found) return []
  const { what, from, columns, missing } = found
  return missing.flatMap(({ name, path }): Problem[] => {
    if (isGone(name)) return []
    const near = nearest(name, columns)
    // The query misspells this name; that is reported at the query.
    if (near !== undefined && isGone(near) && isThere(name)) return []
    const hint = didYouMean(
      near,
      columns.length === 0
        ? `Ask for it in the ${from}.`
        : `Ask for it in the ${from}, or name a column that the ${from} gives: ${listOf(columns)}.`,
    )
    return [
      {
        ...{ kind: 'FIELD_UNKNOWN', ...placeOf(path), hint },
        ...{
          message: `the ${from} gives the ${what} no column "${name}"`,
          units: [...(placeOf(path).units ?? []), 'query', 'sql'],
        },
      },
    ]
  })
}

const wordsOf = ({ kind, fillMissingRows, periodComparisons, preferences }: Partial<ReportDefinition>) => ({
  kind,
  fillMissingRows,
  periodComparisons,
  preferences,
})

/** Charts that draw nothing, or not what was meant. */
function strangeSpec(definition: Partial<ReportDefinition>, placeOf: PlaceOf): Problem[] {
  const { spec } = definition
  const words = chartWordsOf(definition)
  const inWords = words && isMap(spec) ? schemaProblems({ placeOf }, words, { spec }) : []
  return [
    ...specFaults(definition).map(({ path, isKey, message, hint, warning }): Problem => {
      const place = placeOf(path, isKey ? 'key' : 'value')
      return { kind: 'SCHEMA', ...place, message, hint, ...(warning ? { warning } : {}) }
    }),
    ...inWords.map((problem) => ({ ...problem, warning: true as const })),
  ]
}

/** What to write instead: another member of its cube, or another cube. */
function choiceFor(member: string, members: Extract<Members, { known: true }>): string {
  const [owner = ''] = member.split('.')
  const own = membersIn(members, owner)
  if (own.length > 0) return `Add it to the data model, or write another member of ${owner}: ${listOf(own)}.`
  return `Write a member of another cube or view: there are ${listOf(ownersIn(members))}.`
}

function unknownMembers(uses: readonly QueryUse[], members: Members, placeOf: PlaceOf): Problem[] {
  if (!members.known) return []
  return uses.flatMap(({ member, path, isKey }): Problem[] => {
    if (hasMember(members, member)) return []
    const place = placeOf(path, isKey ? 'key' : 'value')
    const name = member.split('.').slice(0, 2).join('.')
    const source = members.gone.get(name)
    if (source !== undefined) {
      const message = `"${member}" was taken from "${source}", which no longer exists`
      const hint = `Mend the view "${member.split('.')[0]}" first, or write another member here.`
      return [{ kind: 'MEMBER_UNKNOWN', ...place, message, hint, lacks: source }]
    }
    const hint = didYouMean(nearest(member, namesOf(members)), choiceFor(member, members))
    const message = `the data model has no member "${member}"`
    return [{ kind: 'MEMBER_UNKNOWN', ...place, message, hint, lacks: name }]
  })
}
