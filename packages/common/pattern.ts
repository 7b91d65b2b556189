/** What a regular expression is put together from: texts stand for themselves, a list for any of them. */
type Part = string | readonly string[] | RegExp

/**
 * A regular expression with other parts in it. Every text is escaped, so that no name is ever read as an expression:
 * `pattern('u')`^${name}: `` finds a name that is `.*` only where it says so.
 */
export const pattern =
  (flags = '') =>
  ({ raw }: TemplateStringsArray, ...parts: readonly Part[]): RegExp =>
    new RegExp(String.raw({ raw }, ...parts.map(sourceOf)), flags)

const sourceOf = (part: Part): string =>
  part instanceof RegExp
    ? `(?:${part.source})`
    : typeof part === 'string'
      ? escaped(part)
      : `(?:${part.map(escaped).join('|')})`

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** These parts one after another, each two with this between them. */
export const joined = (parts: readonly (string | RegExp)[], between: RegExp): RegExp =>
  new RegExp(parts.map(sourceOf).join(sourceOf(between)))
