import { type FreeForm, isMap } from '../content/model.ts'
import type { TreeFiles } from './documents.ts'
import { MODEL } from './layout.ts'
import { decodeText } from './text.ts'
import { readYaml } from './yaml/read.ts'

/** The members of a YAML data model, by cube or view; or why they are unknown. */
export type Members =
  | { readonly known: true; readonly of: ReadonlyMap<string, ReadonlySet<string>> }
  | { readonly known: false; readonly because: string }

export const maps = (value: unknown): FreeForm[] => (Array.isArray(value) ? value.filter(isMap) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const MEMBER_LISTS = ['measures', 'dimensions', 'segments', 'pre_aggregations', 'hierarchies', 'folders'] as const

const YAML = /\.ya?ml$/
const CODE = /\.(js|ts|py|jinja)$/

/** Known only if the whole data model is plain YAML. */
export function readMembers(files: TreeFiles): Members {
  const model = [...files.keys()].filter((file) => file.startsWith(`${MODEL}/model/`))
  if (model.length === 0) return { known: false, because: 'there is no data model in this tree' }
  const values: unknown[] = []
  for (const file of model.filter((file) => YAML.test(file))) {
    const text = decodeText(files.get(file) ?? new Uint8Array(), file)
    if (typeof text !== 'string') return { known: false, because: `${file} is not text` }
    if (/\{[{%]/.test(text)) return { known: false, because: `${file} is a template` }
    const { value, problems } = readYaml(text, file)
    if (problems.length > 0) return { known: false, because: `${file} cannot be read as plain YAML` }
    values.push(value)
  }
  const code = model.find((file) => CODE.test(file))
  return code === undefined ? { known: true, of: membersIn(values) } : { known: false, because: `${code} is code` }
}

function membersIn(files: readonly unknown[]): ReadonlyMap<string, ReadonlySet<string>> {
  const cubes = files.flatMap((value) => (isMap(value) ? maps(value['cubes']) : []))
  const views = files.flatMap((value) => (isMap(value) ? maps(value['views']) : []))
  const byName = new Map(cubes.map((cube) => [text(cube['name']), cube]))
  const of = new Map<string, Set<string>>()
  for (const name of byName.keys()) of.set(name, membersOf(name, byName, new Set()))
  for (const view of views) of.set(text(view['name']), membersOfView(view, of))
  return of
}

/** A cube's own and inherited members. */
function membersOf(name: string, cubes: ReadonlyMap<string, FreeForm>, seen: Set<string>): Set<string> {
  const cube = cubes.get(name)
  if (!cube || seen.has(name)) return new Set()
  seen.add(name)
  const own = MEMBER_LISTS.flatMap((list) => maps(cube[list]).map((member) => text(member['name'])))
  return new Set([...membersOf(text(cube['extends']), cubes, seen), ...own])
}

function membersOfView(view: FreeForm, cubes: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
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

/** `cube.member`, or a time dimension with its granularity. */
export function hasMember({ of }: Known, member: string): boolean {
  const [owner = '', name = ''] = member.split('.')
  return of.get(owner)?.has(name) === true
}

export const namesOf = ({ of }: Known): string[] =>
  [...of].flatMap(([owner, members]) => [...members].map((name) => `${owner}.${name}`))
