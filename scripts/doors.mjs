import { dirname, join } from 'node:path'
import { importsIn } from './imports.mjs'
import { readManifest } from './manifest.mjs'

const SCOPE = '@boardwright/'

/** The file that a package of this repository is entered by under this name, such as `@boardwright/platform/query`. */
export function doorOf(name) {
  if (!name.startsWith(SCOPE)) return undefined
  const [of, ...door] = name.slice(SCOPE.length).split('/')
  const root = join('packages', of)
  const file = readManifest(root).exports[['.', ...door].join('/')]
  return file === undefined ? undefined : join(root, file)
}

const known = new Map()

/** The names that a door passes on, each with the file that it comes from and its name there. */
function passedOn(door) {
  const found = known.get(door)
  if (found) return found
  const passed = new Map(
    importsIn(door)
      .filter(({ isExport }) => isExport)
      .flatMap(({ from, names }) =>
        names.map(({ there, here }) => [here, { file: join(dirname(door), from), name: there }]),
      ),
  )
  known.set(door, passed)
  return passed
}

/** The file in which a name that a door has is written, and its name there. */
export const behind = (door, name) => passedOn(door).get(name) ?? { file: door, name }
