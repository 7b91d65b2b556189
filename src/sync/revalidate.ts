import type { Shard } from '../config/targets.ts'
import { areaOf, namingAbove, reportsOf } from '../serialize/areas.ts'
import type { TreeFiles } from '../serialize/documents.ts'
import { directoryOf, workbookDirectories } from '../serialize/layout.ts'
import { readYaml } from '../serialize/yaml/read.ts'
import { digestFiles, digestText, type TreeDigests } from '../workspace/digests.ts'
import { lookAt, namesIn } from '../workspace/looks.ts'
import { remember } from '../workspace/remembered.ts'
import { readFiles } from '../workspace/tree.ts'
import type { Project } from './project.ts'
import { type Facts, inOrder, type Validation, validateWithFacts } from './validate.ts'
import {
  changesSince,
  type Remembered,
  readFramed,
  recallMembers,
  rememberDirectories,
  rememberMembers,
  VALIDATED,
} from './validated.ts'

interface Run {
  readonly root: string
  readonly context: string
  readonly today: string
  readonly target: string | undefined
  readonly shard?: Shard | undefined
}

interface Result extends Validation {
  readonly files: TreeFiles
}

export async function validateAll({ root, context, today, target, shard }: Run): Promise<Result> {
  const { openProject } = await import('./project.ts')
  const looks = lookAt(root)
  const project = await openProject(root, today)
  const { validation, facts, members, ids } = validateWithFacts(project, { pattern: target, shard })
  await project.saveCache()
  const workbooks = workbookDirectories(project.files.keys())
  const area = (directory: string): string => areaOf(directory, workbooks)
  await remember(root, VALIDATED, {
    context,
    config: project.config,
    members: rememberMembers(members),
    directories: rememberDirectories(digestFiles(project.files, looks), area),
    facts: digestFacts(facts, area),
    ids: [...ids],
    validation,
  } satisfies Remembered)
  return { ...validation, files: project.files }
}

/**
 * Validates the areas that changed alone, with the names of what is above them, and takes the rest from the last
 * time. That says the same as validating everything, as long as the changed documents say the same to all others: they
 * hold the same objects in the same files and use the same variables. Where they do not, and where anything is an error
 * (another area may be the reason), it is undefined.
 */
export async function validateChanges(
  { root, context, target, shard }: Run,
  before: Remembered,
  seen: TreeDigests,
  changed: ReadonlySet<string>,
): Promise<Result | undefined> {
  const all = Object.entries(before.directories)
  const areaAt = (directory: string): string => before.directories[directory]?.[0] ?? ''
  const wanted = all.filter(([, [area]]) => changed.has(area))
  const reports = new Set([...changed].map(reportsOf))
  const isNamedAbove = namingAbove(changed)
  const paths = [...seen].flatMap(([directory, { files }]) => {
    const area = areaAt(directory)
    const isInside = changed.has(area) || reports.has(area)
    if (!isInside && !isNamedAbove(`${directory}/folder.yaml`)) return []
    const all = namesIn(files).map((name) => `${directory}/${name}`)
    return isInside ? all : all.filter(isNamedAbove)
  })
  const files = await readFiles(root, paths.sort())
  const inOwn = new Map([...files].filter(([file]) => changed.has(areaAt(directoryOf(file)))))
  const now = digestFiles(inOwn, new Map([...seen].filter(([directory]) => changed.has(areaAt(directory)))))
  if (changesSince({ ...before, directories: Object.fromEntries(wanted) }, now) === undefined) return undefined

  const { validation, facts } = validateWithFacts(partOf(root, files, before), {
    ...{ pattern: target, shard, members: recallMembers(before.members), ids: new Set(before.ids) },
  })
  const isChanged = (file: string): boolean => changed.has(areaAt(directoryOf(file)))
  const found = validation.problems.filter(({ at }) => isChanged(at.file))
  if (found.some(({ warning }) => !warning)) return undefined
  const said = digestFacts(facts, areaAt)
  if ([...changed].some((area) => said[area] !== before.facts[area])) return undefined

  const rest = before.validation.problems.filter(({ at }) => !isChanged(at.file))
  const after = { ...before.validation, problems: inOrder([...rest, ...found]) }
  await remember(root, VALIDATED, {
    ...before,
    context,
    directories: rememberDirectories(new Map([...seen, ...now]), areaAt),
    validation: after,
  })
  return { ...after, files: new Map([...files, ...(await readFramed(root, after.problems))]) }
}

/** As much of a project as these files are. Which variables nothing uses cannot be seen there. */
const partOf = (root: string, files: TreeFiles, { config }: Remembered): Project => ({
  root,
  files,
  config: config && { ...config, targets: config.targets.map((target) => ({ ...target, variablesAt: new Map() })) },
  problems: [],
  readYaml,
  saveCache: async () => {},
})

function digestFacts(facts: Facts, areaOf: (directory: string) => string): Record<string, string> {
  const byArea = new Map<string, string[]>()
  for (const [file, own] of facts) {
    const area = areaOf(directoryOf(file))
    const known = byArea.get(area) ?? []
    for (const fact of own) known.push(`${file} ${fact}`)
    byArea.set(area, known)
  }
  return Object.fromEntries([...byArea].map(([area, all]) => [area, digestText(all.sort().join('\n'))]))
}
