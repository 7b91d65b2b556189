import { oncePer, snakeKeys } from '@boardwright/common'
import { readYaml } from '@boardwright/common/yaml'
import type { Problem, ValuePath } from '../../content/problem.ts'
import type { TreeFiles } from '../documents.ts'
import { MODEL } from '../layout.ts'
import { conflictsIn, decodeText } from '../text.ts'

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const itemsOf = (value: unknown): (readonly [Fields, number])[] =>
  Array.isArray(value) ? value.flatMap((item, index) => (isFields(item) ? [[item, index] as const] : [])) : []

/** Indexed once, because a file may ask for each of its items. */
const firstByName = oncePer(
  (list: readonly unknown[]) =>
    new Map(
      itemsOf(list)
        .toReversed()
        .map(([item]) => [item['name'], item]),
    ),
)
export const itemCalled = (list: unknown, name: string): Fields | undefined =>
  Array.isArray(list) ? firstByName(list).get(name) : undefined

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A cube or a view. */
export interface Owner {
  readonly name: string
  readonly kind: 'cube' | 'view'
  readonly file: string
  readonly path: ValuePath
  readonly body: Fields
}

/** A member of a cube or a view. */
export interface Definition {
  readonly owner: string
  readonly name: string
  readonly kind: MemberList
  /** Where its name is written; undefined if the name follows from another member's. */
  readonly written?: { readonly file: string; readonly path: ValuePath }
  /** The member that it repeats: inherited, replaced, or included in a view. */
  readonly of?: string
  /** The prefix that a view puts before that member's name. */
  readonly prefix?: string
  /** The cube that the prefix is named after. */
  readonly follows?: string
  /** The view gives it an alias. */
  readonly isAlias?: true
}

export interface Model {
  readonly owners: ReadonlyMap<string, Owner>
  /** By owner, then by name. */
  readonly members: ReadonlyMap<string, ReadonlyMap<string, Definition>>
}

/** What a query can name, and so what a view includes. */
export const MEMBER_LISTS = ['measures', 'dimensions', 'segments', 'hierarchies'] as const
/** Everything that has a name in a cube or a view. */
export const NAMED_LISTS = [...MEMBER_LISTS, 'pre_aggregations', 'folders'] as const
export type MemberList = (typeof NAMED_LISTS)[number]

const OWNER_LISTS = [
  ['cubes', 'cube'],
  ['views', 'view'],
] as const

/** A cube has the members of all that it extends: thousands in a chain would make millions. */
export const MOST_IN_A_CHAIN = 100

/** Every cube and view, and every member of each: defined there, inherited, or included. */
export function defineModel(files: readonly ModelFile[]): Model {
  const owners = new Map(ownersIn(files).map((owner) => [owner.name, owner]))
  const members = new Map<string, Map<string, Definition>>()
  const depths = new Map<string, number>()
  const membersOf = (name: string, below: readonly string[]): Map<string, Definition> => {
    const known = members.get(name)
    const owner = owners.get(name)
    if (known || !owner || below.length >= MOST_IN_A_CHAIN || below.includes(name)) return known ?? new Map()
    const found = new Map<string, Definition>()
    const add = (each: Definition): void => {
      const before = found.get(each.name)
      found.set(each.name, before?.of === undefined || each.of !== undefined ? each : { ...each, of: before.of })
    }
    let depth = 1
    const from = (other: string): Definition[] => {
      const others = membersOf(other, [...below, name])
      const further = (depths.get(other) ?? 0) + 1
      if (further > MOST_IN_A_CHAIN) return []
      depth = Math.max(depth, further)
      return [...others.values()]
    }
    for (const { name: member, kind, owner: base } of from(textOf(owner.body['extends'])))
      add({ owner: name, name: member, kind, of: `${base}.${member}` })
    for (const [part, index] of itemsOf(owner.body['cubes']))
      for (const each of includedIn(owner, part, index, from(cubeOf(part)))) add(each)
    for (const kind of NAMED_LISTS)
      for (const [{ name: member }, index] of itemsOf(owner.body[kind]))
        if (typeof member === 'string')
          add({
            owner: name,
            name: member,
            kind,
            written: { file: owner.file, path: [...owner.path, kind, index, 'name'] },
          })
    members.set(name, found)
    depths.set(name, depth)
    return found
  }
  for (const name of owners.keys()) membersOf(name, [])
  return { owners, members }
}

export const ownersIn = (files: readonly ModelFile[]): Owner[] =>
  OWNER_LISTS.flatMap(([list, kind]) =>
    files.flatMap(({ file, value }) =>
      itemsOf(isFields(value) ? value[list] : undefined).map(([body, index]) => ({
        name: textOf(body['name']),
        kind,
        file,
        path: [list, index],
        body,
      })),
    ),
  )

/** The cube that a part of a view takes its members from. */
export const cubeOf = (part: Fields): string => textOf(part['join_path']).split('.').at(-1) ?? ''

function includedIn(view: Owner, part: Fields, index: number, members: readonly Definition[]): Definition[] {
  const asked = members.filter(({ kind }) => MEMBER_LISTS.some((list) => list === kind))
  const excludes = part['excludes']
  const excluded = new Set(Array.isArray(excludes) ? excludes.map(String) : [])
  const prefix = part['prefix'] === true ? `${textOf(part['alias']) || cubeOf(part)}_` : ''
  const show = (source: string, alias?: string, item?: number): Definition[] => {
    if (excluded.has(source)) return []
    const path = [...view.path, 'cubes', index, 'includes', item ?? 0, 'alias']
    return [
      {
        owner: view.name,
        name: `${prefix}${alias ?? source}`,
        kind: asked.find(({ name }) => name === source)?.kind ?? 'dimensions',
        of: `${cubeOf(part)}.${source}`,
        prefix,
        ...(part['prefix'] === true && textOf(part['alias']) === '' ? { follows: cubeOf(part) } : {}),
        ...(alias === undefined ? {} : { isAlias: true, written: { file: view.file, path } }),
      },
    ]
  }
  const includes = part['includes']
  if (includes === '*') return asked.flatMap(({ name }) => show(name))
  if (!Array.isArray(includes)) return []
  return includes.flatMap((each: unknown, item) =>
    isFields(each) ? show(textOf(each['name']), textOf(each['alias']) || undefined, item) : show(String(each)),
  )
}

/** The definition of `orders.count`, with or without a granularity after it. */
export function definitionOf({ members }: Model, name: string): Definition | undefined {
  const [owner = '', member = ''] = name.split('.')
  return members.get(owner)?.get(member)
}

/** The files that define a name: that of its cube, and those of the members that it is taken from. */
export function definedIn(model: Model, name: string): string[] {
  const found = new Set<string>()
  for (let at: string | undefined = name, deep = 0; at !== undefined && deep < MOST_IN_A_CHAIN; deep += 1) {
    const definition = definitionOf(model, at)
    const owner = model.owners.get(at.split('.')[0] ?? '')
    for (const file of [owner?.file, definition?.written?.file]) if (file) found.add(file)
    at = definition?.of
  }
  return [...found]
}

/** A file of a data model in plain YAML. */
export interface ModelFile {
  readonly file: string
  readonly text: string
  /** With keys spelled as in `sql_table`, even if the file has `sqlTable`: the platform takes both. */
  readonly value: unknown
}

/** A file of a data model whose definitions we cannot see. */
export interface UnreadModelFile {
  readonly file: string
  readonly because: string
  /** It is an error: what is wrong, and every name that it seems to define. Code and templates may define anything. */
  readonly broken?: { readonly problems: readonly Problem[]; readonly names: ReadonlySet<string> }
}

export interface ModelFiles {
  readonly read: readonly ModelFile[]
  readonly unread: readonly UnreadModelFile[]
}

const YAML = /\.ya?ml$/
const CODE = /\.(js|ts|py|jinja)$/

/** Whether a file may define cubes and views. */
export const mayDefine = (file: string, prefix = ''): boolean =>
  file.startsWith(`${prefix}${MODEL}/model/`) && (YAML.test(file) || CODE.test(file))

/** The files of the data model below `prefix`: the tree's own, or those of an overlay. */
export function readModelFiles(files: TreeFiles, prefix = ''): ModelFiles {
  const read: ModelFile[] = []
  const unread: UnreadModelFile[] = []
  for (const file of [...files.keys()].filter((each) => mayDefine(each, prefix))) {
    const found = YAML.test(file) ? readModelFile(files, file) : unreadable(file, 'is code')
    'because' in found ? unread.push(found) : read.push(found)
  }
  return { read, unread }
}

const unreadable = (file: string, because: string): UnreadModelFile => ({ file, because: `${file} ${because}` })

/** The platform takes what we do not, such as anchors. What is not YAML, or beyond all measure, is an error. */
const REFUSED: ReadonlySet<Problem['kind']> = new Set([
  'YAML_SYNTAX',
  'YAML_DUPLICATE_KEY',
  'YAML_TOO_DEEP',
  'FILE_TOO_LARGE',
])

function readModelFile(files: TreeFiles, file: string): ModelFile | UnreadModelFile {
  const bytes = files.get(file) ?? new Uint8Array()
  const text = decodeText(bytes, file)
  if (typeof text !== 'string') return brokenFile(file, bytes, [text])
  if (/\{[{%]/.test(text)) return unreadable(file, 'is a template')
  const conflicts = conflictsIn(text, file)
  if (conflicts.length > 0) return brokenFile(file, bytes, conflicts)
  const { value, problems } = readYaml(text, file)
  if (problems.length === 0) return { file, text, value: snakeKeys(value) }
  const wrong = problems.filter(({ kind }) => REFUSED.has(kind))
  return wrong.length > 0 ? brokenFile(file, bytes, wrong) : unreadable(file, 'cannot be read as plain YAML')
}

const NAME = /\bname["']?[ \t]*:[ \t]*["']?(\w+)/g

function brokenFile(file: string, bytes: Uint8Array, problems: readonly Problem[]): UnreadModelFile {
  // The names are the same in every encoding once the bytes between the letters of UTF-16 are gone.
  const text = Buffer.from(bytes).toString('latin1').replaceAll('\0', '')
  const names = new Set([...text.matchAll(NAME)].flatMap(([, name]) => name ?? []))
  return { ...unreadable(file, 'cannot be read'), broken: { problems, names } }
}

/** Cubes and views that files which are not YAML may define; none that another file defines. */
export function namesInBroken({ read, unread }: ModelFiles): ReadonlySet<string> {
  const defined = new Set(ownersIn(read).map(({ name }) => name))
  const names = unread.flatMap(({ broken }) => [...(broken?.names ?? [])])
  return new Set(names.filter((name) => !defined.has(name)))
}
