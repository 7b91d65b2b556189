import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { bundleWhole, LICENSES, licensesOf, PACKAGES, packagesOf } from '../bundling.mjs'

/** Directories with files that the program reads, and code of others in them: pages, and the worker that draws. */
export const HELD = ['dist/viewer', 'dist/draw/worker']

/** The marker by which Node finds the program embedded in it. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** Runs as a separate process, because it changes the exit status of the one it runs in. */
const POSTJECT = fileURLToPath(import.meta.resolve('postject/dist/cli.js'))

/**
 * Makes the standalone program from the built package: the Node that runs this, with the program and its files inside.
 * Returns the packages in it, and their licences.
 */
export async function makeBinary(file) {
  if (process.platform !== 'linux') throw new Error('the standalone program is made on Linux, for Linux')
  const { outputFiles, metafile } = await bundleWhole()
  const [{ contents: program }] = outputFiles
  const directory = mkdtempSync(join(tmpdir(), 'boardwright-binary-'))
  try {
    const place = (name, bytes) => {
      writeFileSync(join(directory, name), bytes)
      return join(directory, name)
    }
    const held = [
      'package.json',
      'dist/compiler/main.cjs',
      'dist/engine/main.cjs',
      ...HELD.flatMap((from) => readdirSync(from).map((name) => `${from}/${name}`)),
    ]
    const blob = join(directory, 'program.blob')
    const config = {
      main: place('boardwright.cjs', program),
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets: {
        ...Object.fromEntries(held.map((path) => [path, resolve(path)])),
        build: place('build', createHash('sha256').update(program).digest('base64url')),
      },
    }
    const runNode = (...args) => execFileSync(process.execPath, args, { stdio: 'pipe' })
    runNode('--experimental-sea-config', place('config.json', JSON.stringify(config)))
    copyFileSync(process.execPath, file)
    chmodSync(file, 0o755)
    runNode(POSTJECT, file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  const texts = HELD.map((from) => readFileSync(join(from, LICENSES), 'utf8'))
  const node = `Node.js ${process.version}: see its LICENSE in that version.\n`
  const others = HELD.flatMap((from) => JSON.parse(readFileSync(join(from, PACKAGES), 'utf8')))
  return {
    packages: [...packagesOf([metafile]), ...others],
    licenses: [node, licensesOf([metafile]), ...texts].join('\n'),
  }
}
