import { isMap, itemsOf, type Path } from '@boardwright/common'
import { type Fields, textOf } from '../fields.ts'
import { referencesIn, sqlTexts } from '../references.ts'
import {
  itemsIn,
  type MemberItem,
  MOST_IN_A_CHAIN,
  NAMED_LISTS,
  type NamedList,
  type Owner,
  ownMembers,
  type Whole,
} from '../whole.ts'
import { bracketFaults } from './brackets.ts'
import { type Fault, insteadOf, type Told } from './fault.ts'
import { isOpenEnded, mayBe, type NamedAt, type Scope, wrongReference } from './references.ts'

/** What is wrong with a cube besides its shape. */
export const cubeFaults = (scope: Scope, cube: Whole): Fault[] => [
  ...baseFaults(scope, cube),
  ...tableFaults(scope, cube),
  ...joinFaults(scope, cube),
  ...doubleNames(cube),
  ...[...referenceFaults(scope, cube), ...bracketFaults(scope, cube)].map((told) => ({
    ...told,
    file: cube.owner.file,
  })),
]

export function baseFaults(scope: Scope, { owner, chain, end }: Whole): Fault[] {
  const base = textOf(owner.body['extends'])
  if (base === '' || mayBe(scope, base)) return []
  const all = owner.kind === 'cube' ? scope.cubes : scope.views
  const place = { file: owner.file, path: [...owner.path, 'extends'] }
  if (!all.has(base)) {
    const hint = insteadOf(base, all.keys(), `Name a ${owner.kind} that exists.`)
    return [{ ...place, message: `there is no ${owner.kind} "${base}" to extend`, hint }]
  }
  if (end?.because === 'length') {
    const hint = 'Let it extend one that is nearer to the first, and repeat the members that it needs.'
    return [{ ...place, message: `"${owner.name}" extends more than ${MOST_IN_A_CHAIN - 1} in a row`, hint }]
  }
  if (end?.because !== 'circle' || end.name !== owner.name) return []
  const message = `"${owner.name}" extends itself through "${chain.at(-1)?.name}"`
  return [{ ...place, message, hint: 'Take one `extends` out.' }]
}

function tableFaults(scope: Scope, cube: Whole): Fault[] {
  const { name, file, path } = cube.owner
  const hasTable = cube.chain.some(({ body }) => body['sql'] !== undefined || body['sql_table'] !== undefined)
  if (hasTable || isOpenEnded(scope, cube)) return []
  const hint = 'Add sql_table, the table that it reads, or sql, a query.'
  return [{ file, path: [...path, 'name'], message: `the cube "${name}" reads no table`, hint }]
}

function joinFaults(scope: Scope, cube: Whole): Fault[] {
  return itemsIn(cube.owner, 'joins').flatMap(({ owner: { file }, name, path }): Fault[] => {
    const other = scope.cubes.get(name)
    const place = { file, path: [...path, 'name'] }
    if (!other) {
      const hint = insteadOf(name, scope.cubes.keys(), 'Name a cube that exists.')
      return mayBe(scope, name) ? [] : [{ ...place, message: `there is no cube "${name}" to join`, hint }]
    }
    const key = [cube, other].find((each) => lacksKey(each) && !isOpenEnded(scope, each))
    const message = `the cube "${key?.owner.name}" is joined, but has no primary key`
    const hint = `Add \`primary_key: true\` to the dimension that tells its rows apart.`
    return key ? [{ ...place, message, hint }] : []
  })
}

const COUNTED_TWICE = new Set<unknown>(['sum', 'avg', 'count', 'number'])

function lacksKey({ members }: Whole): boolean {
  const all = [...members.values()]
  const isAdded = all.some(
    ({ kind, body }) => kind === 'measures' && (COUNTED_TWICE.has(body['type']) || body['sql'] === 'count(*)'),
  )
  return isAdded && !all.some(({ kind, body }) => kind === 'dimensions' && body['primary_key'] === true)
}

/** One name for two sorts of things, also if one of them is inherited. */
function doubleNames({ owner, chain }: Whole): Fault[] {
  const lists = new Map<string, NamedList>()
  const told: Fault[] = []
  for (const at of chain.toReversed()) {
    for (const list of NAMED_LISTS.filter((each) => each !== 'folders')) {
      for (const { name, path } of itemsIn(at, list)) {
        const before = lists.get(name)
        lists.set(name, list)
        if (before === undefined || before === list) continue
        const place = at === owner ? [...path, 'name'] : [...owner.path, 'name']
        const message = `the name "${name}" is used twice`
        told.push({ file: owner.file, path: place, message, hint: 'Rename or remove one of the two.' })
      }
    }
  }
  return told
}

/** Under these keys of a member, others are named without braces, and looked up when the model is compiled. */
const PLAIN = ['drill_members', 'drill_member_references', 'levels', 'key'] as const
const STAGED = ['group_by', 'reduce_by', 'add_group_by'] as const
/** What only queries look up. */
const LATER = ['measures', 'dimensions', 'segments', 'time_dimension', 'rollups'] as const

/** Names in a cube's SQL, joins and lists that do not exist. As a warning, where only a query would find that. */
function referenceFaults(scope: Scope, cube: Whole): Told[] {
  const { body, path } = cube.owner
  const at = (found: readonly NamedAt[], later: boolean): Told[] =>
    found.flatMap(({ name, path: place }) => {
      const wrong = wrongReference(scope, cube, name)
      return wrong ? [{ path: place, word: name, ...wrong, ...(later ? { warning: true as const } : {}) }] : []
    })
  const joins = itemsIn(cube.owner, 'joins').flatMap((join) => inSql(join.body['sql'], [...join.path, 'sql']))
  const aggregates = itemsIn(cube.owner, 'pre_aggregations').flatMap((each) => inLists(LATER, each.body, each.path))
  return [
    ...at(
      ['sql', 'sql_table'].flatMap((key) => inSql(body[key], [...path, key])),
      true,
    ),
    ...at(joins, true),
    ...at(aggregates, true),
    ...ownMembers(cube.owner).flatMap((member) => [
      ...at(lookedUp(member), false),
      ...at(lookedUpLater(member), true),
      ...foreignFaults(scope, cube, member),
      ...levelFaults(cube, member),
    ]),
    ...inheritedFaults(cube),
    ...policyFaults(scope, cube),
  ]
}

const isEvaluated = ({ body }: MemberItem): boolean => body['sub_query'] !== true

function lookedUp(member: MemberItem): NamedAt[] {
  const { body, path } = member
  const staged = body['multi_stage'] === true ? STAGED : []
  const shifts = body['multi_stage'] === true ? itemsOf(body['time_shift']) : []
  return [
    ...(isEvaluated(member) ? inSql(body['sql'], [...path, 'sql']) : []),
    ...inLists([...PLAIN, ...staged], body, path),
    ...shifts.flatMap(([shift, index]) => inLists(['time_dimension'], shift, [...path, 'time_shift', index])),
  ]
}

/** SQL below other keys: of conditions, cases and places. */
const lookedUpLater = (member: MemberItem): NamedAt[] =>
  sqlTexts(member.body, member.path).flatMap(({ text, path }) =>
    path.length === member.path.length + 1 && isEvaluated(member) ? [] : inSql(text, path),
  )

const inSql = (text: unknown, path: Path): NamedAt[] =>
  typeof text === 'string' ? referencesIn(text).map((name) => ({ name, path })) : []

const inLists = (keys: readonly string[], body: Fields, path: Path): NamedAt[] =>
  keys.flatMap((key) => {
    const value = body[key]
    const all: readonly (readonly [unknown, Path])[] = Array.isArray(value)
      ? value.map((name: unknown, index) => [name, [...path, key, index]] as const)
      : [[value, [...path, key]]]
    return all.flatMap(([name, at]) =>
      typeof name === 'string' && !/^\s*\d/.test(name) ? [{ name: bare(name), path: at }] : [],
    )
  })

/** Names stand in braces, or not. */
function bare(name: string): string {
  const text = name.trim()
  return text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1).trim() : text
}

/** A member reads columns of its own table: those of another one belong into a member there. */
function foreignFaults(scope: Scope, { owner }: Whole, member: MemberItem): Told[] {
  if (!isEvaluated(member)) return []
  const path = [...member.path, 'sql']
  return inSql(member.body['sql'], path).flatMap(({ name }): Told[] => {
    if (name === owner.name || !(scope.cubes.has(name) || scope.views.has(name))) return []
    const message = `"${member.name}" reads columns of the cube "${name}"`
    return [{ path, word: name, message, hint: `Add a dimension to "${name}", and name that: {${name}.DIMENSION}.` }]
  })
}

/** A cube that names itself in its SQL names another one in whatever extends it. */
function inheritedFaults({ owner, members }: Whole): Told[] {
  const found = [...members.values()].find(
    (member) =>
      member.owner !== owner &&
      isEvaluated(member) &&
      inSql(member.body['sql'], []).some(({ name }) => name === member.owner.name),
  )
  if (found === undefined) return []
  const base = found.owner.name
  const message = `"${owner.name}" inherits "${found.name}", which reads columns of the cube "${base}"`
  return [{ path: [...owner.path, 'extends'], message, hint: `Write {CUBE} instead of {${base}} in "${base}".` }]
}

function levelFaults({ members }: Whole, { kind, body, path }: MemberItem): Told[] {
  if (kind !== 'hierarchies') return []
  return inLists(['levels'], body, path).flatMap(({ name, path: place }): Told[] => {
    const level = members.get(name.split('.').at(-1) ?? '')
    if (!level || level.kind === 'dimensions') return []
    return [{ path: place, message: `the level "${name}" is not a dimension`, hint: 'Name dimensions only.' }]
  })
}

function policyFaults(scope: Scope, cube: Whole): Told[] {
  const { body, path } = cube.owner
  const filters = policyMembers(body, path).flatMap(({ name, path: place }): Told[] => {
    const wrong = wrongReference(scope, cube, name)
    return wrong ? [{ path: place, word: name, ...wrong }] : []
  })
  return [...filters, ...foreignLevels(cube.owner)]
}

/** The members by which policies filter rows. */
const policyMembers = (body: Fields, path: Path): NamedAt[] =>
  itemsOf(body['access_policy']).flatMap(([policy, index]) => {
    const rows = policy['row_level']
    return isMap(rows) ? filterMembers(rows['filters'], [...path, 'access_policy', index, 'row_level', 'filters']) : []
  })

/** Policies name members of their own cube or view only. */
export const foreignLevels = ({ name: own, body, path }: Owner): Told[] =>
  itemsOf(body['access_policy']).flatMap(([policy, index]) =>
    ['member_level', 'member_masking'].flatMap((level) => {
      const at = [...path, 'access_policy', index, level]
      const lists = policy[level]
      return (isMap(lists) ? inLists(['includes', 'excludes'], lists, at) : []).flatMap(
        ({ name, path: place }): Told[] => {
          const [first] = name.split('.')
          if (!name.includes('.') || first === own) return []
          const message = `a policy of "${own}" names "${name}", which is a member of something else`
          return [{ path: place, message, hint: `Name members of "${own}".` }]
        },
      )
    }),
  )

const filterMembers = (filters: unknown, path: Path): NamedAt[] =>
  itemsOf(filters).flatMap(([filter, index]) => {
    const at = [...path, index]
    const own = bare(textOf(filter['member']))
    return [
      ...(own === '' || /^\d/.test(own) ? [] : [{ name: own, path: [...at, 'member'] }]),
      ...filterMembers(filter['and'], [...at, 'and']),
      ...filterMembers(filter['or'], [...at, 'or']),
    ]
  })
