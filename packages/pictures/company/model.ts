import { addAll } from '@boardwright/common'

/** What rows are made up from: a data model, as plain JSON. */
export interface CompanyModel {
  readonly cubes: Readonly<Record<string, CompanyCube>>
  /** For each member of a view, the member of the cube behind it. */
  readonly views: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export interface CompanyCube {
  /** Identifies the rows: cubes over the same table have the same ones. */
  readonly table: string
  /** The cube's SELECT, if it has no table. */
  readonly sql?: string | undefined
  /** Entities that others refer to, events that happen every day, or just a few of something. */
  readonly rows: 'entities' | 'events' | 'few'
  readonly dimensions: Readonly<Record<string, CompanyDimension>>
  readonly measures: Readonly<Record<string, CompanyMeasure>>
  readonly segments: Readonly<Record<string, string>>
  /** Cubes of which each row of this one has exactly one row. */
  readonly joins: readonly CompanyJoin[]
}

export interface CompanyDimension {
  readonly type: string
  /** Without it, the column has the member's name. */
  readonly sql?: string | undefined
  readonly description?: string | undefined
  readonly isKey?: true | undefined
  readonly cases?:
    | readonly { readonly when?: string | undefined; readonly label: string; readonly isSql?: true | undefined }[]
    | undefined
  readonly values?: readonly string[] | undefined
}

export interface CompanyMeasure {
  readonly type: string
  readonly sql?: string | undefined
  readonly filters?: readonly string[] | undefined
}

export interface CompanyJoin {
  readonly to: string
  /** The columns that the join compares: of this cube, and of the other. */
  readonly own?: string | undefined
  readonly other?: string | undefined
}

/** A cube of which only the name is known. */
export const unknownCube = (table: string): CompanyCube => ({
  ...{ table, rows: 'events', dimensions: {}, measures: {}, segments: {}, joins: [] },
})

interface Fact {
  readonly kind: 'measure' | 'dimension' | 'segment'
  readonly type?: string | undefined
  readonly description?: string | undefined
  readonly from?: string | undefined
}

/** If no data model can be read, the names of members have to be enough. */
export function modelOfMembers(members: Readonly<Record<string, Fact>>): CompanyModel {
  const cubes: Record<string, Mutable> = {}
  const views: Record<string, Record<string, string>> = {}
  for (const [name, { kind, type, description, from }] of Object.entries(members)) {
    const [owner = '', member = ''] = (from ?? name).split('.')
    const [view = '', shown = ''] = name.split('.')
    if (from !== undefined) views[view] = { ...views[view], [shown]: from }
    const cube = cubes[owner] ?? { ...unknownCube(owner), dimensions: {}, measures: {}, segments: {} }
    cubes[owner] = cube
    if (kind === 'measure') cube.measures[member] = { type: type ?? 'number' }
    else if (kind === 'dimension') cube.dimensions[member] = { type: type ?? 'string', description }
    else cube.segments[member] = ANY_ROW
  }
  return { cubes, views }
}

/** Of a segment only the name is known: it may hold of any row. */
export const ANY_ROW = 'true'

interface Mutable extends CompanyCube {
  readonly dimensions: Record<string, CompanyDimension>
  readonly measures: Record<string, CompanyMeasure>
  readonly segments: Record<string, string>
}

/** The part of a model that queries on these cubes and views need: everything joined, from either side. */
export function partOf({ cubes, views }: CompanyModel, owners: Iterable<string>): CompanyModel {
  const reached = new Set<string>()
  const shown = new Set<string>()
  const next = [...owners]
  const joining = new Map<string, string[]>()
  for (const [name, { joins }] of Object.entries(cubes))
    for (const { to } of joins) joining.set(to, [...(joining.get(to) ?? []), name])
  for (let owner = next.pop(); owner !== undefined; owner = next.pop()) {
    const [view, cube] = [views[owner], cubes[owner]]
    if (view && !shown.has(owner)) {
      shown.add(owner)
      addAll(
        next,
        Object.values(view).map((from) => from.split('.')[0] ?? ''),
      )
    }
    if (!cube || reached.has(owner)) continue
    reached.add(owner)
    addAll(next, [...cube.joins.map(({ to }) => to), ...(joining.get(owner) ?? [])])
  }
  const only = <T>(all: Readonly<Record<string, T>>, names: ReadonlySet<string>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)))
  return { cubes: only(cubes, reached), views: only(views, shown) }
}
