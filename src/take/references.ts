import { type Content, type Entity, ofKind, renamedIn } from '../content/entity.ts'
import type { Key, ReportReference } from '../content/model.ts'
import { type Rename, reportOf, settledNames } from '../content/references.ts'
import type { Taking } from './taking.ts'

type Shows = Entity<'workbook'>

/** References that a dashboard takes over from live, by the key of its workbook. */
export function newReferences(before: readonly Shows[], after: readonly Shows[], settle: Rename) {
  const old = new Map(before.map(({ key, references }) => [key, new Set(references.map(settle))]))
  return new Map(
    after.map(({ key, references }): [Key, ReadonlySet<string>] => [
      key,
      new Set(references.filter((reference) => !old.get(key)?.has(settle(reference)))),
    ]),
  )
}

type NewReferences = ReturnType<typeof newReferences>

/**
 * If a dashboard got a new report in the UI, that report is taken too, provided that it sits in a workbook of the tree.
 */
export function reportNeeds(
  newFromLive: NewReferences,
  workbooks: readonly Entity<'workbook'>[],
  { live, publicIds }: Taking,
) {
  const named = new Set([...newFromLive.values()].flatMap((references) => [...references]))
  const inTree = new Set(workbooks.map(({ own }) => own.slug))
  const brought = ofKind(live, 'report').filter(({ key, place: { workbook } }) => {
    const publicId = publicIds.get(key)
    const isShown = named.has(key) || (publicId !== undefined && named.has(`id:${publicId}`))
    return isShown && workbook !== undefined && inTree.has(workbook)
  })
  const bringing = new Set<Key>(brought.map(({ key }) => key))
  const used = new Set<Key>(
    workbooks.flatMap(({ references }) => references).flatMap((reference) => reportOf(reference) ?? []),
  )
  return {
    keeps: (key: Key) => used.has(key),
    brings: (key: Key) => bringing.has(key),
    hasHome: ({ place: { workbook } }: Entity<'report'>) => workbook === undefined || inTree.has(workbook),
  }
}

/** Refers to reports in the tree by key, and to all others by public id. */
export function withTreeNames(content: Content, newFromLive: NewReferences, { publicIds }: Taking): Content {
  const settle = settledNames(publicIds, (key) => content.has(key))
  return renamedIn(content, (reference, holder) =>
    newFromLive.get(holder)?.has(reference) || !isInTree(content, reference) ? settle(reference) : reference,
  )
}

/** If people wrote a reference to a report outside the tree, it stays as they wrote it. */
const isInTree = (tree: Content, reference: ReportReference): boolean => {
  const key = reportOf(reference)
  return key === undefined || tree.has(key)
}
