import { createHash } from 'node:crypto'
import { lazy } from '@boardwright/common'
import { bytesWithoutRepeat, type OpenPage, type ParseRow } from '@boardwright/platform'
import { programStamp } from './program-stamp.ts'
import { nameFor, readEachRemembered, rememberEach } from './store.ts'

/** A page with the digest of its bytes, and its rows with theirs. Null marks a row that is parsed every time. */
export interface KnownPage<Known> {
  readonly digest: string
  readonly pageInfo: unknown
  readonly rows: readonly (readonly [digest: string, known: Known | null])[]
}

/** Lists of pages, by name. */
type Lists = Readonly<Record<string, readonly KnownPage<unknown>[]>>

/** Comes before the pages of all lists. */
interface Head {
  /** The program's stamp: another version may see other things in the same rows. */
  readonly context: string
  readonly lists: readonly (readonly [name: string, pages: number])[]
}

/** What the rows of a target said when they were last read. Losing it costs only time. */
export interface RowStore<L> {
  readonly recall: () => L | undefined
  readonly save: (lists: L) => Promise<void>
}

export function openRowStore<L extends { readonly [K in keyof L]: Lists[string] }>(
  root: string,
  target: string,
): RowStore<L> {
  const name = nameFor('live-4', target)
  return {
    recall: lazy(() => {
      const stored = readEachRemembered(root, name)
      const head = stored.next().value as Head | undefined
      if (head?.context !== programStamp()) return undefined
      const pages = [...stored]
      return Object.fromEntries(head.lists.map(([list, count]) => [list, pages.splice(0, count)])) as object as L
    }),
    save(lists) {
      const all = Object.entries<Lists[string]>(lists)
      const head: Head = { context: programStamp(), lists: all.map(([list, pages]) => [list, pages.length]) }
      return rememberEach(root, name, [head, ...all.flatMap(([, pages]) => pages)])
    },
  }
}

/** How to remember rows and recall them. */
export interface RowRules<Parsed, Recalled, Known> {
  readonly arrive: (known: Known, parse: () => Parsed) => Recalled
  /** What to remember of a row, once everything has been read. Null for a row to parse every time. */
  readonly learn: (row: Parsed | Recalled) => Known | null
  readonly learnAgain: (row: Parsed | Recalled, known: Known) => Known
}

/** A row with the same bytes as last time still says the same, so it need not be parsed. */
export function createRowTable<Parsed extends object, Recalled extends object, Known>(
  known: () => readonly KnownPage<Known>[] | undefined,
  rules: RowRules<Parsed, Recalled, Known>,
) {
  type Row = Parsed | Recalled
  interface Seen extends Omit<KnownPage<Known>, 'rows'> {
    readonly rows: readonly (readonly [digest: string, row: Row])[]
  }
  /** By digest, because two pages may have the same bytes. */
  const seen = new Map<string, Seen>()

  interface Before {
    readonly digests: ReadonlySet<string>
    /** The pages in which every row is known. */
    readonly pages: ReadonlyMap<string, KnownPage<Known>>
    readonly rows: ReadonlyMap<string, Known>
  }
  let found: Before | undefined
  const before = (): Before => {
    if (found) return found
    const all = known() ?? []
    const rows = new Map<string, Known>()
    for (const [digest, known] of all.flatMap((page) => page.rows)) if (known !== null) rows.set(digest, known)
    const whole = all.filter((page) => page.rows.every(([digest]) => rows.has(digest)))
    const digests = new Set(all.map(({ digest }) => digest))
    found = { digests, pages: new Map(whole.map((page) => [page.digest, page])), rows }
    return found
  }

  const open: OpenPage<Parsed, Recalled> = (body) => {
    const digest = digestOf(...bytesWithoutRepeat(body))
    const page = before().pages.get(digest)
    const take = (pageInfo: unknown, digests: readonly string[], parse: ParseRow<Parsed>): readonly Row[] => {
      const rows = digests.map((each, index) => {
        const known = before().rows.get(each)
        return known ? rules.arrive(known, () => parse(index)) : parse(index)
      })
      seen.set(digest, { digest, pageInfo, rows: rows.map((row, index) => [digests[index] ?? '', row]) })
      return rows
    }
    return {
      known: page && {
        pageInfo: page.pageInfo,
        rows: (parse) =>
          take(
            page.pageInfo,
            page.rows.map(([each]) => each),
            parse,
          ),
      },
      read: (pageInfo, rows, parse) =>
        take(
          pageInfo,
          rows.map((bytes) => digestOf(bytes)),
          parse,
        ),
    }
  }

  const learn = (digest: string, row: Row): Known | null => {
    const known = before().rows.get(digest)
    return known ? rules.learnAgain(row, known) : rules.learn(row)
  }
  const isKnown = ({ digest, rows }: KnownPage<Known>): boolean =>
    before().digests.has(digest) && rows.every(([each, known]) => (before().rows.get(each) ?? null) === known)

  return {
    open,
    /** Returns what was known before if nothing is new. */
    learned(): readonly KnownPage<Known>[] {
      const pages = [...seen.values()].map(
        (page): KnownPage<Known> => ({
          ...page,
          rows: page.rows.map(([digest, row]) => [digest, learn(digest, row)]),
        }),
      )
      const before = known()
      return before?.length === pages.length && pages.every(isKnown) ? before : pages
    },
  }
}

/** The fastest digest on a processor without instructions for any of them. */
const HASH = 'sha512-256'

const digestOf = (...pieces: readonly Uint8Array[]): string =>
  pieces.reduce((hash, piece) => hash.update(piece), createHash(HASH)).digest('base64url')
