import { type Content, contentOf, entityOf, ofKind } from '../../src/content/entity.ts'
import { KINDS, type Kind, LISTS } from '../../src/content/kinds.ts'
import type { Objects } from '../../src/content/model.ts'

/** Content as tests write it down and look at it: whole objects, in a list for each kind. */
export type Lists = { readonly [K in Kind as (typeof LISTS)[K]]: readonly Objects[K][] }

export const contentIn = (lists: Lists): Content =>
  contentOf(
    KINDS.flatMap(<K extends Kind>(kind: K) => {
      const objects = (lists as Readonly<Record<string, unknown>>)[LISTS[kind]] as readonly Objects[K][]
      return objects.map((each) => entityOf(kind, each))
    }),
  )

export const listsOf = (all: Content): Lists =>
  Object.fromEntries(
    KINDS.map((kind) => [LISTS[kind], ofKind(all, kind).map(({ whole }) => whole())]),
  ) as unknown as Lists
