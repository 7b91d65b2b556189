import { createLines } from '@boardwright/common/yaml'
import type { Problem } from '../../content/problem.ts'
import { A_TOKEN, secretsIn } from '../../content/secret-forms.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { ACCOUNT, CONTENT, MODEL, OVERLAYS } from '../../serialize/layout.ts'
import { textIn } from '../../serialize/text.ts'

const SCANNED = [CONTENT, ACCOUNT, MODEL, OVERLAYS].map((root) => `${root}/`)

/** Secrets in the files of a tree, in any of them: a token of this run is an error, a known form a warning. */
export function secretsInTree(files: TreeFiles, tokens: readonly string[] = []): Problem[] {
  return [...files.keys()]
    .filter((file) => SCANNED.some((root) => file.startsWith(root)))
    .flatMap((file) => {
      const text = textIn(files, file)
      return text === undefined ? [] : inText(file, text, tokens)
    })
}

function inText(file: string, text: string, tokens: readonly string[]): Problem[] {
  const found = secretsIn(text, tokens)
  if (found.length === 0) return []
  const lines = createLines(text)
  return found.map(({ from, length, what }): Problem => {
    const place = { kind: 'SECRET_IN_TREE', at: { file, ...lines.at(from) }, length, hidden: true } as const
    return { ...place, message: `${what} is in this file`, ...(what === A_TOKEN ? {} : { warning: true }) }
  })
}
