import { lazy, oncePer, parseJson, stringifyJson } from '@boardwright/common'
import { sha1Of } from '../content/digest.ts'
import { modelFilesIn } from '../content/entity.ts'
import { DOCUMENTS } from '../content/files.ts'
import type { FreeForm } from '../content/model.ts'
import type { Problem } from '../content/problem.ts'
import { isOfOneDirectory, summariesOf } from '../serialize/document-summary.ts'
import { type DocumentSummary, type Recall, type TreeFiles, wholeDocument } from '../serialize/documents.ts'
import { directoryOf, MODEL } from '../serialize/layout.ts'
import type { ParsedTree } from '../serialize/parse.ts'
import { digestText } from '../workspace/digests.ts'
import { isSetting } from '../workspace/tree.ts'
import { UnreadFiles } from '../workspace/unread.ts'
import { programStamp } from './program-stamp.ts'
import { nameFor, readRemembered, remember } from './store.ts'
import type { KnownTree } from './tree.ts'

interface Target {
  readonly name: string
}

/** What reading a tree found. */
interface ReadTree {
  readonly tree: ParsedTree
  readonly usedIn: ReadonlyMap<string, ReadonlySet<string>>
  /** Documents that depend on others. Nothing is remembered about these. */
  readonly dependent: ReadonlySet<string>
}

/** What each file of a tree said when it was last read. Losing it costs only time. */
export interface FileMemory {
  /** What still holds for the tree of this target; undefined if nothing does. */
  readonly recall: (target: Target) => Recall | undefined
  /** The same for the files of another commit, as far as they equal those of the work tree. */
  readonly within: (then: TreeFiles) => FileMemory | undefined
  /** Whether the data model is the one that was last found to have no problems. */
  readonly isModelSound: (target: Target) => boolean
  /** Notes what reading the tree found, without what has faults: that is read again. */
  readonly keep: (target: Target, read: ReadTree, faults: readonly Problem[]) => void
  readonly save: () => Promise<void>
}

/** What is remembered for one target. */
interface Remembered {
  /** A digest of the program and the settings. Under others, the answers may differ. */
  readonly context: string
  /** A digest of the data model, because reports depend on its members. */
  readonly model: string
  /** Whether the data model has no faults. */
  readonly isModelSound: boolean
  /** The digest of each directory, by path. */
  readonly digests: Readonly<Record<string, string>>
  readonly summaries: Readonly<Record<string, Stored>>
  readonly hashes: Readonly<Record<string, string>>
}

/** What is stored of a document, with its value as JSON text that loses nothing. */
interface Stored {
  readonly kind: DocumentSummary['kind']
  readonly value: string
  readonly digests: DocumentSummary['digests']
  readonly names: DocumentSummary['names']
  readonly uses: DocumentSummary['uses']
}

/** If no more than this share of the documents is new, reading those again is faster than writing everything. */
const FEW = 0.02

const nameOf = ({ name }: Target): string => nameFor('tree-4', name)

/** `settings`: the files from which the configuration was read; `rules`: the commit whose rules hold, if another's do. */
export function createFileMemory(root: string, tree: KnownTree, settings: TreeFiles, rules = ''): FileMemory {
  const asked = [...settings].map(([file, bytes]) => `${file} ${sha1Of(bytes)}`)
  const context = digestText([programStamp(), rules, ...asked].join('\n'))
  const model = lazy(() => {
    const directories = [...tree.looks.keys()].filter((at) => at === MODEL || at.startsWith(`${MODEL}/`))
    return digestText(directories.sort().map(tree.digestOf).join('\n'))
  })
  const known = new Map<string, Remembered | undefined>()
  const kept = new Map<string, () => Remembered | undefined>()

  const recallAll = (target: Target): Remembered | undefined => {
    const name = nameOf(target)
    if (!known.has(name)) {
      const stored = readRemembered(root, name) as Remembered | undefined
      known.set(name, stored?.context === context ? stored : undefined)
    }
    return known.get(name)
  }
  const isUnchanged = ({ digests }: Remembered, file: string): boolean => {
    const directory = directoryOf(file)
    return own(digests, directory) === tree.digestOf(directory)
  }
  /** Parsed once for all trees that contain the document. */
  const summaryIn = oncePer(
    (stored: Stored): DocumentSummary => ({
      ...stored,
      value: parseJson(stored.value) as FreeForm,
    }),
  )
  const recallWhere =
    (isKnown: (directory: string) => boolean): FileMemory['recall'] =>
    (target) => {
      const all = recallAll(target)
      if (!all) return undefined
      const find = <T>(table: Readonly<Record<string, T>>, file: string): T | undefined => {
        const found = own(table, file)
        return found !== undefined && isUnchanged(all, file) && isKnown(directoryOf(file)) ? found : undefined
      }
      return {
        summaryOfFile: (file) => {
          const stored = find(all.summaries, file)
          if (!stored) return undefined
          // Members that it uses may have left the data model.
          return DOCUMENTS[stored.kind].namesMembers && all.model !== model() ? undefined : summaryIn(stored)
        },
        hashOf: (file) => find(all.hashes, file),
      }
    }
  /** Undefined if nothing or very little is new: writing everything takes longer than reading those few files again. */
  const whatToRemember = (
    target: Target,
    { tree: parsed, usedIn, dependent }: ReadTree,
    faults: readonly Problem[],
  ): Remembered | undefined => {
    const { content, sources, dashboards } = parsed
    const faulty = new Set(
      faults.flatMap(({ key }) => (key === undefined ? [] : [sources.get(key), dashboards.get(key)])),
    )
    const left = new Set([...faulty].flatMap((source) => source?.document.file ?? []))
    const isKept = (file: string): boolean => !dependent.has(file) && !left.has(file)
    const isModelSound = faults.every(({ at }) => !at.file.startsWith(`${MODEL}/`))
    const found = [...sources.values(), ...dashboards.values()].filter(({ document }) => isKept(document.file))
    const all = recallAll(target)
    const news = found.filter(({ summary, document }) => !summary && isOfOneDirectory(wholeDocument(document))).length
    const gone = Object.keys(all?.summaries ?? {}).length - found.filter(({ summary }) => summary).length
    if (all?.model === model() && all.isModelSound === isModelSound && Math.max(news, gone) <= found.length * FEW)
      return undefined
    const hashes = modelFilesIn(content).map(({ path, hash }) => [`${MODEL}/${path}`, hash] as const)
    const summaries = [...summariesOf(parsed, usedIn)].filter(
      ([file, { value }]) => isKept(file) && !hasMinusZero(value),
    )
    const directories = new Set([...summaries, ...hashes].map(([file]) => directoryOf(file)))
    return {
      ...{ context, model: model(), isModelSound },
      digests: Object.fromEntries([...directories].map((at) => [at, tree.digestOf(at)])),
      summaries: Object.fromEntries(
        summaries.map(([file, summary]) => [file, { ...summary, value: stringifyJson(summary.value) }]),
      ),
      hashes: Object.fromEntries(hashes),
    }
  }
  const memory: FileMemory = {
    recall: recallWhere(() => true),
    within: (then) => {
      const changed = changedBetween(tree.files, then)
      if ([...changed].some(isSetting)) return undefined
      const directories = new Set([...changed].map(directoryOf))
      return {
        ...memory,
        recall: recallWhere((directory) => !directories.has(directory)),
        isModelSound: () => false,
        keep: () => {},
      }
    },
    isModelSound: (target) => {
      const all = recallAll(target)
      return all?.model === model() && all.isModelSound
    },
    keep: (target, read, faults) => void kept.set(nameOf(target), () => whatToRemember(target, read, faults)),
    save: async () => {
      for (const [name, make] of kept) {
        const remembered = make()
        if (remembered) await remember(root, name, remembered)
      }
      kept.clear()
    },
  }
  return memory
}

/** JSON cannot express -0. */
const hasMinusZero = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(hasMinusZero) : Object.is(value, -0)

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** The paths whose files are not certainly the same on both sides. */
function changedBetween(now: UnreadFiles, then: TreeFiles): Set<string> {
  const all = new Set([...now.keys(), ...then.keys()])
  const readThen = (path: string): unknown => (then instanceof UnreadFiles ? then.readOf(path) : undefined)
  return new Set([...all].filter((path) => now.readOf(path) === undefined || now.readOf(path) !== readThen(path)))
}
