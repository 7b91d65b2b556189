import {
  type CompanyModel,
  partOf,
  type Scene,
  type SceneMember,
  type SceneReport,
  type SceneWritten,
} from '@boardwright/pictures'
import { type Dashboard, type Report, type ReportReference, reportKey } from '../../content/model.ts'
import { queryMeaning } from '../../content/query.ts'
import { queriesOf, queryUses } from '../../content/query-uses.ts'
import { referencesOf } from '../../content/references.ts'

/** Finds the report behind a reference in a widget. */
export type FindReport = (reference: ReportReference) => Report | undefined

interface Described {
  readonly title: string
  readonly members: Readonly<Record<string, SceneMember>>
  readonly model?: CompanyModel | undefined
  /**
   * What a name that the data model lacks probably means, or null; undefined if the data model has it or may have it.
   */
  readonly meant?: ((member: string) => string | null | undefined) | undefined
  /** Where a report's specification is written. */
  readonly writtenAt?: ((report: Report) => SceneWritten | undefined) | undefined
  readonly find: FindReport
  /** Reports that an app's code may name by public id. */
  readonly all: () => readonly Report[]
}

/** A dashboard with everything that is needed to draw it. */
export function sceneOf(
  dashboard: Dashboard,
  { title, members, model, meant, writtenAt, find, all }: Described,
): Scene {
  const references = [...new Set(referencesOf(dashboard))]
  const named = references.flatMap((reference): [string, Report][] => {
    const report = find(reference)
    return report ? [[reference, report]] : []
  })
  const ofApp = dashboard.kind === 'APP' ? all().filter(({ id }) => isNamed(dashboard, id)) : []
  const reports = [...named, ...ofApp.map((report): [string, Report] => [reportKey(report.id), report])]
  const names = namesIn(
    dashboard,
    reports.map(([, report]) => report),
    members,
  )
  return {
    title,
    dashboard,
    reports: Object.fromEntries(
      reports.map(([reference, report]) => [reference, { ...reportOf(report), written: writtenAt?.(report) }]),
    ),
    members: membersFor(names, members),
    ...(meant && { unknown: unknownIn(names.members, meant) }),
    ...(model && { model: partOf(model, ownersFor(names, model)) }),
    ...timezoneOf(dashboard),
  }
}

function unknownIn(names: Iterable<string>, meant: NonNullable<Described['meant']>): Record<string, string | null> {
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const found = meant(name)
      return found === undefined ? [] : [[name, found]]
    }),
  )
}

const isNamed = ({ app }: Dashboard, id: string): boolean =>
  Object.values(app?.files ?? {}).some((text) => text.includes(id))

function timezoneOf({ settings }: Dashboard): { readonly timezone?: string } {
  const zone = settings?.['timezone']
  return typeof zone === 'string' ? { timezone: zone } : {}
}

function reportOf({ id, definition }: Report): SceneReport {
  const { name, title, kind, spec, sql, pythonCode, pivot, periodComparisons, preferences } = definition
  const query = queryMeaning(definition)
  return {
    ...{ name, publicId: id, title, kind, spec, sql, pythonCode, pivot, periodComparisons, preferences },
    query: typeof query === 'object' ? query : undefined,
  }
}

interface Names {
  readonly members: ReadonlySet<string>
  /** All words in the SQL of reports. */
  readonly words: ReadonlySet<string>
}

function namesIn(
  dashboard: Dashboard,
  reports: readonly Report[],
  members: Readonly<Record<string, SceneMember>>,
): Names {
  const queries = reports.flatMap(({ definition }) => queriesOf(definition))
  const named = new Set(queries.flatMap(({ query }) => queryUses(query).map(({ member }) => member)))
  for (const { config } of dashboard.widgets) {
    for (const value of [config?.['member'], ...[config?.['options']].flat()])
      if (typeof value === 'string') named.add(value)
  }
  for (const name of [...named]) for (const each of members[name]?.drill ?? []) named.add(each)
  const words = new Set(reports.flatMap(({ definition: { sql } }) => sql?.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []))
  return { members: named, words }
}

/** Only the members that these reports may use, because a data model can be large. */
const membersFor = (names: Names, members: Readonly<Record<string, SceneMember>>): Record<string, SceneMember> =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([name]) => names.members.has(name) || names.words.has(name.slice(name.indexOf('.') + 1)),
    ),
  )

function ownersFor({ members, words }: Names, { cubes, views }: CompanyModel): string[] {
  const named = new Set([...members].map((name) => name.split('.')[0]))
  return [...Object.keys(cubes), ...Object.keys(views)].filter((owner) => named.has(owner) || words.has(owner))
}
