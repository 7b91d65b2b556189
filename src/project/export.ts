import { sentIn } from '@boardwright/platform'
import type { Target } from '../config/model.ts'
import { isLeftToSpreadsheet } from '../config/scope.ts'
import { selectTarget } from '../config/targets.ts'
import { counted } from '../content/counted.ts'
import { type Content, countsOf, keysIn, type ObjectCounts, ofKind, placesByKey } from '../content/entity.ts'
import { isKind, kindOf } from '../content/kinds.ts'
import { type Key, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import type { Problem } from '../content/problem.ts'
import type { LiveContent, LiveNote } from '../live/index.ts'
import { gitFacts, isUncommitted } from '../workspace/git.ts'
import { writeTree } from '../workspace/write.ts'
import { changesFrom, type TreeChanges } from './export/changes-from.ts'
import { editedSincePublish, type PlacedOutcome, placeOutcomes, takeFromLive } from './export/take-live.ts'
import { ProblemsFound, type SoundProject } from './local/project.ts'
import { readTreeFor } from './local/render.ts'
import { compareSides } from './plan/inputs.ts'
import { selectObjects } from './select.ts'
import { connect, type ReachOptions } from './target/connect.ts'
import { readLiveSide } from './target/live-side.ts'

export interface ExportOptions extends ReachOptions {
  readonly target?: string | undefined
  readonly select?: readonly string[] | undefined
  readonly takeNew?: boolean | undefined
  readonly drafts?: boolean | undefined
  readonly mirror?: boolean | undefined
  readonly say?: ((text: string) => void) | undefined
  /** Receives the changes, which are then not written to disk. */
  readonly instead?: ((changes: TreeChanges) => void) | undefined
}

export interface Exported {
  readonly target: Target
  /** The user it was read as. */
  readonly caller: LiveContent['caller']
  /** Counts of all live objects, or of those selected. */
  readonly counts: ObjectCounts
  /** How many of them viewers can see. */
  readonly published: { readonly workbook: number }
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** Files that would have changed but have uncommitted changes. */
  readonly uncommitted: readonly string[]
  readonly outcomes: readonly PlacedOutcome[]
  /** How many objects of the tree are live and not managed yet. */
  readonly unmanaged: number
  /** Reports left out because a spreadsheet supplies their data. */
  readonly spreadsheets: number
  readonly problems: readonly Problem[]
  readonly notes: readonly LiveNote[]
  /**
   * Reports edited since they were last published: how many have the edit in the tree now, and how many are still as
   * the repo has them.
   */
  readonly edited: { readonly taken: number; readonly left: number }
  readonly requests: number
  readonly writeRequests: number
}

/** Merges what is live into the tree: three-way, and in place. */
export async function exportTree(project: SoundProject, options: ExportOptions): Promise<Exported> {
  const target = selectTarget(project.config, options.target)
  const local = readTreeFor(project, project.config, target)
  const broken = local.problems.filter(({ warning }) => !warning)
  if (broken.length > 0) throw new ProblemsFound(broken, project.files)

  const client = connect(target, { ...options, readOnly: true })
  try {
    const { tree } = local
    const read = await readLiveSide(client, target, local, options)
    const { live, all, places, inScope } = read
    const select = options.select ?? []
    const selected = selectObjects(select, all, places)
    const edited = editedSincePublish(live)
    const { say } = options
    say?.(`Comparing ${target.name} with the tree`)
    const wanted = withHomes(selected, tree.content, live)
    const sides = { target, local, ...(await compareSides(client, project, target, { local, read })) }
    const taken = takeFromLive(sides, {
      mirror: options.mirror === true,
      takeNew: options.takeNew === true || select.length > 0 || isEmpty(tree.content),
      selected: (key) => wanted(key) && inScope(key),
      drafts: options.drafts === true,
    })
    const { changes, problems } = changesFrom(project, { target, local, live: sides.live }, taken, {
      onProgress: (done, all) => say?.(`Printing file ${counted(done)} of ${counted(all)}`),
    })
    const { uncommitted, allowed } = await withoutUncommitted(project.root, changes)
    if (options.instead) options.instead(allowed)
    else
      await writeTree(project.root, allowed, (done, all) => say?.(`Writing file ${counted(done)} of ${counted(all)}`))
    const isAsked = select.length > 0 ? wanted : undefined
    const isAbout = (key: Key | undefined): boolean => !isAsked || key === undefined || isAsked(key)
    const spreadsheets = [...live.leftOut].filter(
      ([key, { source }]) => target.content && isLeftToSpreadsheet(target.scope, source) && isAbout(key),
    )
    return {
      target,
      caller: live.caller,
      counts: countsOf(live.content, isAsked),
      published: {
        workbook: ofKind(live.content, 'workbook').filter(({ key, own }) => own.publish && isAbout(key)).length,
      },
      written: [...allowed].filter(([, content]) => content !== null).map(([file]) => file),
      removed: [...allowed].filter(([, content]) => content === null).map(([file]) => file),
      uncommitted,
      unmanaged: unmanagedIn(taken.content, live),
      spreadsheets: spreadsheets.length,
      outcomes: placeOutcomes(taken, tree, places),
      problems,
      notes: notesFor(taken.content, sides.live).filter(
        ({ key, report }) => isAbout(key) || (report !== undefined && isAbout(report)),
      ),
      edited: countEdited([...edited].filter(isAbout), taken.content, live),
      ...sentIn(client.counts),
    }
  } finally {
    await client.close()
  }
}

const isEmpty = (tree: Content): boolean => keysIn(tree).every((key) => isKind(key, 'model'))

/** What is selected, plus the live workbooks without a file that selected reports are in: a report stays in its workbook. */
function withHomes(selected: (key: Key) => boolean, tree: Content, live: LiveContent): (key: Key) => boolean {
  const declared = new Set(keysIn(tree))
  const homes = new Map(
    [...placesByKey(live.content)].flatMap(([key, { workbook }]): [Key, Key][] => {
      const home = workbook === undefined ? undefined : workbookKey(workbook)
      return home === undefined || declared.has(home) ? [] : [[key, home]]
    }),
  )
  const taken = new Set([...homes].flatMap(([key, home]) => (selected(key) ? [home] : [])))
  return (key) => selected(key) || taken.has(homes.get(key) ?? key)
}

function unmanagedIn(content: Content, { facts, entries, owners, newer }: LiveContent): number {
  const isUnmanaged = (key: Key): boolean =>
    OBJECTS[kindOf(key)].hasEntries && facts.has(key) && !entries.has(key) && !owners.has(key) && !newer.has(key)
  return keysIn(content).filter(isUnmanaged).length
}

/** Leaves out what would be said of the file of an object that has none. */
function notesFor(content: Content, { notes }: LiveContent): LiveNote[] {
  return notes.filter(({ kind, key }) => !OF_FILES.has(kind) || key === undefined || content.has(key))
}

const OF_FILES: ReadonlySet<LiveNote['kind']> = new Set(['no-slug', 'legacy-id', 'unpublished-edits', 'read-only'])

/** Skips reports that are not in the tree. */
function countEdited(edited: readonly Key[], content: Content, live: LiveContent): Exported['edited'] {
  const isAsLive = ofKind(live.content, 'report').flatMap(({ key, digests }): boolean[] => {
    const report = edited.includes(key) ? content.get(key) : undefined
    return report ? [report.digests() === digests()] : []
  })
  const taken = isAsLive.filter((isSame) => isSame).length
  return { taken, left: isAsLive.length - taken }
}

/** A file with uncommitted changes is never touched. */
async function withoutUncommitted(root: string, changes: ReadonlyMap<string, string | Uint8Array | null>) {
  const facts = await gitFacts(root)
  const isOpen = (file: string): boolean => facts !== undefined && isUncommitted(facts, file)
  const uncommitted = [...changes.keys()].filter(isOpen)
  const allowed = new Map([...changes].filter(([file]) => !isOpen(file)))
  return { uncommitted, allowed }
}
