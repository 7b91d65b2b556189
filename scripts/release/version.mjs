/** How much a release changes, by the rule in changes/README.md. */
const SIZES = {
  removed: (major) => (major === 0 ? 'minor' : 'major'),
  changed: () => 'minor',
  added: () => 'minor',
  fixed: () => 'patch',
}
const ORDER = ['major', 'minor', 'patch']

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/

/**
 * The version after this one.
 * @param {string} version
 * @param {readonly string[]} kinds of the fragments
 */
export function nextVersion(version, kinds) {
  const parts = VERSION.exec(version)?.slice(1).map(Number)
  if (!parts) throw new Error(`${version} is not a version that a release can follow: it has to be three numbers`)
  if (kinds.length === 0) throw new Error('there is nothing to release: changes/ holds no fragment')
  const [major, minor, patch] = parts
  const sizes = kinds.map((kind) => SIZES[kind](major))
  switch (ORDER.find((size) => sizes.includes(size))) {
    case 'major':
      return `${major + 1}.0.0`
    case 'minor':
      return `${major}.${minor + 1}.0`
    default:
      return `${major}.${minor}.${patch + 1}`
  }
}
