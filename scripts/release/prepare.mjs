import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFragment, withRelease } from './changelog.mjs'
import { nextVersion } from './version.mjs'

const FRAGMENTS = /^changes\/(?!README\.md$)[^/]+\.md$/
/** Files that tell people which version to install. */
const NAMES_VERSION = /^(README\.md|docs\/guide\/.*\.md|examples\/ci\/.*)$/
const MANIFESTS = ['package.json', 'package-lock.json']

/**
 * Prepares a tree for the next release: sets the version, writes the changelog and removes the fragments. Returns the
 * files that this changes.
 * @param {string} root
 * @param {readonly string[]} files of it
 * @param {string} date
 */
export function prepareTree(root, files, date) {
  const read = (file) => readFileSync(join(root, file), 'utf8')
  const paths = files.filter((file) => FRAGMENTS.test(file)).sort()
  const fragments = paths.map((file) => readFragment(file, read(file)))
  const { version: before } = JSON.parse(read('package.json'))
  const version = nextVersion(
    before,
    fragments.map(({ kind }) => kind),
  )
  const changelog = existsSync(join(root, 'CHANGELOG.md')) ? read('CHANGELOG.md') : undefined
  const texts = new Map([['CHANGELOG.md', withRelease(changelog, { version, date, fragments })]])
  for (const file of MANIFESTS) texts.set(file, withVersion(read(file), version))
  for (const file of files.filter((file) => NAMES_VERSION.test(file))) {
    const text = withNames(read(file), before, version)
    if (text !== read(file)) texts.set(file, text)
  }
  for (const [file, text] of texts) writeFileSync(join(root, file), text)
  for (const file of paths) rmSync(join(root, file))
  return { version, changed: [...texts.keys(), ...paths] }
}

/** Replaces our version in a text wherever it names what to install: a package, file, tag or revision. */
export const withNames = (text, before, version) =>
  text.replaceAll(/(?<=\bboardwright[@-]v?|\brev: v)\d+\.\d+\.\d+\b/g, (named) => (named === before ? version : named))

/** A manifest or lock file with our version replaced. */
export function withVersion(text, version) {
  const manifest = JSON.parse(text)
  manifest.version = version
  if (manifest.packages) manifest.packages[''].version = version
  return `${JSON.stringify(manifest, null, 2)}\n`
}
