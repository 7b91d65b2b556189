import { findRoot } from '../../project/root.ts'
import { ANSWERS } from '../../workspace/part.ts'
import { writeTree } from '../../workspace/tree.ts'

/** Puts what is too long for an answer below `.boardwright/`. Returns its path. */
export async function keepAnswer(start: string, name: string, content: string | Uint8Array): Promise<string> {
  const file = `${ANSWERS}/${name}`
  await writeTree(findRoot(start), new Map([[file, content]]))
  return file
}
