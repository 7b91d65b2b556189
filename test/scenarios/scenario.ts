import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readYaml } from '../../packages/common/yaml/read.ts'
import type { Script } from '../../packages/sandbox/control/people.ts'

/**
 * A scenario is a folder: `story.yaml` says what happened, `applied/` and `tree/` hold the tree's files that differ
 * from `start/`, and `expected/` what the command made of them.
 */
const Story = z.strictObject({
  story: z.string(),
  /** Files of `start/` that did not exist when it was last applied. */
  appliedWithout: z.array(z.string()).default([]),
  /** Files that the repo has deleted since. `tree/` holds those that it changed or added. */
  repoDeleted: z.array(z.string()).default([]),
  /** Whether nothing was ever applied to the target. */
  neverApplied: z.boolean().default(false),
  /** What people have done in the UI since, as actions of the sandbox's scripted people. */
  live: z.array(z.unknown()).default([]),
  flags: z.array(z.string()).default([]),
})

export interface Scenario extends Omit<z.output<typeof Story>, 'live'> {
  readonly live: Script['do']
  /** The tree that was last applied. */
  readonly applied: Files
  /** The tree as it was committed. */
  readonly committed: Files
  /** Files that were changed after the commit. */
  readonly uncommitted: Files
  readonly expected: Files
}

/** Path -> text. */
export type Files = Readonly<Record<string, string>>

const HERE = import.meta.dirname

export const scenariosIn = (kind: string): string[] =>
  readdirSync(join(HERE, kind), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

export function readScenario(directory: string): Scenario {
  const { value, problems } = readYaml(
    readFileSync(join(HERE, directory, 'story.yaml'), 'utf8'),
    `${directory}/story.yaml`,
  )
  if (problems.length > 0) throw new Error(`${directory}/story.yaml: ${problems[0]?.message}`)
  const { live, ...story } = Story.parse(value)
  const applied = without({ ...filesIn('start'), ...filesIn(`${directory}/applied`) }, story.appliedWithout)
  const committed = without({ ...applied, ...filesIn(`${directory}/tree`) }, story.repoDeleted)
  return {
    ...story,
    live: live as Script['do'],
    applied,
    committed,
    uncommitted: filesIn(`${directory}/uncommitted`),
    expected: filesIn(`${directory}/expected`),
  }
}

export const expectedDirectory = (directory: string): string => join(HERE, directory, 'expected')

const without = (files: Files, paths: readonly string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)))

export function filesIn(directory: string): Files {
  const root = join(HERE, directory)
  if (!existsSync(root)) return {}
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(paths.map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]).sort())
}
