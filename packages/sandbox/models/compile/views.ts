import { addAll } from '@boardwright/common'
import type { WholeView } from './inherit.ts'
import type { Scope } from './references.ts'
import type { Folder, ViewPart } from './shape.ts'

export function checkView(scope: Scope, view: WholeView): string[] {
  const { name } = view.definition
  const problems: string[] = []
  const members = new Set<string>()
  let seesAll = true

  for (const part of view.parts) {
    const cubeName = lastOf(part.join_path)
    const broken = checkJoinPath(scope, part.join_path.split('.'))
    if (broken !== undefined) problems.push(broken)
    const cube = scope.cubes.get(cubeName)
    if (!cube) {
      seesAll = false
      continue
    }
    for (const { source, shown } of includedNames(part, [...cube.members.keys()])) {
      const member = cube.members.get(source)
      if (!member) problems.push(describeMissing(name, source))
      else if (members.has(shown)) problems.push(describeTwice(name, shown))
      else members.add(shown)
    }
    const dotted = (part.excludes ?? []).filter((exclude) => exclude.includes('.'))
    addAll(
      problems,
      dotted.map((exclude) => `Paths aren't allowed in cube excludes but '${exclude}' provided as exclude member`),
    )
  }
  if (seesAll)
    addAll(
      problems,
      view.folders.flatMap((folder) => checkFolder(folder, members)),
    )
  return [...new Set(problems)].map((problem) => `${name} view: ${problem}`)
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

function checkJoinPath(scope: Scope, path: readonly string[]): string | undefined {
  for (const [index, name] of path.entries()) {
    if (!scope.cubes.has(name)) return scope.mayBeCode(name) ? undefined : `Cube '${name}' doesn't exist`
    const before = path[index - 1]
    if (before !== undefined && !scope.joins.isJoined(before, name)) {
      return scope.hasCode ? undefined : `Can't find join path to join '${before}', '${name}'`
    }
  }
  return undefined
}

function includedNames(part: ViewPart, all: readonly string[]): { source: string; shown: string }[] {
  const prefix = part.prefix ? `${part.alias ?? lastOf(part.join_path)}_` : ''
  const wanted = part.includes === '*' ? all : part.includes
  const excluded = new Set(part.excludes)
  return wanted
    .map((entry) => {
      const source = typeof entry === 'string' ? entry : entry.name
      const alias = typeof entry === 'string' ? source : (entry.alias ?? source)
      return { source, shown: `${prefix}${alias}` }
    })
    .filter(({ source }) => !excluded.has(source))
}

const describeMissing = (view: string, member: string): string =>
  member.includes('.')
    ? `Paths aren't allowed in cube includes but '${member}' provided as include member`
    : `Member '${member}' is included in '${view}' but not defined in any cube`

const describeTwice = (view: string, member: string): string =>
  `Included member '${member}' conflicts with existing member of '${view}'. Please consider excluding this member or assigning it an alias.`

function checkFolder(folder: Folder, members: ReadonlySet<string>): string[] {
  if (folder.includes === '*') return []
  return folder.includes.flatMap((entry) => {
    if (typeof entry !== 'string') return checkFolder(entry, members)
    return members.has(entry) ? [] : [`Member '${entry}' included in folder '${folder.name}' not found`]
  })
}
