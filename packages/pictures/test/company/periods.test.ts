import { describe, expect, test } from 'vitest'
import { lazy } from '../../../common/lazy.ts'
import { readModel } from '../../../platform/model/model.ts'
import { readDataModel } from '../../../sandbox/seeds/seed.ts'
import { startOf, type Unit } from '../../company/calendar.ts'
import { companyOf } from '../../company/company.ts'
import { readCompanyModel } from '../../company/read-model.ts'

const texts = [...readDataModel('acme')].map(([file, bytes]) => ({ file, text: new TextDecoder().decode(bytes) }))
const model = readCompanyModel(readModel(texts).wholes)
const { ask, askSql } = companyOf(model)

const UNITS: readonly Unit[] = ['day', 'week', 'month', 'quarter', 'year']
const TIMES = Object.entries(model.cubes).flatMap(([cube, { dimensions, measures }]) =>
  Object.entries(dimensions)
    .filter(([, { type }]) => type === 'time' && measures['count'] !== undefined)
    .map(([name]) => ({ time: `${cube}.${name}`, count: `${cube}.count` })),
)

const countedBy = (time: string, count: string, granularity: string): (readonly [string | null, number])[] =>
  ask({
    ...{ measures: [count], dimensions: [], segments: [], filters: [], order: [[time, 'asc']], limit: 50_000 },
    timeDimensions: [{ dimension: time, granularity }],
  }).rows.map((row) => [row[time] as string | null, Number(row[count])])

describe.each(TIMES)('counted by the periods of $time', ({ time, count }) => {
  const byMinute = lazy(() => countedBy(time, count, 'minute'))

  test.each(UNITS)('by %s: as many as by the minute', (unit) => {
    const added = new Map<string | null, number>()
    for (const [minute, many] of byMinute()) {
      const period =
        minute === null
          ? null
          : startOf(new Date(`${minute}Z`), unit)
              .toISOString()
              .slice(0, -1)
      added.set(period, (added.get(period) ?? 0) + many)
    }
    expect(added.size).toBeGreaterThan(1)
    expect(countedBy(time, count, unit)).toEqual([...added])
    const [cube = '', name = ''] = time.split('.')
    const sql = `select date_trunc('${unit}', ${name}) as period, measure(count) from ${cube} group by 1 order by 1`
    expect(askSql(sql).rows).toEqual([...added])
  })
})
