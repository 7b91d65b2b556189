import type { TreeFiles } from '../documents.ts'
import { defineModel, definitionOf, itemsOf, type Model } from './definitions.ts'
import { readModelFiles } from './read.ts'

/** Types of measures of which the values of rows add up to that of all rows. */
const SUMS: readonly unknown[] = ['count', 'sum']

/** Tells of a measure whether its rows may be added: an average or a count of distinct things may not. */
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
