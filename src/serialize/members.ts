/** The members of a YAML data model, by the cube or view that has them; or why they cannot be known. */
export type Members =
  | { readonly known: true; readonly of: ReadonlyMap<string, ReadonlySet<string>> }
  | { readonly known: false; readonly because: string }

type Map_ = Readonly<Record<string, unknown>>

const isMap = (value: unknown): value is Map_ => typeof value === 'object' && value !== null && !Array.isArray(value)
const maps = (value: unknown): Map_[] => (Array.isArray(value) ? value.filter(isMap) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const MEMBER_LISTS = ['measures', 'dimensions', 'segments', 'pre_aggregations', 'hierarchies', 'folders'] as const

/** Reads the members out of the files of a model: their values by path, as YAML reads them. */
export function readMembers(files: ReadonlyMap<string, unknown>, code: readonly string[]): Members {
  if (code.length > 0) return { known: false, because: `${code[0]} is code` }
  const cubes = [...files.values()].flatMap((value) => (isMap(value) ? maps(value['cubes']) : []))
  const views = [...files.values()].flatMap((value) => (isMap(value) ? maps(value['views']) : []))
  const byName = new Map(cubes.map((cube) => [text(cube['name']), cube]))
  const of = new Map<string, Set<string>>()
  for (const name of byName.keys()) of.set(name, membersOf(name, byName, new Set()))
  for (const view of views) of.set(text(view['name']), membersOfView(view, of))
  return { known: true, of }
}

/** A cube's own members and those that it inherits. */
function membersOf(name: string, cubes: ReadonlyMap<string, Map_>, seen: Set<string>): Set<string> {
  const cube = cubes.get(name)
  if (!cube || seen.has(name)) return new Set()
  seen.add(name)
  const own = MEMBER_LISTS.flatMap((list) => maps(cube[list]).map((member) => text(member['name'])))
  return new Set([...membersOf(text(cube['extends']), cubes, seen), ...own])
}

function membersOfView(view: Map_, cubes: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const own = MEMBER_LISTS.flatMap((list) => maps(view[list]).map((member) => text(member['name'])))
  const included = maps(view['cubes']).flatMap((part) => {
    const cube = text(part['join_path']).split('.').at(-1) ?? ''
    const all = cubes.get(cube) ?? new Set<string>()
    const excluded = new Set(Array.isArray(part['excludes']) ? part['excludes'].map(String) : [])
    const prefix = part['prefix'] === true ? `${text(part['alias']) || cube}_` : ''
    const names =
      part['includes'] === '*' ? [...all] : (Array.isArray(part['includes']) ? part['includes'] : []).map(nameOf)
    return names.filter((name) => !excluded.has(name)).map((name) => `${prefix}${name}`)
  })
  return new Set([...own, ...included])
}

const nameOf = (item: unknown): string => (isMap(item) ? text(item['alias']) || text(item['name']) : String(item))

type Known = Extract<Members, { known: true }>

/** `cube.member`, or a dimension of time with its granularity. */
export function hasMember({ of }: Known, member: string): boolean {
  const [owner = '', name = ''] = member.split('.')
  return of.get(owner)?.has(name) === true
}

export const namesOf = ({ of }: Known): string[] =>
  [...of].flatMap(([owner, members]) => [...members].map((name) => `${owner}.${name}`))
