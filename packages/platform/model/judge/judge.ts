import { isMap, itemsOf, type Path } from '@boardwright/common'
import { joinsIn, reachesBy } from '../catalog.ts'
import { type Fields, textOf } from '../fields.ts'
import { CUBE, FILE, VIEW } from '../format/owners.ts'
import { type Owner, ownersIn, wholesOf } from '../whole.ts'
import { cubeFaults } from './cubes.ts'
import { type Fault, insteadOf, type Told } from './fault.ts'
import { mayBe, type Scope } from './references.ts'
import { twice, valueFaults } from './shape.ts'
import { type Unseen, unseenBehind } from './unseen.ts'
import { viewFaults } from './views.ts'

interface File {
  readonly file: string
  readonly value: unknown
}

export interface Judged {
  /** What the platform refuses. */
  readonly faults: readonly Fault[]
  readonly unseen: Unseen
}

/**
 * Judges the files of a data model that are plain YAML. If these are not all of them, what seems to be missing may be
 * defined in the others.
 */
export function judgeModel(files: readonly File[], areAllRead: boolean): Judged {
  const tops = files.flatMap(topFaults)
  const owners = ownersIn(files)
  const shapes = owners.map((owner) => ({ owner, faults: shapeFaults(owner) }))
  const broken = new Set(
    shapes.flatMap(({ owner, faults }) => (faults.some(({ warning }) => !warning) ? [owner.name] : [])),
  )
  const sound = wholesOf(broken.size === 0 ? owners : owners.filter(({ name }) => !broken.has(name)))
  // A list of a wrong shape hides what is in it, and a wrong name what it was meant to be: nobody can tell what is missing.
  const isHiding = tops.length > 0 || shapes.some(({ owner, faults }) => faults.some(isOfName(owner)))
  const scope: Scope = { ...sound, broken, isOpen: !areAllRead || isHiding, reaches: reachesBy(joinsIn(sound)) }
  const faults = [
    ...tops,
    ...shapes.flatMap((each) => each.faults),
    ...twiceNamed(owners),
    ...[...sound.cubes.values()].flatMap((cube) => cubeFaults(scope, cube)),
    ...[...sound.views.values()].flatMap((view) => viewFaults(scope, view)),
    ...files.flatMap((file) => groupFaults(scope, file)),
  ]
  return { faults, unseen: unseenBehind(faults, owners, areAllRead) }
}

const isOfName =
  ({ path }: Owner) =>
  (fault: Fault): boolean =>
    fault.path.length <= path.length + 1 && (fault.path.length === path.length || fault.path.at(-1) === 'name')

const SHAPES = { cube: CUBE, view: VIEW }

const shapeFaults = ({ kind, body, path, file }: Owner): Fault[] =>
  valueFaults(SHAPES[kind], body, path).map((told) => ({ ...told, file }))

/** A key that does not belong at the top mostly belongs one level deeper. */
const stepAtTop = (key: string): string => {
  const list = Object.hasOwn(CUBE.keys, key) ? 'cubes' : Object.hasOwn(VIEW.keys, key) ? 'views' : undefined
  return list === undefined
    ? insteadOf(key, Object.keys(FILE), 'Take it out.')
    : `Put it into an entry of \`${list}:\`, below its \`- name:\` and indented like that.`
}

function topFaults({ file, value }: File): Fault[] {
  if (value === null || value === undefined) return []
  const hint = 'Begin with `cubes:` or `views:`.'
  if (!isMap(value)) return [{ file, path: [], message: 'a file of a data model holds cubes and views', hint }]
  return Object.entries(value).flatMap(([key, list]): Fault[] => {
    const known = FILE[key]
    if (!known) {
      const message = `"${key}" is not a key of a file of a data model`
      return [{ file, path: [key], isKey: true, message, hint: stepAtTop(key) }]
    }
    if (list === null || (Array.isArray(list) && list.every(isMap)))
      return key === 'view_groups' ? valueFaults(known, list, [key]).map((told: Told) => ({ ...told, file })) : []
    const step = 'Write a list whose maps each begin with "- name:".'
    return [{ file, path: [key], message: `"${key}" must be a list of maps`, hint: step }]
  })
}

function twiceNamed(owners: readonly Owner[]): Fault[] {
  const seen = new Set<string>()
  return owners.flatMap(({ name, file, path }): Fault[] => {
    const isTwice = seen.has(name)
    seen.add(name)
    return isTwice ? [{ ...twice(name, path), file }] : []
  })
}

/** Views that a group has, and that are not there. */
const groupFaults = (scope: Scope, { file, value }: File): Fault[] =>
  itemsOf(isMap(value) ? value['view_groups'] : undefined).flatMap(([group, index]) =>
    viewsOf(group, ['view_groups', index]).flatMap(([name, path]): Fault[] => {
      if (scope.views.has(name) || mayBe(scope, name)) return []
      const message = `the group "${textOf(group['name'])}" has the view "${name}", which is not there`
      return [{ file, path, message, hint: insteadOf(name, scope.views.keys(), 'Take it out.') }]
    }),
  )

const viewsOf = (group: Fields, path: Path): [string, Path][] =>
  ['views', 'includes'].flatMap((key) => {
    const all: readonly unknown[] = Array.isArray(group[key]) ? group[key] : []
    return all.flatMap((each, index): [string, Path][] => {
      const at = [...path, key, index]
      return typeof each === 'string' ? [[each, at]] : isMap(each) ? viewsOf(each, at) : []
    })
  })
