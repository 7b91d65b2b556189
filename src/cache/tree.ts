import { lazy } from '@boardwright/common'
import { digestDirectory, digestText } from '../workspace/digests.ts'
import { type DirectoryLook, type Looks, lookAt, namesJoined } from '../workspace/looks.ts'
import { type UnreadFiles, unreadFiles } from '../workspace/unread.ts'
import { type KnownFacts, openFacts } from './facts.ts'
import { readRemembered, remember } from './store.ts'

/** The files of a project, and what earlier runs found out about the same bytes. Losing that costs only time. */
export interface KnownTree {
  readonly files: UnreadFiles
  readonly looks: Looks
  /** A digest of the files directly in a directory: of its path, and of their names and bytes. */
  readonly digestOf: (directory: string) => string
  /** A digest of all files. */
  readonly digest: () => string
  /** A digest of the paths of all files. */
  readonly paths: () => string
  /** Facts of this name, each about bytes with a digest. They hold in this context, and for this version of the program. */
  readonly facts: <Fact>(name: string, context?: string) => KnownFacts<Fact>
  readonly save: () => Promise<void>
}

export interface OpenTreeOptions {
  readonly now?: number | undefined
  /** Whether files stay in memory once they are read. Otherwise only those of the last few directories do. */
  readonly keepsAll?: boolean | undefined
}

/** Undefined if there is something in the project that a look cannot express. */
export function openKnownTree(root: string, { now, keepsAll }: OpenTreeOptions = {}): KnownTree | undefined {
  const before = recallDirectories(root)
  const looks = lookAt(root, before, now)
  if (!looks) return undefined
  const digests = new Map(
    [...looks].flatMap(([directory, look]): [string, string][] => {
      const known = knownDigest(before.get(directory), look)
      return known === undefined ? [] : [[directory, known]]
    }),
  )
  const files = lazy(() =>
    unreadFiles(root, looks, {
      keepsAll,
      onRead: (directory, read) => void digests.set(directory, digestDirectory(directory, read)),
    }),
  )
  const digestOf = (directory: string): string => {
    const known = digests.get(directory)
    if (known !== undefined) return known
    const [name] = namesJoined(looks.get(directory)?.files ?? '')
    // Reading one file of a directory reads all of them.
    if (name !== undefined) files().get(directory === '' ? name : `${directory}/${name}`)
    return digests.get(directory) ?? digestDirectory(directory, new Map())
  }
  const opened = new Map<string, KnownFacts<unknown>>()
  return {
    ...{ looks, digestOf },
    get files() {
      return files()
    },
    digest: lazy(() => digestText([...looks.keys()].sort().map(digestOf).join('\n'))),
    paths: lazy(() => digestText([...looks].map(([directory, { files }]) => `${directory}\n${files}\n`).join('\n'))),
    facts<Fact>(name: string, context = '') {
      const facts = opened.get(name) ?? openFacts<unknown>(root, name, context)
      opened.set(name, facts)
      return facts as KnownFacts<Fact>
    },
    async save() {
      const all = new Set(digests.values())
      await rememberDirectories(root, looks, before, digests)
      for (const facts of opened.values()) await facts.save(all)
    },
  }
}

/** How a directory looked, and the digest of the files that were in it then; empty if they were not read. */
interface KnownDirectory extends DirectoryLook {
  readonly digest: string
}

const knownDigest = (known: KnownDirectory | undefined, now: DirectoryLook): string | undefined =>
  now.stamp !== '' && known?.stamp === now.stamp && known.files === now.files && known.digest !== ''
    ? known.digest
    : undefined

const DIRECTORIES = 'directories-1'

type Stored = readonly (readonly [directory: string, ...look: [string, string, string, string, string]])[]

function recallDirectories(root: string): ReadonlyMap<string, KnownDirectory> {
  const stored = (readRemembered(root, DIRECTORIES) ?? []) as Stored
  return new Map(
    stored.map(([at, files, directories, own, stamp, digest]) => [at, { files, directories, own, stamp, digest }]),
  )
}

async function rememberDirectories(
  root: string,
  looks: Looks,
  before: ReadonlyMap<string, KnownDirectory>,
  digests: ReadonlyMap<string, string>,
): Promise<void> {
  const isKnown = ([at, look]: readonly [string, DirectoryLook]): boolean => {
    const known = before.get(at)
    const isRead = digests.has(at) && look.stamp !== ''
    return (
      known !== undefined &&
      (look.own === '' || known.own === look.own) &&
      (!isRead || knownDigest(known, look) !== undefined)
    )
  }
  if (looks.size === before.size && [...looks].every(isKnown)) return
  const now: Stored = [...looks].map(([at, { files, directories, own, stamp }]) => [
    ...([at, files, directories, own, stamp] as const),
    digests.get(at) ?? '',
  ])
  await remember(root, DIRECTORIES, now)
}
