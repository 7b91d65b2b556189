import { isMap, itemsOf, type Path } from '@boardwright/common'
import { textOf } from '../fields.ts'
import { cubeOf, type Item, itemsIn, levelsShown, type Owner, shownBy, type Whole } from '../whole.ts'
import { baseFaults, foreignLevels } from './cubes.ts'
import { type Fault, insteadOf, type Told } from './fault.ts'
import { isOpenEnded, mayBe, notJoined, publicMembers, type Scope } from './references.ts'

/** What a view shows: by name, the member behind it, and what it is. */
type Shown = Map<string, { readonly from: string; readonly list: string }>

export function viewFaults(scope: Scope, view: Whole): Fault[] {
  const { owner, parts } = view
  const shown: Shown = new Map()
  let seesAll = view.end === undefined
  // A view that extends another one shows that view's members first.
  const found = parts.flatMap((part): Told[] => {
    const cube = scope.cubes.get(cubeOf(part.body))
    const faults = [...pathFaults(scope, part), ...(cube ? partFaults(scope, owner, part, cube, shown) : [])]
    seesAll &&= cube !== undefined && !isOpenEnded(scope, cube)
    return part.owner === owner ? faults : []
  })
  const folders = [...owner.path, 'folders']
  const told = [
    ...found,
    ...severalPaths(view),
    ...(seesAll ? folderFaults(owner.body['folders'], folders, shown) : []),
    ...(seesAll ? defaultFilterFaults(owner, shown) : []),
    ...ownMemberFaults(owner),
    ...foreignLevels(owner),
  ]
  return [...baseFaults(scope, view), ...told.map((fault) => ({ ...fault, file: owner.file }))]
}

function pathFaults(scope: Scope, { body, path }: Item): Told[] {
  const names = textOf(body['join_path']).split('.')
  const gap = names.findIndex((name, index) => {
    const before = names[index - 1]
    return !scope.cubes.has(name) || (before !== undefined && !scope.reaches(before, name))
  })
  const [before, name = ''] = [names[gap - 1], names[gap]]
  if (gap < 0 || mayBe(scope, name)) return []
  const place = { path: [...path, 'join_path'], word: name }
  if (scope.cubes.has(name))
    return scope.broken.size > 0 ? [] : [{ ...place, ...notJoined(before ?? '', name), warning: true }]
  const hint = insteadOf(name, scope.cubes.keys(), 'Name a cube that exists, or take this part out.')
  return [{ ...place, message: `there is no cube "${name}"`, hint, lacks: name }]
}

/** Also adds to `shown` what the view shows of the cube. */
function partFaults(scope: Scope, view: Owner, part: Item, cube: Whole, shown: Shown): Told[] {
  const excludes: unknown[] = Array.isArray(part.body['excludes']) ? part.body['excludes'] : []
  const { name: of } = cube.owner
  const listed = [...shownBy(part, cube.members.keys()), ...levelsShown(part, cube.members)]
  const hidesMore = isOpenEnded(scope, cube)
  const used = new Set(listed.map(({ source }) => source))
  const free = [...cube.members.keys()].filter((name) => !used.has(name))
  const isSplit = part.body['split'] === true
  const own: Shown = isSplit ? new Map() : shown
  return [
    ...listed.flatMap(({ source, name, path: place }): Told[] => {
      const member = cube.members.get(source)
      if (!member && !hidesMore) {
        const message = `the view "${view.name}" includes "${source}", which the cube "${of}" does not have`
        return [{ path: place, message, hint: insteadOfIncluded(source, free, cube), lacks: `${of}.${source}` }]
      }
      const before = own.get(name)
      own.set(name, { from: `${of}.${source}`, list: member?.kind ?? '' })
      if (!before) return []
      const hint = 'Exclude it in one of the two parts, or give it an alias there: `{name: ..., alias: ...}`.'
      const told: Told = { path: place, message: `the view "${view.name}" shows two members as "${name}"`, hint }
      const isSame = !isSplit && (before.from === `${of}.${source}` || before.list !== member?.kind)
      return [isSame ? { ...told, warning: true } : told]
    }),
    ...excludes.flatMap((name, index): Told[] => {
      if (typeof name !== 'string' || cube.members.has(name) || hidesMore) return []
      const message = `the view "${view.name}" excludes "${name}", which the cube "${of}" does not have`
      const hint = insteadOf(name, cube.members.keys(), 'Take it out.', publicMembers(cube))
      const place = { path: [...part.path, 'excludes', index], message, hint, lacks: `${of}.${name}` }
      return [name.includes('.') ? place : { ...place, warning: true }]
    }),
  ]
}

function insteadOfIncluded(name: string, free: readonly string[], cube: Whole): string {
  const offered = publicMembers(cube).filter((each) => free.includes(each))
  return insteadOf(name, free, `Write the name that it has in "${cube.owner.name}" now, or take it out.`, offered)
}

/** From one cube on, there is one way to each other one. */
function severalPaths({ owner, parts }: Whole): Told[] {
  const ways = new Map<string, string>()
  return parts.flatMap((part): Told[] => {
    const names = textOf(part.body['join_path']).split('.')
    return names.flatMap((name, index): Told[] => {
      const [key, way] = [`${names[0]} ${name}`, names.slice(0, index + 1).join('.')]
      const before = ways.get(key) ?? way
      ways.set(key, before)
      if (before === way || part.owner !== owner) return []
      const message = `the view "${owner.name}" reaches "${name}" as ${before} and as ${way}`
      const hint = `Let another cube extend "${name}", and join that.`
      return [{ path: [...part.path, 'join_path'], word: name, message, hint }]
    })
  })
}

function folderFaults(folders: unknown, path: Path, shown: Shown): Told[] {
  const names = new Set<unknown>()
  return itemsOf(folders).flatMap(([folder, index]) => {
    const isTwice = names.has(folder['name'])
    names.add(folder['name'])
    const includes: unknown[] = Array.isArray(folder['includes']) ? folder['includes'] : []
    const at = [...path, index]
    const unknown = includes.flatMap((each, place): Told[] => {
      if (typeof each !== 'string' || shown.has(each)) return []
      const message = `the folder "${textOf(folder['name'])}" includes "${each}", which the view does not show`
      return [{ path: [...at, 'includes', place], message, hint: insteadOf(each, shown.keys(), 'Take it out.') }]
    })
    const twice = `the name "${textOf(folder['name'])}" is used twice`
    return [
      ...(isTwice && path.length === 3
        ? [{ path: [...at, 'name'], message: twice, hint: 'Put the two together.' }]
        : []),
      ...unknown,
      ...folderFaults(
        includes.filter((each) => isMap(each) && 'name' in each),
        [...at, 'includes'],
        shown,
      ),
    ]
  })
}

function defaultFilterFaults(view: Owner, shown: Shown): Told[] {
  const froms = new Set([...shown.values()].map(({ from }) => from))
  const isKnown = (name: string): boolean => {
    const [owner, member = ''] = name.split('.')
    return name.includes('.') ? (owner === view.name ? shown.has(member) : froms.has(name)) : shown.has(name)
  }
  return itemsIn({ ...view }, 'default_filters').flatMap(({ body, path }) => {
    const { member, unless } = body
    const lists = [
      [member, [...path, 'member']] as const,
      ...(Array.isArray(unless) ? unless : [unless]).map((each: unknown) => [each, [...path, 'unless']] as const),
    ]
    return lists.flatMap(([name, place]): Told[] => {
      if (name === undefined || isKnown(String(name).replace(/^\{(.*)\}$/, '$1'))) return []
      const message = `the view "${view.name}" filters by "${String(name)}", which it does not show`
      return [{ path: place, message, hint: insteadOf(String(name), shown.keys(), 'Name a member of the view.') }]
    })
  })
}

/** A view may repeat members of cubes under other names; it has no columns. */
function ownMemberFaults(view: Owner): Told[] {
  return ['measures', 'dimensions', 'segments'].flatMap((list) =>
    itemsIn(view, list).flatMap(({ name, body, path }): Told[] => {
      const sql = textOf(body['sql'])
      const isOfCubes = /\{/.test(sql) && !/\{\s*(?:CUBE|TABLE)\s*\}/.test(sql)
      if (isOfCubes || body['multi_stage'] === true || body['type'] === 'switch') return []
      const message = `the view "${view.name}" defines "${name}" itself`
      return [{ path: [...path, 'name'], message, hint: 'Move it into a cube, and include it.' }]
    }),
  )
}
