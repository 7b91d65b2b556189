import { lazy, pattern, snake } from '@boardwright/common'
import { createLines, createPlaces, createRanges } from '@boardwright/common/yaml'
import {
  cubeOf,
  type Item,
  isFields,
  itemsIn,
  itemsOf,
  MOST_IN_A_CHAIN,
  type Model,
  type ModelFile,
  type Owner,
  shownBy,
  textOf,
  type Whole,
  wholesOf,
} from '@boardwright/platform/model'
import type { Problem, ValuePath } from '../../content/problem.ts'
import { type Fault, insteadOf } from './fault.ts'
import { isOpen, notJoined, publicMembers, referenceFaults, type SoundModel } from './reference-faults.ts'
import { shapeFaults, twice } from './shape-faults.ts'
import { KEYS } from './words.ts'

/**
 * What the platform would refuse in a data model: files that are not YAML, and if none of it is code or a template, wrong
 * definitions. What seems to be missing may be defined in code.
 */
export function modelFaults(model: Model): Problem[] {
  const notYaml = model.unread.flatMap(({ problems }) => problems)
  const isVisible = model.unread.every(({ what }) => what === 'broken')
  return [...notYaml.map(asFault), ...(isVisible ? definitionFaults(model) : [])]
}

const asFault = (problem: Problem): Problem => ({ ...problem, fault: `model ${problem.at.file} ${problem.message}` })

function definitionFaults({ read, unread, written, wholes }: Model): Problem[] {
  const tops = read.flatMap(topFaults)
  const shapes = written.map((owner) => ({ owner, faults: shapeFaults(owner) }))
  const broken = new Set(
    shapes.flatMap(({ owner, faults }) => (faults.some(({ warning }) => !warning) ? [owner.name] : [])),
  )
  const sound = broken.size === 0 ? wholes : wholesOf(written.filter(({ name }) => !broken.has(name)))
  const faults = [
    ...tops,
    ...shapes.flatMap((each) => each.faults),
    ...twiceNamed(written),
    // A file of a wrong shape hides what is in it, so we cannot tell what is missing.
    ...(tops.length + unread.length > 0 ? [] : namingFaults({ ...sound, broken })),
  ]
  const sources = new Map(read.map(({ file, text }) => [file, sourceOf(file, text)]))
  return faults.map((fault) => placed(fault, sources.get(fault.file) ?? sourceOf(fault.file, '')))
}

const namingFaults = (model: SoundModel): Fault[] => [
  ...[...model.cubes.values()].flatMap((cube) => [
    ...baseFaults(model, cube),
    ...tableFaults(model, cube),
    ...joinFaults(model, cube),
    ...referenceFaults(model, cube),
  ]),
  ...[...model.views.values()].flatMap((view) => [...baseFaults(model, view), ...viewFaults(model, view)]),
]

const TOP_KEYS = ['cubes', 'views']
const { cube: CUBE_KEYS = [], view: VIEW_KEYS = [] } = KEYS

/** A key that does not belong at the top mostly belongs one level deeper. */
const stepAtTop = (key: string): string => {
  const [list] = [...(CUBE_KEYS.includes(key) ? ['cubes'] : []), ...(VIEW_KEYS.includes(key) ? ['views'] : [])]
  return list === undefined
    ? insteadOf(key, TOP_KEYS, 'Take it out.')
    : `Put it into an entry of \`${list}:\`, below its \`- name:\` and indented like that.`
}

function topFaults({ file, value }: ModelFile): Fault[] {
  if (value === null || value === undefined) return []
  const hint = 'Begin with `cubes:` or `views:`.'
  if (!isFields(value)) return [{ file, path: [], message: 'a file of a data model holds cubes and views', hint }]
  return Object.entries(value).flatMap(([key, list]): Fault[] => {
    if (!TOP_KEYS.includes(key)) {
      const message = `"${key}" is not a key of a file of a data model`
      return [{ file, path: [key], isKey: true, message, hint: stepAtTop(key) }]
    }
    const isList = list === null || (Array.isArray(list) && list.every(isFields))
    return isList
      ? []
      : [
          {
            file,
            path: [key],
            message: `"${key}" must be a list of maps`,
            hint: 'Write a list whose maps each begin with "- name:".',
          },
        ]
  })
}

const twiceNamed = (owners: readonly Owner[]): Fault[] =>
  owners.flatMap(({ name, file, path }, index) =>
    owners.findIndex((each) => each.name === name) < index ? [{ ...twice(name, path), file }] : [],
  )

function baseFaults({ cubes, views, broken }: SoundModel, { owner, chain, end }: Whole): Fault[] {
  const base = textOf(owner.body['extends'])
  if (base === '' || broken.has(base)) return []
  const all = owner.kind === 'cube' ? cubes : views
  const place = { file: owner.file, path: [...owner.path, 'extends'] }
  const last = chain.at(-1)
  if (!all.has(base)) {
    const hint = insteadOf(base, all.keys(), `Name a ${owner.kind} that exists.`)
    return [{ ...place, message: `there is no ${owner.kind} "${base}" to extend`, hint }]
  }
  if (end?.because === 'length') {
    const hint = 'Let it extend one that is nearer to the first, and repeat the members that it needs.'
    return [{ ...place, message: `"${owner.name}" extends more than ${MOST_IN_A_CHAIN - 1} in a row`, hint }]
  }
  return end?.because === 'circle' && end.name === owner.name
    ? [
        {
          ...place,
          message: `"${owner.name}" extends itself through "${last?.name}"`,
          hint: 'Take one `extends` out.',
        },
      ]
    : []
}

const hasTable = (model: SoundModel, whole: Whole): boolean =>
  isOpen(model, whole) || whole.chain.some(({ body }) => body['sql'] !== undefined || body['sql_table'] !== undefined)

function tableFaults(model: SoundModel, cube: Whole): Fault[] {
  const { name, file, path } = cube.owner
  const hint = 'Add sql_table, the table that it reads, or sql, a query.'
  return hasTable(model, cube)
    ? []
    : [{ file, path: [...path, 'name'], message: `the cube "${name}" reads no table`, hint }]
}

function joinFaults({ cubes, broken }: SoundModel, cube: Whole): Fault[] {
  return itemsIn(cube.owner, 'joins').flatMap(({ owner: { file }, name, path }): Fault[] => {
    const other = cubes.get(name)
    const place = { file, path: [...path, 'name'] }
    if (!other) {
      const hint = insteadOf(name, cubes.keys(), 'Name a cube that exists.')
      return broken.has(name) ? [] : [{ ...place, message: `there is no cube "${name}" to join`, hint }]
    }
    const key = [cube, other].find(lacksKey)
    const message = `the cube "${key?.owner.name}" is joined, but has no primary key`
    const hint = `Add \`primary_key: true\` to the dimension that tells its rows apart.`
    return key ? [{ ...place, message, hint }] : []
  })
}

const COUNTED_TWICE = new Set<unknown>(['sum', 'avg', 'count', 'number'])

function lacksKey({ members }: Whole): boolean {
  const all = [...members.values()]
  const isAdded = all.some(({ kind, body }) => kind === 'measures' && COUNTED_TWICE.has(body['type']))
  return isAdded && !all.some(({ kind, body }) => kind === 'dimensions' && body['primary_key'] === true)
}

function viewFaults(model: SoundModel, { owner, parts }: Whole): Fault[] {
  const { file } = owner
  const shown = new Set<string>()
  let seesAll = true
  // A view that extends another one shows that view's members first.
  const found = parts.flatMap((part): Fault[] => {
    const cube = model.cubes.get(cubeOf(part.body))
    const faults = [...pathFaults(model, part), ...(cube ? partFaults(model, owner, part, cube, shown) : [])]
    seesAll &&= cube !== undefined
    return part.owner === owner ? faults.map((fault) => ({ ...fault, file })) : []
  })
  const folders = seesAll ? folderFaults(owner.body['folders'], [...owner.path, 'folders'], shown) : []
  return [...found, ...folders.map((each) => ({ ...each, file }))]
}

type Told = Omit<Fault, 'file'>

function pathFaults({ cubes, broken }: SoundModel, { body, path }: Item): Told[] {
  const names = textOf(body['join_path']).split('.')
  const gap = names.findIndex((name, index) => {
    const before = names[index - 1]
    return !cubes.has(name) || (before !== undefined && !joins(cubes.get(before), name))
  })
  const [before, name = ''] = [names[gap - 1], names[gap]]
  if (gap < 0 || broken.has(name)) return []
  const place = { path: [...path, 'join_path'], word: name }
  if (cubes.has(name)) return broken.size > 0 ? [] : [{ ...place, ...notJoined(before ?? '', name) }]
  const hint = insteadOf(name, cubes.keys(), 'Name a cube that exists, or take this part out.')
  return [{ ...place, message: `there is no cube "${name}"`, hint, lacks: name }]
}

/** Whether a cube joins another one itself, or by what it extends. */
const joins = (cube: Whole | undefined, other: string): boolean =>
  cube?.joins.some(({ name }) => name === other) === true

/** Also adds to `shown` what the view shows of the cube. */
function partFaults(model: SoundModel, view: Owner, part: Item, cube: Whole, shown: Set<string>): Told[] {
  const excludes: unknown[] = Array.isArray(part.body['excludes']) ? part.body['excludes'] : []
  const { name: of } = cube.owner
  const listed = shownBy(part, cube.members.keys())
  const hidesMore = isOpen(model, cube)
  const used = new Set(listed.map(({ source }) => source))
  const free = [...cube.members.keys()].filter((name) => !used.has(name))
  return [
    ...listed.flatMap(({ source, name, path: place }): Told[] => {
      if (!cube.members.has(source) && !hidesMore) {
        const message = `the view "${view.name}" includes "${source}", which the cube "${of}" does not have`
        return [{ path: place, message, hint: insteadOfIncluded(source, free, cube), lacks: `${of}.${source}` }]
      }
      const isTwice = shown.has(name)
      shown.add(name)
      if (!isTwice) return []
      const hint = 'Exclude it in one of the two parts, or give it an alias there: `{name: ..., alias: ...}`.'
      return [{ path: place, message: `the view "${view.name}" shows two members as "${name}"`, hint }]
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

function folderFaults(folders: unknown, path: ValuePath, shown: ReadonlySet<string>): Told[] {
  return itemsOf(folders).flatMap(([folder, index]) => {
    const includes: unknown[] = Array.isArray(folder['includes']) ? folder['includes'] : []
    const place = [...path, index, 'includes']
    const names = includes.flatMap((each, at): Told[] => {
      if (typeof each !== 'string' || shown.has(each)) return []
      const message = `the folder "${textOf(folder['name'])}" includes "${each}", which the view does not show`
      return [{ path: [...place, at], message, hint: insteadOf(each, shown, 'Take it out.') }]
    })
    return [...names, ...folderFaults(includes, place, shown)]
  })
}

/** In SQL a name is in braces; the same word may come before it without them. */
function placeOf(text: string, word: string): number {
  const braced = pattern()`\{\s*${word}(?![\w.])`.exec(text)
  return braced ? braced.index + braced[0].length - word.length : text.indexOf(word)
}

/** A file, with the lookups that all its faults share. */
type Source = ReturnType<typeof sourceOf>
const sourceOf = (file: string, text: string) => ({
  text,
  placeOf: createPlaces(text, file, snake),
  rangeOf: createRanges(text, snake),
  lines: lazy(() => createLines(text)),
})

function withKeyAsWritten(message: string, path: ValuePath, { text, rangeOf }: Source): string {
  const [from, to] = rangeOf(path, 'key') ?? [0, 0]
  return from === to ? message : message.replace(`"${path.at(-1)}"`, () => `"${text.slice(from, to)}"`)
}

function placed({ file, path, isKey, word, hint, warning, lacks, ...fault }: Fault, source: Source): Problem {
  const place = source.placeOf(path, isKey ? 'key' : 'value')
  const message = isKey ? withKeyAsWritten(fault.message, path, source) : fault.message
  const problem = { kind: 'MODEL_REFUSED', message, hint, fault: `model ${file} ${message}` } as const
  const [from, to] = (word === undefined ? undefined : source.rangeOf(path, 'value')) ?? [0, 0]
  const found = word === undefined ? -1 : placeOf(source.text.slice(from, to), word)
  return {
    ...problem,
    ...(found < 0 ? place : { at: { file, ...source.lines().at(from + found) }, length: word?.length ?? place.length }),
    ...(warning ? { warning } : {}),
    ...(lacks === undefined ? {} : { lacks }),
  }
}
