import { type Model, mayHave } from '@boardwright/platform/model'
import type { TreeFiles } from '../../serialize/documents.ts'
import { readTreeModel } from '../../serialize/model/read.ts'
import { meaningOf } from './moved-members.ts'

/**
 * Members, cubes and views that have a new name and are otherwise unchanged: the new name by the full old one.
 * Ambiguous ones are left out.
 */
export function renamedByHand(before: TreeFiles, now: TreeFiles): ReadonlyMap<string, string> {
  const model = readTreeModel(now)
  const [was, is] = [namesIn(readTreeModel(before)), namesIn(model)]
  const vanished = [...was].filter(([name]) => !is.has(name) && !mayHave(model, name))
  const appeared = [...is].filter(([name]) => !was.has(name))
  return new Map(
    vanished.flatMap(([name, meaning]): [string, string][] => {
      const twins = vanished.filter(([, each]) => each === meaning)
      const [found, ...others] = appeared.filter(([, each]) => each === meaning)
      return found === undefined || others.length > 0 || twins.length > 1
        ? []
        : [[name, found[0].slice(found[0].indexOf('.') + 1)]]
    }),
  )
}

/** The definition behind each name that is written, without the name itself. */
function namesIn(model: Model): Map<string, string> {
  const owners = [...model.owners.values()].map(
    ({ name, kind, body }) => [name, JSON.stringify([kind, meaningOf(body)])] as const,
  )
  return new Map([...owners, ...membersIn(model)])
}

const membersIn = ({ members }: Model): (readonly [string, string])[] =>
  [...members.values()].flatMap((all) =>
    [...all.values()].flatMap(({ owner, kind, name, body }) =>
      body ? [[`${owner}.${name}`, JSON.stringify([owner, kind, meaningOf(body)])] as const] : [],
    ),
  )
