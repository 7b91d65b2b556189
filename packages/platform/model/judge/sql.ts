import { referencesIn } from '../references.ts'

/** What is in braces in SQL is an expression of Python: names, calls and texts. Names are looked up elsewhere. */

/** What is wrong with the braces of a text of SQL. */
export function sqlFault(text: string): string | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '\\' && depth === 0) at += 1
    else if (letter === '{') depth += 1
    else if (letter === '}' && depth > 0) depth -= 1
  }
  if (depth > 0) return 'has a { without its }'
  return /(?<!\\)\{\s*\}/.test(text) ? 'has braces with nothing in them' : undefined
}

/** Texts are looked through for braces, too, but what is in them names nothing there. */
export function textFault(text: string): string | undefined {
  const [first] = referencesIn(text)
  return sqlFault(text) ?? (first === undefined ? undefined : `has {${first}}, which is for SQL`)
}
