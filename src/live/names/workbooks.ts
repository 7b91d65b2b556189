import { type CarriedLedger, ledgersOn, namesInLedgers } from '../../base/carried.ts'
import { type Content, ofKind } from '../../content/entity.ts'
import { groupBy } from '../../content/group-by.ts'
import { normalSlug } from '../../content/identity.ts'
import { type FolderPath, type Key, type Own, pathText, workbookKey } from '../../content/model.ts'
import { shortHash, slugOf } from '../../content/slug.ts'
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
  declared: Content,
  ledgers: readonly CarriedLedger[],
  matched: ReadonlyMap<string, string> = new Map(),
): WorkbookNames {
  const inFiles = ofKind(declared, 'workbook').map(({ own }) => own)
  const bySlug = new Map(inFiles.map((workbook) => [workbook.slug, workbook]))
  const byFormerSlug = new Map(inFiles.flatMap((workbook) => (workbook.was ? [[workbook.was, workbook]] : [])))
  const declaredAs = (slug: string): Own['workbook'] | undefined => bySlug.get(slug) ?? byFormerSlug.get(slug)
  const own = groupBy(ledgersOn('workbook', ledgers), ({ id }) => id)
  const slugs = new Map<number, string>()
  const slugless = new Set<number>()
  const renamed = new Map<Key, string>()
  const clashes: Clash[] = []
  const nameless: Wire[] = []

  for (const workbook of workbooks) {
    const slug = slugIn(workbook)
    const [inLedger, another] = namesInLedgers(own.get(workbook.id) ?? [], 'workbook').namesOf(workbook.id)
    if (another !== undefined)
      clashes.push({
        message: `${show(workbook)} is both "${inLedger}" and "${another}", according to what was recorded on it`,
      })
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
        message: `${show(workbook)} is "${known}" according to what was recorded on it, but "${other.slug}" according to its slug`,
      })
    } else if (!other) renamed.set(workbookKey(match?.slug ?? known), slug)
  }

  const bound = new Set(slugs.values())
  const free = inFiles.filter(({ slug }) => !bound.has(slug))
  const taken = new Set([
    ...bound,
    ...inFiles.map(({ slug }) => slug),
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
 * Chooses slugs for workbooks without one. The order of the list makes no difference. The first rule that fits decides:
 * - byPlace: it is the only one of its name in its folder, and one file says the same.
 * - plain: its name as a slug, for the oldest workbook that may have it.
 * - numbered: the same with a hash of its number.
 * A file may have been exported from a workbook that got another name or folder since. It describes the workbook for
 * which an export would choose its slug.
 */
function chooseSlugs(
  nameless: readonly Wire[],
  folderOf: (wire: Wire) => FolderPath,
  free: readonly Own['workbook'][],
  taken: ReadonlySet<string>,
): ReadonlyMap<number, string> {
  const spotOf = (folder: FolderPath, name: string): string => `${pathText(folder)}\n${name}`
  const spotOfWire = (workbook: Wire): string => spotOf(folderOf(workbook), workbook.name)
  const declaredAt = groupBy(free, ({ folder, name }) => spotOf(folder, name))
  const liveAt = groupBy(nameless, spotOfWire)
  const isAlone = (workbook: Wire): boolean => liveAt.get(spotOfWire(workbook))?.length === 1

  const byPlace = new Map(
    nameless.filter(isAlone).flatMap((workbook): [number, string][] => {
      const [match, another] = declaredAt.get(spotOfWire(workbook)) ?? []
      return match && !another ? [[workbook.id, match.slug]] : []
    }),
  )
  const matched = new Set(byPlace.values())
  const unmatched = new Set(free.flatMap(({ slug }) => (matched.has(slug) ? [] : [slug])))

  const others = nameless.filter(({ id }) => !byPlace.has(id))
  const numberedSlug = (workbook: Wire): string =>
    `${slugOf(workbook.name)}-${shortHash(`${spotOfWire(workbook)}\n${workbook.id}`)}`
  const numbered = new Map(others.map((workbook) => [workbook.id, numberedSlug(workbook)]))

  // A workbook may be named like the number that another one gets.
  const numbers = new Set(numbered.values())
  const isFree = (slug: string): boolean => !numbers.has(slug) && (unmatched.has(slug) || !taken.has(slug))
  const youngestFirst = others
    .filter((each) => isAlone(each) && isFree(slugOf(each.name)) && !unmatched.has(numberedSlug(each)))
    .toSorted((a, b) => b.id - a.id)
  const oldest = new Map(youngestFirst.map(({ id, name }) => [slugOf(name), id]))
  const plain = [...oldest].map(([slug, id]) => [id, slug] as const)

  return new Map([...numbered, ...plain, ...byPlace])
}
