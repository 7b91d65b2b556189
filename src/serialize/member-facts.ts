import type { SceneMember } from '@boardwright/pictures'
import { type FreeForm, isMap } from '../content/model.ts'
import { maps } from './members.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const KINDS = { measures: 'measure', dimensions: 'dimension', segments: 'segment' } as const

/** What a YAML data model says about its members, by `cube.member`, as far as can be seen without compiling it. */
export function readMemberFacts(files: Iterable<unknown>): Record<string, SceneMember> {
  const all = [...files].filter(isMap)
  const cubes = new Map(all.flatMap((file) => maps(file['cubes'])).map((cube) => [text(cube['name']) ?? '', cube]))
  const facts = new Map<string, SceneMember>()
  for (const name of cubes.keys()) {
    for (const [member, fact] of membersOf(name, cubes, new Set())) facts.set(`${name}.${member}`, fact)
  }
  for (const view of all.flatMap((file) => maps(file['views']))) {
    const own = membersOfView(view, facts)
    const name = text(view['name']) ?? ''
    const shown = new Map(own.map(([member, { from }]) => [from, `${name}.${member}`]))
    for (const [member, fact] of own) {
      const drill = fact.drill?.flatMap((each) => shown.get(each) ?? [])
      facts.set(`${name}.${member}`, drill ? { ...fact, drill } : fact)
    }
  }
  return Object.fromEntries(facts)
}

function membersOf(name: string, cubes: ReadonlyMap<string, FreeForm>, seen: Set<string>): Map<string, SceneMember> {
  const cube = cubes.get(name)
  if (!cube || seen.has(name)) return new Map()
  seen.add(name)
  const own = Object.entries(KINDS).flatMap(([list, kind]) =>
    maps(cube[list]).map((member): [string, SceneMember] => [
      text(member['name']) ?? '',
      {
        kind,
        type: text(member['type']),
        format: text(member['format']),
        currency: text(member['currency']),
        title: text(member['title']),
        description: text(member['description']),
        ...drillOf(member, name),
      },
    ]),
  )
  return new Map([...membersOf(text(cube['extends']) ?? '', cubes, seen), ...own])
}

/** The full names of drill members such as `city`, `users.name` and `CUBE.city`. */
function drillOf(member: FreeForm, cube: string): Pick<SceneMember, 'drill'> {
  const list = member['drill_members']
  if (!Array.isArray(list)) return {}
  const names = list.map((each) => String(each).replace(/^\{?CUBE\}?\./, ''))
  return { drill: names.map((each) => (each.includes('.') ? each : `${cube}.${each}`)) }
}

function membersOfView(view: FreeForm, facts: ReadonlyMap<string, SceneMember>): [string, SceneMember][] {
  return maps(view['cubes']).flatMap((part) => {
    const cube = (text(part['join_path']) ?? '').split('.').at(-1) ?? ''
    const all = [...facts.keys()]
      .filter((name) => name.startsWith(`${cube}.`))
      .map((name) => name.slice(cube.length + 1))
    const excluded = new Set(Array.isArray(part['excludes']) ? part['excludes'].map(String) : [])
    const prefix = part['prefix'] === true ? `${text(part['alias']) ?? cube}_` : ''
    const listed: unknown[] = part['includes'] === '*' ? all : Array.isArray(part['includes']) ? part['includes'] : []
    return listed.flatMap((item): [string, SceneMember][] => {
      const name = isMap(item) ? (text(item['name']) ?? '') : String(item)
      const shown = isMap(item) ? (text(item['alias']) ?? name) : name
      const fact = facts.get(`${cube}.${name}`)
      return fact && !excluded.has(name) ? [[`${prefix}${shown}`, { ...fact, from: `${cube}.${name}` }]] : []
    })
  })
}
