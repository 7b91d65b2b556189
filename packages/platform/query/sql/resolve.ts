import { parseSql } from './parse.ts'
import type { Name, Output, Query, Reference, Select } from './syntax.ts'
import { type InText, IsTemplate, NotUnderstood } from './tokens.ts'

/** The members of a cube or view; undefined if none has this name. */
export type MembersOf = (owner: string) => ReadonlySet<string> | undefined

/** A member, cube or view that SQL names, and where. */
export interface SqlUse {
  /** `cube.member`, or just the cube or view. */
  readonly name: string
  readonly at: number
  readonly length: number
  /** `column`: a column of the SELECT is named after it. `join`: both sides of a join have it. `all`: it is in a `*`. */
  readonly as?: 'column' | 'join' | 'all'
}

export interface SqlMiss extends SqlUse {
  readonly message: string
}

export interface SqlRead {
  readonly uses: readonly SqlUse[]
  readonly missing: readonly SqlMiss[]
  /** If false, we know nothing but the reason. */
  readonly isRead: boolean
  /** Why the SQL was not checked, or not completely. */
  readonly notChecked: readonly NotChecked[]
}

export interface NotChecked {
  readonly because: string
  /** `outside`: it reads tables of a database instead of the data model. */
  readonly doubt: 'template' | 'outside' | 'unclear'
  /** Where it becomes unclear, if that is a single place. */
  readonly place?: InText | undefined
}

/** Reading longer SQL takes more time than it is worth. */
const LONGEST = 200_000

/**
 * Finds what SQL uses of a data model. `missing` has only what is certainly missing; whatever is unclear is in
 * `notChecked`.
 */
export function readSql(sql: string, membersOf: MembersOf): SqlRead {
  if (sql.length > LONGEST) return unread({ because: 'it is too long', doubt: 'unclear' })
  try {
    const seen: Seen = { uses: [], missing: [], notChecked: new Map(), membersOf }
    readQuery(parseSql(sql), { tables: new Map() }, seen)
    return {
      uses: seen.uses,
      missing: seen.missing,
      isRead: true,
      notChecked: [...seen.notChecked.values()],
    }
  } catch (cause) {
    if (!(cause instanceof NotUnderstood)) throw cause
    const doubt = cause instanceof IsTemplate ? 'template' : 'unclear'
    return unread({ because: cause.message, doubt, place: cause.place })
  }
}

const unread = (why: NotChecked): SqlRead => ({ uses: [], missing: [], isRead: false, notChecked: [why] })

interface Seen {
  readonly uses: SqlUse[]
  readonly missing: SqlMiss[]
  readonly notChecked: Map<NotChecked['because'], NotChecked>
  readonly membersOf: MembersOf
}

/** Reports each reason once, at its first place. */
function doubted({ notChecked }: Seen, because: string, doubt: NotChecked['doubt'], { at, length }: InText): void {
  if (!notChecked.has(because)) notChecked.set(because, { because, doubt, place: { at, length } })
}

const across = (first: InText, end: InText): InText => ({ at: first.at, length: end.at + end.length - first.at })

/** The columns of a query in lower case; undefined if we cannot know all of them. */
type Columns = ReadonlySet<string> | undefined

type Rows =
  /** `isItself`: it goes by its own name, not by an alias. */
  | { readonly owner: string; readonly members: ReadonlyMap<string, string>; readonly isItself?: boolean }
  | { readonly owner: undefined; readonly columns: Columns }

interface Scope {
  readonly tables: ReadonlyMap<string, Columns>
  readonly rows?: ReadonlyMap<string, Rows>
  readonly outer?: Scope | undefined
}

/** Names without quotes ignore case. */
const keyOf = ({ text }: Pick<Name, 'text'>): string => text.toLowerCase()
const last = (path: readonly Name[]): Name => path.at(-1) as Name

function readQuery({ tables, selects }: Query, outer: Scope, seen: Seen): Columns {
  const known = new Map(outer.tables)
  for (const { name, columns, query } of tables) {
    // The query may refer to itself.
    if (columns) known.set(keyOf(name), new Set(columns.map(keyOf)))
    else known.set(keyOf(name), undefined)
    const given = readQuery(query, { ...outer, tables: known }, seen)
    known.set(keyOf(name), columns ? new Set(columns.map(keyOf)) : given)
  }
  const scope: Scope = { ...outer, tables: known }
  const given = selects.map((each) =>
    'outputs' in each ? readSelect(each, scope, seen) : readQuery(each, scope, seen),
  )
  return given[0]
}

function readSelect({ outputs, sources, references, inner }: Select, outer: Scope, seen: Seen): Columns {
  const rows = new Map<string, Rows>()
  const scope: Scope = { tables: outer.tables, rows, outer }
  for (const source of sources) {
    const name = source.alias ?? (source.kind === 'table' ? last(source.path) : undefined)
    const own = rowsOf(source, scope, seen)
    const renamed =
      source.columns && own.owner === undefined ? { ...own, columns: new Set(source.columns.map(keyOf)) } : own
    const named = renamed.owner === undefined ? renamed : { ...renamed, isItself: !source.alias }
    rows.set(name ? keyOf(name) : ` ${rows.size}`, source.columns && own.owner !== undefined ? OPEN : named)
  }
  const aliases = new Set(outputs.flatMap((output) => ('name' in output && output.name ? [keyOf(output.name)] : [])))
  const columnsAt = new Set(outputs.flatMap((output) => ('name' in output && output.name ? [output.name.at] : [])))
  for (const reference of references) resolve(reference, scope, aliases, columnsAt, seen)
  for (const query of inner) readQuery(query, scope, seen)
  const starred = outputs.map((output) => ('name' in output ? [] : rowsIn(output, rows, seen)))
  const given = new Set<string>()
  for (const [index, output] of outputs.entries()) {
    if ('name' in output) {
      if (!output.name) return undefined
      given.add(keyOf(output.name))
      continue
    }
    for (const each of starred[index] ?? []) {
      const columns = namesIn(each)
      if (!columns) return undefined
      for (const column of columns) given.add(column)
    }
  }
  return given
}

/** The rows that a `*` stands for. It uses all their members. */
function rowsIn(
  { allOf, star: { at, length } }: Extract<Output, { allOf: unknown }>,
  rows: ReadonlyMap<string, Rows>,
  seen: Seen,
): readonly Rows[] {
  const all = allOf === 'everything' ? [...rows.values()] : [rowsNamed(allOf, rows.get(keyOf(allOf)), seen)]
  for (const each of all)
    for (const member of each.owner === undefined ? [] : each.members.values())
      seen.uses.push({ name: `${each.owner}.${member}`, at, length, as: 'all' })
  return all
}

const OPEN: Rows = { owner: undefined, columns: undefined }

function rowsOf(source: Select['sources'][number], scope: Scope, seen: Seen): Rows {
  switch (source.kind) {
    case 'function':
      return OPEN
    case 'query':
      return { owner: undefined, columns: readQuery(source.query, scope, seen) }
    case 'table': {
      const name = last(source.path)
      if (source.path.length === 1 && scope.tables.has(keyOf(name)))
        return { owner: undefined, columns: scope.tables.get(keyOf(name)) }
      const [schema] = source.path.slice(0, -1)
      if (!schema || keyOf(schema) === 'public') return ownerRows(name, seen)
      doubted(seen, `"${schema.text}.${name.text}" is not a cube or view`, 'outside', across(schema, name))
      return OPEN
    }
  }
}

function ownerRows(name: Name, seen: Seen): Rows {
  const { text, at, length } = name
  const owner = seen.membersOf(text) ? text : seen.membersOf(text.toLowerCase()) ? text.toLowerCase() : undefined
  const members = owner === undefined ? undefined : seen.membersOf(owner)
  if (owner !== undefined && members) {
    seen.uses.push({ name: owner, at, length })
    return { owner, members: new Map([...members].map((member) => [member.toLowerCase(), member])) }
  }
  seen.missing.push({ name: text, at, length, message: `the data model has no cube or view "${text}"` })
  return OPEN
}

function missingRows({ text, at, length }: Name, seen: Seen): Rows {
  seen.missing.push({ name: text, at, length, message: `FROM has no "${text}"` })
  return OPEN
}

const namesIn = (rows: Rows): Iterable<string> | undefined =>
  rows.owner === undefined ? rows.columns : rows.members.keys()

/** The rows that a name means, alone or before a dot. */
function rowsNamed(name: Name, rows: Rows | undefined, seen: Seen): Rows {
  if (!rows) return missingRows(name, seen)
  if (rows.owner !== undefined && rows.isItself) seen.uses.push({ name: rows.owner, at: name.at, length: name.length })
  return rows
}

function resolve(
  { parts, seesAliases, isShared }: Reference,
  scope: Scope,
  aliases: ReadonlySet<string>,
  columnsAt: ReadonlySet<number>,
  seen: Seen,
): void {
  const [first, second] = parts as [Name, Name?]
  if (parts.length > 2) {
    const owner = findRows(first, scope)
    const whole = parts.map(({ text }) => text).join('.')
    if (owner === undefined) doubted(seen, `"${whole}" has a schema`, 'unclear', across(first, last(parts)))
    return
  }
  if (second) {
    const rows = rowsNamed(first, findRows(first, scope), seen)
    if (second.text !== '*') resolveIn(rows, second, first.text, seen, columnsAt.has(second.at) ? 'column' : undefined)
    return
  }
  if (first.text.startsWith('__') || (seesAliases && aliases.has(keyOf(first)))) return
  let isOpen = false
  const near: Rows[] = []
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    if (!at.rows) continue
    const itself = at.rows.get(keyOf(first))
    if (itself) {
      rowsNamed(first, itself, seen)
      return
    }
    for (const rows of at.rows.values()) {
      if (has(rows, first)) {
        resolveIn(rows, first, '', seen, isShared ? 'join' : columnsAt.has(first.at) ? 'column' : undefined)
        return
      }
      if (namesIn(rows) === undefined) isOpen = true
      near.push(rows)
    }
  }
  if (isOpen) doubted(seen, `nobody knows where "${first.text}" comes from`, 'unclear', first)
  else seen.missing.push(missOf(first, near))
}

function missOf({ text, at, length }: Name, rows: readonly Rows[]): SqlMiss {
  const owners = rows.flatMap(({ owner }) => owner ?? [])
  const [owner] = owners
  if (owner !== undefined && rows.length === 1) {
    const name = `${owner}.${text}`
    return { name, at, length, message: `the data model has no member "${name}"` }
  }
  const where = owners.length > 0 ? `neither ${owners.map((each) => `"${each}"`).join(' nor ')} nor FROM` : 'FROM'
  const said = owners.length > 0 ? `${where} has a column "${text}"` : `${where} has no column "${text}"`
  return { name: text, at, length, message: said }
}

function findRows(name: Name, scope: Scope): Rows | undefined {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const rows = at.rows?.get(keyOf(name))
    if (rows) return rows
  }
  return undefined
}

const has = (rows: Rows, name: Name): boolean =>
  rows.owner === undefined ? rows.columns?.has(keyOf(name)) === true : rows.members.has(keyOf(name))

function resolveIn(
  rows: Rows,
  { text, isQuoted, at, length }: Name,
  alias: string,
  seen: Seen,
  as?: SqlUse['as'],
): void {
  if (text.startsWith('__')) return
  if (rows.owner === undefined) {
    if (rows.columns === undefined) doubted(seen, `nobody knows the columns of "${alias}"`, 'unclear', { at, length })
    else if (!rows.columns.has(text.toLowerCase()))
      seen.missing.push({ name: text, at, length, message: `"${alias}" has no column "${text}"` })
    return
  }
  const member = rows.members.get(text.toLowerCase())
  const isThere = member !== undefined && (!isQuoted || member === text)
  const name = `${rows.owner}.${isThere ? member : text}`
  if (isThere) seen.uses.push({ name, at, length, ...(as && { as }) })
  else seen.missing.push({ name, at, length, message: `the data model has no member "${name}"` })
}
