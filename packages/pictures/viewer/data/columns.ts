import type { Scene, SceneMember, SceneReport } from '../../scene.ts'
import { titleOf } from './format.ts'
import { mapAt, numberAt, textAt } from './free.ts'
import type { Column, Row } from './rows.ts'

const FORMATS = ['currency', 'percent', 'number'] as const

/** What is known about a column: from the report's formats, else from the data model. */
export function columnFor(name: string, report: SceneReport, scene: Scene, type?: Column['type']): Column {
  const member = memberOf(name, scene)
  const own = mapAt(mapAt(report.preferences, 'columnFormats'), name)
  const chosen = textAt(own, 'type') ?? member?.format
  const format = FORMATS.find((each) => each === chosen)
  const grain = scene.members?.[name] === undefined ? GRAIN.exec(name)?.[1] : undefined
  return {
    name,
    title: periodTitle(member?.title ?? titleOf(plainName(name, scene)), grain),
    type: type ?? typeOf(member),
    format,
    decimals: numberAt(own, 'decimalPlaces'),
    currency: member?.currency ?? (format === 'currency' ? '' : undefined),
    grain,
  }
}

const GRAIN = /\.(second|minute|hour|day|week|month|quarter|year)$/

/** Months under the word Day would be a mistake. */
const periodTitle = (title: string, grain: string | undefined): string =>
  grain !== undefined && /^(second|minute|hour|day|date|week|month|quarter|year)$/i.test(title) ? titleOf(grain) : title

/** A time dimension's column name includes its granularity. */
const plainName = (name: string, scene: Scene): string =>
  scene.members?.[name] === undefined && name.split('.').length > 2 ? name.replace(GRAIN, '') : name

export const memberOf = (name: string, scene: Scene): SceneMember | undefined =>
  scene.members?.[name] ?? scene.members?.[name.replace(GRAIN, '')]

function typeOf(member: SceneMember | undefined): Column['type'] {
  if (member?.kind === 'measure') return 'number'
  if (member?.type === 'time') return 'time'
  if (member?.type === 'number') return 'number'
  return member?.type === 'boolean' ? 'boolean' : 'string'
}

/** The columns of rows that came without column descriptions. */
export function columnsOfRows(rows: readonly Row[], report: SceneReport, scene: Scene): Column[] {
  const names = [...new Set(rows.slice(0, 20).flatMap((row) => Object.keys(row)))]
  const shown = names.filter((name) => !names.some((other) => other.startsWith(`${name}.`)))
  return shown.map((name) => {
    const known = memberOf(name, scene)
    return columnFor(name, report, scene, known ? undefined : guessType(rows.map((row) => row[name])))
  })
}

function guessType(values: readonly unknown[]): Column['type'] {
  const value = values.find((each) => each !== null && each !== undefined)
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T|$)/.test(value) ? 'time' : 'string'
}
