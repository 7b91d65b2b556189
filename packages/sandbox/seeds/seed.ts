import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { BoardwrightError, JsonError, oncePerKey, parseJson } from '@boardwright/common'
import { packageDirectory } from '@boardwright/common/machine'
import { findProblems } from './check.ts'
import { SeedContent } from './shape.ts'

export type Seed = SeedContent & {
  /** Path from the project root of the data model -> bytes. */
  readonly dataModel: ReadonlyMap<string, Uint8Array>
}
export type SeedFolder = Seed['folders'][number]
export type SeedReport = Seed['reports'][number]
export type SeedWorkbook = Seed['workbooks'][number]

export type SeedName = 'acme' | 'empty'

/** For kinds that a seed has no file for. */
const NOTHING = {
  users: [],
  account: { groups: [], userAttributes: [], userAttributeValues: [], roles: [] },
  folders: [],
  workbooks: [],
  reports: [],
  access: { grants: [], embedTenants: [], embedAccess: [] },
  notifications: [],
} as const satisfies Record<keyof SeedContent, unknown>

/**
 * Seeds stay in `src`: the package ships them beside the built program, so both the sources and the program find them
 * there.
 */
const directoryOf = (name: SeedName): string => join(packageDirectory(), 'packages', 'sandbox', 'seeds', name)

/** Each is read once: nobody changes it. */
export const readSeed = oncePerKey((name: SeedName): Seed => {
  const directory = directoryOf(name)
  const files = readdirSync(directory).filter((file) => file.endsWith('.json'))
  const content = files.map((file) => [basename(file, '.json'), readJson(join(directory, file))])
  return { ...checkSeed(name, { ...NOTHING, ...Object.fromEntries(content) }), dataModel: readDataModel(name) }
})

/** Only the data model, for callers that need nothing else of the seed. */
export const readDataModel = oncePerKey(
  (name: SeedName): ReadonlyMap<string, Uint8Array> => readFilesBelow(join(directoryOf(name), 'data-model')),
)

/** The content of a seed if all of it is valid. Otherwise throws with every problem at once. */
export function checkSeed(name: string, content: unknown): SeedContent {
  const { data, error } = SeedContent.safeParse(content)
  const problems = data
    ? findProblems(data)
    : error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
  if (data && problems.length === 0) return data
  throw broken(name, problems.join('; '))
}

/** In an archive, as Yarn keeps packages, entries with types do not say where they are. */
function readFilesBelow(root: string): ReadonlyMap<string, Uint8Array> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(root, file)).isFile(),
  )
  return new Map(files.map((file) => [file.split(sep).join('/'), readFileSync(join(root, file))] as const).sort())
}

function readJson(file: string): unknown {
  try {
    return parseJson(readFileSync(file, 'utf8'))
  } catch (cause) {
    if (cause instanceof JsonError) throw broken(file, cause.message)
    throw cause
  }
}

const broken = (what: string, problem: string) =>
  new BoardwrightError('INTERNAL', `the seed ${what} is broken: ${problem}`)
