import { readFileSync } from 'node:fs'

/**
 * @typedef {object} Import What a file imports from one place, or passes on from it.
 * @property {string} from As it is written.
 * @property {boolean} isExport
 * @property {boolean} isOfTypes Nothing of it is there when the program runs.
 * @property {readonly Name[]} names None if all of it is meant.
 *
 * @typedef {object} Name
 * @property {string} there What it is called where it comes from.
 * @property {string} here
 * @property {boolean} isType
 */

const STATEMENT = /^(?<verb>import|export) (?<types>type )?(?:(?<what>[^'"`;]*?) from )?'(?<from>[^']+)'/
const CALL = /\b(?:import|require|createRequire\(import\.meta\.url\))\('(?<asked>[^']+)'\)/
const IMPORT = new RegExp(`${STATEMENT.source}|${CALL.source}`, 'gm')

/**
 * The one reader of imports: for the build, for the rungs of tests, and for the tests of walls.
 * @param {string} file
 * @returns {readonly Import[]}
 */
export const importsIn = (file) =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(({ groups }) => ({
    from: groups.from ?? groups.asked,
    isExport: groups.verb === 'export',
    isOfTypes: groups.types !== undefined,
    names: namesIn(groups.what),
  }))

/** @returns {readonly Name[]} */
function namesIn(what = '') {
  const [, list = ''] = /\{([^}]*)\}/.exec(what) ?? []
  const parts = list.split(',').map((part) => part.trim())
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [there, here = there] = part.replace(/^type /, '').split(' as ')
      return { there, here, isType: part.startsWith('type ') }
    })
}
