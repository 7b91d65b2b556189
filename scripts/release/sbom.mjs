import { posix } from 'node:path'

/** The bill of materials of a release, in CycloneDX format, made from the lock file alone. */

const UNSURE = /[()]| (?:OR|AND|WITH) /

/** The name of a package, from the path where it is installed. */
const nameAt = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** A package URL: the scope is its namespace, with the @ escaped. */
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

const licensesOf = (license) =>
  license === undefined
    ? {}
    : { licenses: UNSURE.test(license) ? [{ expression: license }] : [{ license: { id: license } }] }

/** `sha512-` and base64, as in the lock file. */
function hashesOf(integrity) {
  const [, base64] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? []
  return base64 === undefined
    ? {}
    : { hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }] }
}

function componentAt(path, { version, license, integrity, optional }) {
  const name = nameAt(path)
  const [scope, short] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = purlOf(name, version)
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope === undefined ? {} : { group: scope }),
    name: short,
    version,
    scope: optional ? 'optional' : 'required',
    ...hashesOf(integrity),
    ...licensesOf(license),
    purl,
  }
}

/** Where Node finds a package that another one requires: inside it, or in any directory above. */
function placeOf(packages, from, name) {
  const above = [...from.matchAll(/\/node_modules\//g)].map(({ index }) => from.slice(0, index)).reverse()
  const places = [from, ...above, ''].map((at) => posix.join(at, 'node_modules', name))
  return places.find((place) => packages[place])
}

const needsOf = ({ dependencies, optionalDependencies, peerDependencies }) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })

/**
 * The paths of the packages that installing ours brings.
 * @param {{ packages: Record<string, any> }} lock
 */
export function installedBy({ packages }) {
  const found = new Set([''])
  for (const path of found) {
    for (const name of needsOf(packages[path])) {
      const place = placeOf(packages, path, name)
      if (place !== undefined) found.add(place)
    }
  }
  found.delete('')
  return [...found].sort()
}

/**
 * A bill of materials.
 * @param {{ packages: Record<string, any> }} lock
 * @param {readonly string[]} paths where its packages are installed
 * @param {{ timestamp: string, runtime?: string }} facts the time of the release, and the version of the Node inside,
 * if any
 */
export function sbomOf({ packages }, paths, { timestamp, runtime }) {
  const { '': own } = packages
  const held = [...new Set(paths)].sort()
  const refAt = (path) => (path === '' ? purlOf(own.name, own.version) : purlOf(nameAt(path), packages[path].version))
  const node =
    runtime === undefined
      ? []
      : [{ type: 'platform', 'bom-ref': `node@${runtime}`, name: 'node', version: runtime, ...licensesOf('MIT') }]
  const dependenciesOf = (path) => {
    const places = needsOf(packages[path]).map((name) => placeOf(packages, path, name))
    const refs = places.filter((place) => held.includes(place)).map(refAt)
    return { ref: refAt(path), dependsOn: [...new Set(refs)].sort() }
  }
  const byRef = new Map(held.map((path) => [refAt(path), componentAt(path, packages[path])]))
  const edges = new Map(held.map((path) => [refAt(path), dependenciesOf(path)]))
  const top = dependenciesOf('')
  const reached = new Set([...edges.values(), top].flatMap(({ dependsOn }) => dependsOn))
  // Packages that are bundled into our files are not installed, so list them as our dependencies.
  const bundled = [...byRef.keys()].filter((ref) => !reached.has(ref))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp,
      component: {
        type: 'application',
        'bom-ref': refAt(''),
        name: own.name,
        version: own.version,
        ...licensesOf(own.license),
        purl: refAt(''),
      },
    },
    components: [...node, ...byRef.values()],
    dependencies: [
      { ref: top.ref, dependsOn: [...top.dependsOn, ...bundled, ...node.map((each) => each['bom-ref'])].sort() },
      ...edges.values(),
    ],
  }
}
