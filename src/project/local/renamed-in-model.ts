import { renamedByHand } from '../../lint/uses/renamed-by-hand.ts'
import { MODEL } from '../../serialize/layout.ts'
import type { RepositoryStart } from '../../workspace/history.ts'
import { type Files, readTree } from '../../workspace/tree.ts'

export interface RenamedInModel {
  /** The step that fixes every use of a name that the data model no longer has. Undefined if it was not renamed. */
  readonly stepFor: (name: string | undefined) => string | undefined
}

/** The files of the data model before the change. */
export type ModelBefore = () => Promise<Files | undefined>

/** Finds names that were renamed only in the data model, and not in what uses them. */
export async function renamedInModel(
  root: string,
  repository: RepositoryStart,
  modelBefore: ModelBefore,
): Promise<RenamedInModel | undefined> {
  const [was, { files: is }] = await Promise.all([modelBefore(), readTree(root)])
  if (!was) return undefined
  const names = renamedByHand(was, is)
  const isOfModel = (path: string): boolean => path.startsWith(`${MODEL}/`)
  const isOpen = [...((await repository.facts)?.dirty ?? [])].some(isOfModel)
  return {
    stepFor: (name = '') => {
      const [owner = ''] = name.split('.')
      const from = [name, owner].find((each) => names.has(each))
      if (from === undefined) return undefined
      const now = `The data model calls it "${names.get(from)}" now.`
      const command = `boardwright rename ${from} ${names.get(from)}`
      return isOpen
        ? `${now} Commit that, then rename what uses it: ${command}`
        : `${now} Rename what uses it: ${command}`
    },
  }
}
