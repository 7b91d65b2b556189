const FRAGMENT = /^---\nkind: (added|changed|removed|fixed)\n---\n([^\n]+)\n$/

const HEADINGS = { added: 'Added', changed: 'Changed', removed: 'Removed', fixed: 'Fixed' }

const TITLE = '# Changelog\n'

/**
 * Reads a file in changes/.
 * @param {string} file
 * @param {string} text
 */
export function readFragment(file, text) {
  const [, kind, sentence] = FRAGMENT.exec(text) ?? []
  if (kind === undefined) throw new Error(`${file} is not a fragment: see changes/README.md`)
  return { kind, sentence }
}

/**
 * The changelog with one more release at its top. Links in fragments are relative to changes/, and those in the
 * changelog to the root.
 * @param {string | undefined} changelog as it was, if there is one
 * @param {{ version: string, date: string, fragments: readonly { kind: string, sentence: string }[] }} release
 */
export function withRelease(changelog = TITLE, { version, date, fragments }) {
  if (!changelog.startsWith(TITLE)) throw new Error('CHANGELOG.md does not begin with its title')
  const parts = Object.entries(HEADINGS).flatMap(([kind, heading]) => {
    const sentences = fragments.filter((fragment) => fragment.kind === kind).map(({ sentence }) => `- ${sentence}`)
    return sentences.length === 0 ? [] : [`### ${heading}\n\n${sentences.join('\n').replaceAll('](../', '](')}\n`]
  })
  const before = changelog.slice(TITLE.length)
  return [TITLE, `## ${version}, ${date}\n`, ...parts].join('\n') + before
}
