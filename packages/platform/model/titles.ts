const SMALL: ReadonlySet<string> = new Set(
  'and or nor a an the so but to of at by from into on onto off out in over with for'.split(' '),
)

/** The title of what has none: `net_revenue` is "Net Revenue", `created_at` "Created at", `userIds` "User IDs". */
export const titleOf = (name: string): string =>
  wordsIn(name)
    .map((word, index) => (index > 0 && SMALL.has(word) ? word : capitalized(word)))
    .join(' ')

/** A number belongs to the word before it, and ends it. */
const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replace(/(?<!_)_+(?=\d)/g, '')
    .replace(/(\d)([A-Za-z])/g, '$1_$2')
    .toLowerCase()
    .split(/_+/)
    .filter(Boolean)

const capitalized = (word: string): string => {
  if (word === 'id') return 'ID'
  return word === 'ids' ? 'IDs' : word.charAt(0).toUpperCase() + word.slice(1)
}
