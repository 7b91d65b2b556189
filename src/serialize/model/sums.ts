import type { TreeFiles } from '../documents.ts'
import { defineModel, definitionOf, itemsOf, type Model, readModelFiles } from './definitions.ts'

/** Types of measures whose values for single rows add up to the value for all rows. */
const SUMS: readonly unknown[] = ['count', 'sum']

/** Whether the rows of a measure may be added up: not those of an average or a count of distinct things. */
export function createSums(files: TreeFiles): (member: string) => boolean {
  const model = defineModel(readModelFiles(files).read)
  return (member) => SUMS.includes(typeOf(model, member))
}

function typeOf(model: Model, member: string): unknown {
  let found = definitionOf(model, member)
  for (let deep = 0; found?.of !== undefined && deep < 100; deep += 1) found = definitionOf(model, found.of)
  if (found === undefined) return undefined
  const { owner, kind, name } = found
  return itemsOf(model.owners.get(owner)?.body[kind]).find(([item]) => item['name'] === name)?.[0]['type']
}
