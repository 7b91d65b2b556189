/** What rows are made of: a data model, as plain JSON. */
export interface CompanyModel {
  readonly cubes: Readonly<Record<string, CompanyCube>>
  /** The cube's member behind each member of a view. */
  readonly views: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export interface CompanyCube {
  /** Names its rows: cubes over the same table have the same. */
  readonly table: string
  /** The select that it is, in place of a table. */
  readonly sql?: string | undefined
  /** Things that are referred to, things that happen every day, or a few of anything. */
  readonly rows: 'entities' | 'events' | 'few'
  readonly dimensions: Readonly<Record<string, CompanyDimension>>
  readonly measures: Readonly<Record<string, CompanyMeasure>>
  readonly segments: Readonly<Record<string, string>>
  /** Cubes of which each row has one row. */
  readonly joins: readonly CompanyJoin[]
}

export interface CompanyDimension {
  readonly type: string
  /** Without one, the column of its name. */
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
  /** The columns that it compares: of this cube, and of the other. */
  readonly own?: string | undefined
  readonly other?: string | undefined
}

/** A cube that nothing is known of but its name. */
export const unknownCube = (table: string): CompanyCube => ({
  ...{ table, rows: 'events', dimensions: {}, measures: {}, segments: {}, joins: [] },
})

interface Fact {
  readonly kind: 'measure' | 'dimension' | 'segment'
  readonly type?: string | undefined
  readonly description?: string | undefined
  readonly from?: string | undefined
}

/** Where no data model can be read, names of members have to do. */
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
    else cube.segments[member] = `{CUBE}.${member}`
  }
  return { cubes, views }
}

interface Mutable extends CompanyCube {
  readonly dimensions: Record<string, CompanyDimension>
  readonly measures: Record<string, CompanyMeasure>
  readonly segments: Record<string, string>
}

/** The part of a model that questions about these cubes and views need: whatever is joined, from either side. */
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
      next.push(...Object.values(view).map((from) => from.split('.')[0] ?? ''))
    }
    if (!cube || reached.has(owner)) continue
    reached.add(owner)
    next.push(...cube.joins.map(({ to }) => to), ...(joining.get(owner) ?? []))
  }
  const only = <T>(all: Readonly<Record<string, T>>, names: ReadonlySet<string>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)))
  return { cubes: only(cubes, reached), views: only(views, shown) }
}
