import { type CarriedLedger, ledgersOn, namesInLedgers } from '../../base/carried.ts'
import { type Content, ofKind } from '../../content/entity.ts'
import { groupBy } from '../../content/group-by.ts'
import { slugIn } from '../../content/identity.ts'
import { type FolderPath, type Key, workbookKey } from '../../content/model.ts'
import type { WorkbookRow as Wire } from '../rows/known.ts'
import { chooseSlugs } from './choose-slugs.ts'
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

/** The tree's slug for one that may be a former one. */
interface InTree {
  readonly slug: string
  readonly isDeclared: boolean
}

/** A slug that a ledger or the platform gives a workbook. */
interface Known {
  readonly workbook: Wire
  /** As the tree has it, if the tree declares it. */
  readonly slug: string
  /** The slug that it was given in the UI since. */
  readonly renamedTo?: string | undefined
  readonly clashes: readonly Clash[]
}

/**
 * Finds a workbook by a ledger that names its slug, else by its slug. If it has neither, folder and name decide,
 * provided that they are unique on both sides. An undeclared workbook keeps its slug, or gets one made from its name.
 * `slugsGiven` has the slugs that the tree gives to workbooks that a caller has matched, by their slugs on the platform.
 */
export function nameWorkbooks(
  workbooks: readonly Wire[],
  folderOf: (wire: Wire) => FolderPath,
  declared: Content,
  ledgers: readonly CarriedLedger[],
  slugsGiven: ReadonlyMap<string, string> = new Map(),
): WorkbookNames {
  const inFiles = ofKind(declared, 'workbook').map(({ own }) => own)
  const bySlug = new Map(inFiles.map((workbook) => [workbook.slug, workbook]))
  const byFormerSlug = new Map(inFiles.flatMap((workbook) => (workbook.was ? [[workbook.was, workbook]] : [])))
  const inTree = (slug: string): InTree => {
    const match = bySlug.get(slug) ?? byFormerSlug.get(slug)
    return { slug: match?.slug ?? slug, isDeclared: match !== undefined }
  }
  const ledgersOf = groupBy(ledgersOn('workbook', ledgers), ({ id }) => id)
  const known = workbooks.flatMap((workbook) => {
    const recorded = namesInLedgers(ledgersOf.get(workbook.id) ?? [], 'workbook').namesOf(workbook.id)
    return nameKnown(workbook, recorded, slugsGiven, inTree) ?? []
  })
  const isKnown = new Set(known.map(({ workbook }) => workbook.id))

  const bound = new Set(known.map(({ slug }) => slug))
  const free = inFiles.filter(({ slug }) => !bound.has(slug))
  const onPlatform = workbooks.flatMap((each) => slugIn(each) ?? [])
  const taken = new Set([...bound, ...inFiles.map(({ slug }) => slug), ...onPlatform])
  const nameless = workbooks.filter(({ id }) => !isKnown.has(id))
  const chosen = chooseSlugs(nameless, folderOf, free, taken)
  const slugs = new Map([
    ...known.map(({ workbook, slug }) => [workbook.id, slug] as const),
    ...[...chosen].map(([id, slug]) => [id, inTree(slug).slug] as const),
  ])
  const claims = workbooks.map(({ id, name }) => ({ logicalId: slugs.get(id) ?? '', id, name }))
  return {
    slugs,
    slugless: new Set(workbooks.flatMap((each) => (slugIn(each) === undefined ? [each.id] : []))),
    renamed: new Map(known.flatMap(({ slug, renamedTo }) => (renamedTo ? [[workbookKey(slug), renamedTo]] : []))),
    clashes: [...known.flatMap(({ clashes }) => clashes), ...findClashes('workbook', claims)],
  }
}

/** Undefined if nothing names it. */
function nameKnown(
  workbook: Wire,
  [recorded, another]: readonly string[],
  slugsGiven: ReadonlyMap<string, string>,
  inTree: (slug: string) => InTree,
): Known | undefined {
  const now = slugIn(workbook)
  const called = recorded ?? (now === undefined ? undefined : (slugsGiven.get(now) ?? now))
  if (called === undefined) return undefined
  const { slug } = inTree(called)
  const other = now === undefined ? undefined : inTree(now)
  const isSame = other === undefined || now === called || other.slug === slug
  const clashes = [
    ...(another === undefined ? [] : [`is both "${recorded}" and "${another}", according to what was recorded on it`]),
    ...(isSame || !other.isDeclared
      ? []
      : [`is "${called}" according to what was recorded on it, but "${other.slug}" according to its slug`]),
  ]
  return {
    ...{ workbook, slug, clashes: clashes.map((message) => ({ message: `${show(workbook)} ${message}` })) },
    renamedTo: isSame || other.isDeclared ? undefined : now,
  }
}
