import { type Content, contentOf, entityOf, ofKind } from '../../src/content/entity.ts'
import { isOptIn, KINDS, type Kind, LISTS, type OPT_IN } from '../../src/content/kinds.ts'
import type { Objects } from '../../src/content/model.ts'

/** Content as tests write it down and look at it: whole objects, in a list for each kind. */
type AllLists = { readonly [K in Kind as (typeof LISTS)[K]]: readonly Objects[K][] }
type OptIn = (typeof LISTS)[(typeof OPT_IN)[number]]
export type Lists = Omit<AllLists, OptIn> & Partial<Pick<AllLists, OptIn>>

export const contentIn = (lists: Lists): Content =>
  contentOf(
    KINDS.flatMap(<K extends Kind>(kind: K) => {
      const objects = (lists as Readonly<Record<string, unknown>>)[LISTS[kind]] as readonly Objects[K][] | undefined
      return (objects ?? []).map((each) => entityOf(kind, each))
    }),
  )

/** A list that only some targets have is left out if it is empty. */
export const listsOf = (all: Content): Lists =>
  Object.fromEntries(
    KINDS.flatMap((kind) => {
      const objects = ofKind(all, kind).map(({ whole }) => whole())
      return isOptIn(kind) && objects.length === 0 ? [] : [[LISTS[kind], objects]]
    }),
  ) as unknown as Lists
