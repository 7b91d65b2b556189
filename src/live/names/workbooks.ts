import { groupBy } from '../../content/group-by.ts'
import { normalSlug } from '../../content/identity.ts'
import { type FolderPath, type Key, pathText, workbookKey } from '../../content/model.ts'
import type { Either } from '../../content/objects.ts'
import { shortHash, slugOf } from '../../content/slug.ts'
import type { KnownContent } from '../../content/summary.ts'
import { type HeldLedger, knownNames, ledgersOn } from '../../ledger/held.ts'
import type { WorkbookRow as Wire } from '../rows/known.ts'
import { type Clash, findClashes, show } from './clash.ts'

export interface WorkbookNames {
  /** Logical slugs, by number. */
  readonly slugs: ReadonlyMap<number, string>
  /** Workbooks that have no slug on the platform: the one in the file has yet to be assigned. */
  readonly slugless: ReadonlySet<number>
  /** Workbooks whose slug was changed in the UI, with the new slug. */
  readonly renamed: ReadonlyMap<Key, string>
  readonly clashes: readonly Clash[]
}

/**
 * Finds a workbook by a ledger that names its slug, else by its slug. If it has neither, folder and name decide,
 * provided that they are unique on both sides. An undeclared workbook keeps its slug, or gets one made from its name.
 */
export function nameWorkbooks(
  workbooks: readonly Wire[],
  folderOf: (wire: Wire) => FolderPath,
  declared: KnownContent,
  ledgers: readonly HeldLedger[],
  matched: ReadonlyMap<string, string> = new Map(),
): WorkbookNames {
  const bySlug = new Map(declared.workbooks.map((workbook) => [workbook.slug, workbook]))
  const byFormerSlug = new Map(
    declared.workbooks.flatMap((workbook) => (workbook.was ? [[workbook.was, workbook]] : [])),
  )
  const declaredAs = (slug: string): Either<'workbook'> | undefined => bySlug.get(slug) ?? byFormerSlug.get(slug)
  const own = groupBy(ledgersOn('workbook', ledgers), ({ id }) => id)
  const slugs = new Map<number, string>()
  const slugless = new Set<number>()
  const renamed = new Map<Key, string>()
  const clashes: Clash[] = []
  const nameless: Wire[] = []

  for (const workbook of workbooks) {
    const slug = slugIn(workbook)
    const [inLedger, another] = knownNames(own.get(workbook.id) ?? [], 'workbook').namesOf(workbook.id)
    if (another !== undefined)
      clashes.push({ message: `${show(workbook)} is both "${inLedger}" and "${another}", according to its ledger` })
    if (slug === undefined) slugless.add(workbook.id)
    const known = inLedger ?? (slug === undefined ? undefined : (matched.get(slug) ?? slug))
    if (known === undefined) {
      nameless.push(workbook)
      continue
    }
    const match = declaredAs(known)
    slugs.set(workbook.id, match?.slug ?? known)
    if (slug === undefined || slug === known || slug === match?.slug) continue
    const other = declaredAs(slug)
    if (other && other !== match) {
      clashes.push({
        message: `${show(workbook)} is "${known}" according to its ledger, but "${other.slug}" according to its slug`,
      })
    } else if (!other) renamed.set(workbookKey(match?.slug ?? known), slug)
  }

  const bound = new Set(slugs.values())
  const free = declared.workbooks.filter(({ slug }) => !bound.has(slug))
  const taken = new Set([
    ...bound,
    ...declared.workbooks.map(({ slug }) => slug),
    ...workbooks.flatMap((each) => slugIn(each) ?? []),
  ])
  const chosen = chooseSlugs(nameless, folderOf, free, taken)
  for (const [id, slug] of chosen) slugs.set(id, declaredAs(slug)?.slug ?? slug)

  const claims = workbooks.map(({ id, name }) => ({ logicalId: slugs.get(id) ?? '', id, name }))
  return {
    slugs,
    slugless,
    renamed,
    clashes: [...clashes, ...findClashes('workbook', claims)],
  }
}

export const slugIn = ({ slug }: Wire): string | undefined => (slug == null ? undefined : normalSlug(slug)) || undefined

/**
 * Chooses slugs for workbooks without one. The order of the list makes no difference. If several in a folder share a
 * name, only their numbers tell them apart; of several in different folders, the oldest gets the plain slug. A file may
 * have been exported from a workbook that got another name or folder since: the workbook for which an export would
 * choose the slug of that file is the one that it describes.
 */
function chooseSlugs(
  nameless: readonly Wire[],
  folderOf: (wire: Wire) => FolderPath,
  free: readonly Either<'workbook'>[],
  taken: ReadonlySet<string>,
): ReadonlyMap<number, string> {
  const spotOf = (folder: FolderPath, name: string): string => `${pathText(folder)}\n${name}`
  const declaredAt = groupBy(free, ({ folder, name }) => spotOf(folder, name))
  const liveAt = groupBy(nameless, (workbook) => spotOf(folderOf(workbook), workbook.name))
  const found = new Map(
    [...liveAt].flatMap(([spot, [workbook, another]]): [number, string][] => {
      const [match, second] = declaredAt.get(spot) ?? []
      return workbook && !another && match && !second ? [[workbook.id, match.slug]] : []
    }),
  )
  const matched = new Set(found.values())
  const unmatched = new Set(free.flatMap(({ slug }) => (matched.has(slug) ? [] : [slug])))

  const others = [...liveAt].flatMap(([spot, group]) =>
    group
      .filter(({ id }) => !found.has(id))
      .map(({ id, name }) => {
        const plain = slugOf(name)
        const numbered = `${plain}-${shortHash(`${spot}\n${id}`)}`
        const mayBePlain = group.length === 1 && !unmatched.has(numbered) && (unmatched.has(plain) || !taken.has(plain))
        return { id, plain, numbered, mayBePlain }
      }),
  )
  // A workbook may be named like the number that another one gets.
  const numbers = new Set(others.map(({ numbered }) => numbered))
  const youngestFirst = others
    .filter(({ plain, mayBePlain }) => mayBePlain && !numbers.has(plain))
    .toSorted((a, b) => b.id - a.id)
  const oldest = new Map(youngestFirst.map(({ plain, id }) => [plain, id]))
  const chosen = others.map(({ id, plain, numbered }) => [id, oldest.get(plain) === id ? plain : numbered] as const)
  return new Map([...found, ...chosen])
}
