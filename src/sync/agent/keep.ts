import { findRoot } from '../../project/root.ts'
import { keepAnswer as keep } from '../../workspace/part.ts'

/** Puts what is too long for an answer into a file of the project around a directory. Returns its path. */
export const keepAnswer = (start: string, name: string, content: string | Uint8Array): Promise<string> =>
  keep(findRoot(start), name, content)
