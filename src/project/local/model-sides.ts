import { hashesOf } from '../../base/model-files.ts'
import { type Content, modelFilesIn } from '../../content/entity.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { MODEL } from '../../serialize/layout.ts'
import type { TargetTree } from './render.ts'

interface LiveModel {
  /** The live files that the target manages. */
  readonly content: Content
  /** The bytes of those that differ from the tree's. */
  readonly modelBytes: ReadonlyMap<string, Uint8Array>
}

/** Whether the files that a target manages are live as the tree has them. */
export function isModelAsInTree({ tree }: TargetTree, { content }: LiveModel): boolean {
  const model = modelFilesIn(content)
  const desired = hashesOf(modelFilesIn(tree.content))
  return model.length === desired.size && model.every(({ path, hash }) => desired.get(path) === hash)
}

/** The live files that a target manages, by their path in the tree. */
export function liveModelFiles({ files, tree }: TargetTree, { content, modelBytes }: LiveModel): TreeFiles {
  const desired = hashesOf(modelFilesIn(tree.content))
  return new Map(
    modelFilesIn(content).flatMap(({ path, hash }) => {
      const file = `${MODEL}/${path}`
      const bytes = desired.get(path) === hash ? files.get(file) : modelBytes.get(path)
      return bytes ? [[file, bytes]] : []
    }),
  )
}
