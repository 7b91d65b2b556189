import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {Readonly<Record<string, string>>} Versions By the name of a package.
 *
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string} description
 * @property {string} license
 * @property {Readonly<Record<string, string>>} scripts
 * @property {Readonly<Record<string, string>>} exports
 * @property {Versions} dependencies
 * @property {Versions} optionalDependencies
 * @property {Versions} devDependencies
 */

/**
 * The package.json of a directory, or the text of one from elsewhere.
 * @returns {Manifest}
 */
export const readManifest = (root = '.') => manifestOf(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * @param {string} text
 * @returns {Manifest}
 */
const manifestOf = (text) => ({
  exports: {},
  scripts: {},
  dependencies: {},
  optionalDependencies: {},
  devDependencies: {},
  ...JSON.parse(text),
})

/** What it asks for to run, with the versions. */
export const askedBy = ({ dependencies, optionalDependencies }) => ({ ...dependencies, ...optionalDependencies })
