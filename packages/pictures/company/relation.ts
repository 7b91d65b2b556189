import { NotUnderstood } from '@boardwright/platform/query'
import { HOW_CALLED } from './formulas.ts'
import { createCounter, type Group, groupMembers } from './group.ts'
import type { Members } from './members.ts'
import { type Aggregate, compile, type Expression, mapParts, type Reading, type Source } from './sql/syntax.ts'
import { cellOf, type Value } from './values.ts'

/** The rows of a nested query. */
export interface Relation {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Value[])[]
}

/** What a SELECT reads from: it resolves names, and groups its rows. */
export interface Ground {
  readonly columns: readonly string[]
  readonly scope: (expression: Expression) => Expression
  readonly group: (
    groups: readonly Expression[],
    where: readonly Expression[],
    aggregates: readonly Aggregate[],
  ) => Group[]
  /** The rows one by one. Absent for a data model, whose members are always grouped. */
  readonly each?: (outputs: readonly Expression[], where: readonly Expression[]) => (readonly Value[])[]
}

const isCounting = (expression: Expression): expression is Extract<Expression, { kind: 'call' }> =>
  expression.kind === 'call' && (expression.name in HOW_CALLED || expression.name === 'measure')

/** Cubes and views, joined as the data model joins them. */
export function groundOfModel(members: Members, sources: readonly Source[]): Ground {
  const { model } = members
  const owners = sources.flatMap((source) => {
    if (source.kind !== 'table') return []
    const name = source.path.at(-1) ?? ''
    return [{ name, alias: source.alias ?? name, ...shownBy(members, name) }]
  })
  const [first] = owners
  const find = (path: readonly string[]): string | undefined => {
    const [qualifier, column = ''] = path.length > 1 ? path.slice(-2) : [undefined, path[0]]
    const named =
      qualifier === undefined ? owners : owners.filter(({ alias, name }) => alias === qualifier || name === qualifier)
    const owner = named.find(({ names }) => names.has(column.toLowerCase()))
    return owner && `${owner.name}.${owner.names.get(column.toLowerCase())}`
  }
  const cube = first ? (Object.values(model.views[first.name] ?? {})[0]?.split('.')[0] ?? first.name) : ''
  const scope = (expression: Expression): Expression => {
    if (isCounting(expression)) return counted(expression)
    if (expression.kind !== 'column') return mapParts(expression, scope)
    const name = find(expression.path)
    if (name === undefined) return { kind: 'raw', cube, column: expression.path.at(-1) ?? '' }
    return members.hasMeasure(name) ? members.measure(name) : { kind: 'member', name }
  }
  const counted = ({ name, of, where }: Extract<Expression, { kind: 'call' }>): Expression => {
    const [inner] = of
    const measure = inner?.kind === 'column' ? find(inner.path) : undefined
    if (measure !== undefined && members.hasMeasure(measure)) return members.measure(measure)
    if (name === 'measure' && inner?.kind === 'column') return members.measure(`${cube}.${inner.path.at(-1)}`)
    const scoped = inner && scope(inner)
    return {
      ...{ kind: 'aggregate', cube, how: HOW_CALLED[name] ?? 'sum', where: where ? [scope(where)] : [] },
      of: scoped?.kind === 'raw' && name !== 'count' ? { ...scoped, type: 'number' } : scoped,
    }
  }
  return {
    columns: owners.flatMap(({ names }) => [...names.values()]),
    scope,
    group: (groups, where, aggregates) =>
      owners.length === 0
        ? [{ keys: groups.map((each) => compile(each, () => undefined)(0)), counted: new Map() }]
        : groupMembers(members, { groups, where, aggregates, cube }),
  }
}

function shownBy({ model }: Members, name: string): { names: Map<string, string> } {
  const cube = model.cubes[name]
  const all = cube
    ? [...Object.keys(cube.dimensions), ...Object.keys(cube.measures), ...Object.keys(cube.segments)]
    : Object.keys(model.views[name] ?? {})
  return { names: new Map(all.map((each) => [each.toLowerCase(), each])) }
}

/** The rows of other queries. */
export function groundOfRows(
  relations: readonly { readonly alias: string | undefined; readonly columns: readonly string[] }[],
  rows: Relation['rows'],
): Ground {
  const columns = relations.flatMap(({ alias, columns: own }) => own.map((name) => ({ alias, name })))
  const indexOf = (path: readonly string[]): number => {
    const [qualifier, name] = path.length > 1 ? path.slice(-2) : [undefined, path[0]]
    return columns.findIndex(
      (column) => column.name === name && (qualifier === undefined || column.alias === qualifier),
    )
  }
  const scope = (expression: Expression): Expression => {
    if (isCounting(expression)) {
      const { of, where, name } = expression
      return {
        kind: 'aggregate',
        cube: '',
        how: HOW_CALLED[name] ?? 'sum',
        of: of[0] && scope(of[0]),
        where: where ? [scope(where)] : [],
      }
    }
    return mapParts(expression, scope)
  }
  const reading = (expression: Expression): Reading =>
    compile(expression, (part) => {
      if (part.kind !== 'column') return undefined
      const index = indexOf(part.path)
      if (index < 0) throw new NotUnderstood(`the column ${part.path.join('.')} is not there`)
      return (row) => rows[row]?.[index] ?? null
    })
  return {
    columns: columns.map(({ name }) => name),
    scope,
    each(outputs, where) {
      const [cells, tests] = [outputs.map(reading), where.map(reading)]
      const kept = [...rows.keys()].filter((row) => tests.every((test) => test(row) === true))
      return kept.map((row) => cells.map((cell) => cell(row)))
    },
    group(groups, where, aggregates) {
      const [keys, tests] = [groups.map(reading), where.map(reading)]
      const counters = aggregates.map((each) => createCounter(each, reading))
      const found = new Map<string, { id: number; group: Group }>()
      for (const row of rows.keys()) {
        if (!tests.every((test) => test(row) === true)) continue
        const own = keys.map((key) => key(row))
        const code = JSON.stringify(own.map(cellOf))
        const known = found.get(code) ?? { id: found.size, group: { keys: own, counted: new Map() } }
        found.set(code, known)
        for (const counter of counters) counter.add(known.id, row)
      }
      if (groups.length === 0 && found.size === 0) found.set('', { id: 0, group: { keys: [], counted: new Map() } })
      return [...found.values()].map(({ id, group }) => {
        for (const { key, result } of counters) group.counted.set(key, result(id))
        return group
      })
    },
  }
}
