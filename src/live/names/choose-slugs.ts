import { groupBy } from '../../content/group-by.ts'
import { type FolderPath, type Own, pathText } from '../../content/model.ts'
import { shortHash, slugOf } from '../../content/slug.ts'
import type { WorkbookRow as Wire } from '../rows/known.ts'

/**
 * Chooses slugs for workbooks without one, by their numbers. The order of the list makes no difference. The first rule
 * that fits decides. A file may have been exported from a workbook that got another name or folder since: it describes
 * the workbook for which an export would choose its slug.
 */
export function chooseSlugs(
  nameless: readonly Wire[],
  folderOf: (wire: Wire) => FolderPath,
  free: readonly Own['workbook'][],
  taken: ReadonlySet<string>,
): ReadonlyMap<number, string> {
  const spotOf: SpotOf = (workbook) => spotText(folderOf(workbook), workbook.name)
  const isAlone = aloneIn(nameless, spotOf)
  const byPlace = slugsByPlace(nameless.filter(isAlone), spotOf, free)

  const others = nameless.filter(({ id }) => !byPlace.has(id))
  const matched = new Set(byPlace.values())
  const unmatched = new Set(free.flatMap(({ slug }) => (matched.has(slug) ? [] : [slug])))
  const numbered = new Map(others.map((workbook) => [workbook.id, numberedSlug(workbook, spotOf)]))
  // A workbook may be named like the number that another one gets.
  const numbers = new Set(numbered.values())
  const isFree = (slug: string): boolean => !numbers.has(slug) && (unmatched.has(slug) || !taken.has(slug))
  // A file with the number of a workbook is about that one.
  const isNumberedInTree = ({ id }: Wire): boolean => unmatched.has(numbered.get(id) ?? '')
  const mayBePlain = (workbook: Wire): boolean =>
    isAlone(workbook) && isFree(slugOf(workbook.name)) && !isNumberedInTree(workbook)
  const plain = plainSlugs(others.filter(mayBePlain))
  return new Map([...numbered, ...plain, ...byPlace])
}

/** Where a workbook is, and what it is called there. */
type SpotOf = (workbook: Wire) => string
const spotText = (folder: FolderPath, name: string): string => `${pathText(folder)}\n${name}`

function aloneIn(workbooks: readonly Wire[], spotOf: SpotOf): (workbook: Wire) => boolean {
  const there = groupBy(workbooks, spotOf)
  return (workbook) => there.get(spotOf(workbook))?.length === 1
}

/** It is the only one of its name in its folder, and one file says the same. */
function slugsByPlace(
  alone: readonly Wire[],
  spotOf: SpotOf,
  free: readonly Own['workbook'][],
): ReadonlyMap<number, string> {
  const declaredAt = groupBy(free, ({ folder, name }) => spotText(folder, name))
  return new Map(
    alone.flatMap((workbook): [number, string][] => {
      const [match, another] = declaredAt.get(spotOf(workbook)) ?? []
      return match && !another ? [[workbook.id, match.slug]] : []
    }),
  )
}

/** The name as a slug, for the oldest workbook of that name. */
function plainSlugs(workbooks: readonly Wire[]): ReadonlyMap<number, string> {
  const oldest = new Map(workbooks.toSorted((a, b) => b.id - a.id).map(({ id, name }) => [slugOf(name), id]))
  return new Map([...oldest].map(([slug, id]) => [id, slug]))
}

/** The same, with a hash of its number. */
const numberedSlug = (workbook: Wire, spotOf: SpotOf): string =>
  `${slugOf(workbook.name)}-${shortHash(`${spotOf(workbook)}\n${workbook.id}`)}`
