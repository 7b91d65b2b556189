import { findRoot } from '../../project/root.ts'
import { keepAnswer as keep } from '../../workspace/part.ts'

/** Saves content that is too long for an answer in the project around `start`. Returns the file's path. */
export const keepAnswer = (start: string, name: string, content: string | Uint8Array): Promise<string> =>
  keep(findRoot(start), name, content)
