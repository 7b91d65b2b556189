import { isMap, itemsOf, type Path } from '@boardwright/common'
import { type Fields, textOf } from '../fields.ts'
import { cubeOf, MEMBER_LISTS, type Owner } from '../whole.ts'
import type { Fault } from './fault.ts'

/** What nobody sees of a data model: behind a file that cannot be read, or a definition that is refused. */
export interface Unseen {
  /** There may be more cubes and views. */
  readonly more: boolean
  /** There may be more joins. */
  readonly joins: boolean
  /** These cubes and views may have more members. */
  readonly owners: ReadonlySet<string>
  /** Of these only the names are sure, as in `orders.count`: in the cube that defines them. */
  readonly members: ReadonlySet<string>
}

export function unseenBehind(faults: readonly Fault[], owners: readonly Owner[], areAllRead: boolean): Unseen {
  const hidden = faults.flatMap((fault) => (fault.warning ? [] : hiddenBy(fault, owners)))
  const namesOf = (wanted: Hidden['what']): Set<string> =>
    new Set(hidden.flatMap(({ what, name }) => (what === wanted ? [name] : [])))
  const more = !areAllRead || namesOf('more').size > 0
  const open = withUsers(namesOf('owner'), owners, more)
  const splitsOff = ({ name, body }: Owner): boolean =>
    open.has(name) && itemsOf(body['cubes']).some(([part]) => part['split'] === true)
  return {
    ...{ more: more || owners.some(splitsOff), joins: more || namesOf('joins').size > 0 },
    ...{ owners: open, members: namesOf('member') },
  }
}

interface Hidden {
  readonly what: 'more' | 'joins' | 'owner' | 'member'
  readonly name: string
}

/** Where these are refused, nobody knows which members there are. */
const LEADING: ReadonlySet<unknown> = new Set([...MEMBER_LISTS, 'cubes', 'extends'])

function hiddenBy({ file, path, isKey }: Fault, owners: readonly Owner[]): Hidden[] {
  if (path[0] === 'view_groups') return []
  const owner = owners.find((each) => each.file === file && each.path.every((step, index) => step === path[index]))
  const [key, index, part] = path.slice(owner?.path.length)
  if (!owner || key === undefined || key === 'name') return [{ what: 'more', name: '' }]
  const { name } = owner
  const all: Hidden = { what: 'owner', name }
  if (key === 'joins') return [{ what: 'joins', name }]
  // A list may be meant by a key that is not known: of members, or of joins.
  if (isKey && index === undefined) return [all, { what: 'joins', name }]
  if (!LEADING.has(key)) return []
  const member = part === undefined || part === 'name' ? '' : memberAt(owner.body, key, index)
  return [member === '' ? all : { what: 'member', name: `${name}.${member}` }]
}

function memberAt(body: Fields, list: Path[number], index: Path[number] | undefined): string {
  const items = list === 'cubes' ? undefined : body[list]
  const item: unknown = Array.isArray(items) ? items[Number(index)] : undefined
  return isMap(item) ? textOf(item['name']) : ''
}

/** Also those that take their members from what nobody sees. */
function withUsers(open: Set<string>, owners: readonly Owner[], more: boolean): ReadonlySet<string> {
  const known = new Set(owners.map(({ name }) => name))
  const isOpen = (name: string): boolean => open.has(name) || (more && name !== '' && !known.has(name))
  for (let before = -1; before < open.size; ) {
    before = open.size
    for (const owner of owners) if (takenFrom(owner).some(isOpen)) open.add(owner.name)
  }
  return open
}

const takenFrom = ({ body }: Owner): string[] => [
  textOf(body['extends']),
  ...itemsOf(body['cubes']).map(([part]) => cubeOf(part)),
]
