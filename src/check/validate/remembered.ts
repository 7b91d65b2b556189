import { oncePerKey } from '@boardwright/common'
import { readRemembered, remember } from '../../cache/store.ts'
import type { KnownTree } from '../../cache/tree.ts'
import type { Config } from '../../config/model.ts'
import type { Problem } from '../../content/problem.ts'
import type { KnownMembers, Members } from '../../lint/members.ts'
import type { Around } from '../../rules/facts.ts'
import { RULES_DIRECTORY } from '../../rules/file.ts'
import { baseOf, directoryOf } from '../../serialize/layout.ts'
import { namesJoined } from '../../workspace/looks.ts'
import { type Files, readFiles } from '../../workspace/tree.ts'
import type { Validation } from '../validate.ts'

const VALIDATED = 'validated-10'

/** What a validation found, and the state of the files it read. */
export interface RememberedCheck extends Omit<Stored, 'directories'> {
  readonly directories: ReadonlyMap<string, RememberedDirectory>
}

/** The stored form. It is kept small, because small files load fast, and its lists of pairs become maps directly. */
interface Stored {
  /** Program version, day and question. With another context the answer may differ. */
  readonly context: string
  /** A digest of the paths of all files. */
  readonly paths: string
  readonly config: Config | undefined
  readonly members: RememberedMembers
  /** What rules look up around an object. */
  readonly around: Around
  /** The public ids that the files give to reports. */
  readonly ids: string
  readonly directories: readonly StoredDirectory[]
  readonly validation: Validation
}

export interface RememberedDirectory {
  /** Of the bytes of its files. */
  readonly digest: string
  /** Left out if it is the directory itself. */
  readonly area?: string
  /** Digest of the facts in it that documents in other areas may depend on. */
  readonly facts: string
}

type StoredDirectory = readonly [directory: string, RememberedDirectory]

export function recallValidated(root: string): RememberedCheck | undefined {
  const stored = readRemembered(root, VALIDATED) as Stored | undefined
  return stored && { ...stored, directories: new Map(stored.directories) }
}

export const rememberValidated = (root: string, remembered: RememberedCheck): Promise<void> =>
  remember(root, VALIDATED, { ...remembered, directories: [...remembered.directories] } satisfies Stored)

/** Requires the same files as before, with the same facts. */
export function rememberChanges(
  root: string,
  before: RememberedCheck,
  known: KnownTree,
  validation: Validation,
): Promise<void> {
  const directories = [...before.directories].map(
    ([at, directory]) => [at, { ...directory, digest: known.digestOf(at) }] as const,
  )
  return rememberValidated(root, { ...before, directories: new Map(directories), validation })
}

type RememberedMembers =
  | Extract<Members, { known: false }>
  | {
      readonly known: true
      readonly of: RememberedNames
      readonly facts: EntriesOf<'facts'>
      readonly joins: EntriesOf<'joins'> | undefined
      readonly gone: readonly (readonly [member: string, source: string])[]
      readonly hidden: readonly string[]
      readonly open: readonly string[]
      readonly more: boolean
    }
type EntriesOf<Key extends 'facts' | 'joins'> = readonly (readonly [
  string,
  NonNullable<KnownMembers[Key]> extends ReadonlyMap<string, infer Value> ? Value : never,
])[]
type RememberedNames = readonly (readonly [owner: string, names: readonly string[]])[]

export const rememberMembers = (members: Members): RememberedMembers =>
  members.known
    ? {
        known: true,
        of: [...members.of].map(([owner, names]) => [owner, [...names]]),
        facts: [...members.facts],
        joins: members.joins && [...members.joins],
        gone: [...members.gone],
        hidden: [...members.hidden],
        open: [...members.open],
        more: members.more,
      }
    : members

export const recallMembers = (members: RememberedMembers): Members =>
  members.known
    ? {
        known: true,
        of: new Map(members.of.map(([owner, names]) => [owner, new Set(names)])),
        facts: new Map(members.facts),
        joins: members.joins && new Map(members.joins),
        gone: new Map(members.gone),
        hidden: new Set(members.hidden),
        open: new Set(members.open),
        more: members.more,
      }
    : members

const SPACE = ' '

/** Leaves out ids with spaces, because no text can name them. */
export const rememberIds = (ids: Iterable<string>): string => [...ids].filter((id) => !id.includes(SPACE)).join(SPACE)

/** Splits the text only when asked, because most changes name no id. */
export function recallIds(ids: string): Pick<ReadonlySet<string>, 'has'> {
  let all: ReadonlySet<string> | undefined
  return {
    has(id) {
      all ??= new Set(ids.split(SPACE))
      return all.has(id)
    },
  }
}

/** The digest, the area and the facts of each directory. */
export const rememberDirectories = (
  { looks, digestOf }: KnownTree,
  areaOf: (directory: string) => string,
  facts: ReadonlyMap<string, string>,
): RememberedCheck['directories'] =>
  new Map(
    [...looks.keys()].map((directory) => {
      const area = areaOf(directory)
      const own = { digest: digestOf(directory), facts: facts.get(directory) ?? '' }
      return [directory, area === directory ? own : { ...own, area }]
    }),
  )

/** The areas with changed bytes. Undefined if more has changed than bytes. */
export function changesSince({ paths, directories }: RememberedCheck, now: KnownTree): ReadonlySet<string> | undefined {
  if (paths !== now.paths()) return undefined
  const changed = [...directories].filter(([directory, { digest }]) => now.digestOf(directory) !== digest)
  const areas = new Set(changed.map(([directory, { area = directory }]) => area))
  return areas.has('') ? undefined : areas
}

/** The files of the tree with lines that are shown for problems. */
export const readFramed = (root: string, { looks }: KnownTree, problems: readonly Problem[]): Promise<Files> => {
  const isOfTree = oncePerKey((file: string) =>
    namesJoined(looks.get(directoryOf(file))?.files ?? '').includes(baseOf(file)),
  )
  const framed = problems.filter(({ at }) => at.line !== undefined && isOfTree(at.file))
  return readFiles(root, [...new Set(framed.map(({ at }) => at.file))])
}

/** The files with rules. */
export const ruleFilesIn = ({ looks }: KnownTree): string[] =>
  namesJoined(looks.get(RULES_DIRECTORY)?.files ?? '').map((name) => `${RULES_DIRECTORY}/${name}`)
