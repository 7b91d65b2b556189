import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { z } from 'zod'
import { COMPILER, TEMPLATES } from './packages.ts'

/** The open engine's compiler, where somebody installed it. */
export interface InstalledCompiler {
  readonly version: string
  /** The manifests of its packages, wherever links lead. Only models with templates need the second. */
  readonly compiler: string
  readonly templates?: string | undefined
  /** What it is made of. */
  readonly reads: readonly string[]
}

/** Models of older ones are other models. */
const LEAST = { major: 1, minor: 7 }

/** The compiler that a project would load, from its own directory or one above. */
export function findCompiler(directory: string): InstalledCompiler {
  const found = manifestsBeside(directory, [COMPILER, TEMPLATES])
  const [compiler, templates] = [found.get(COMPILER), found.get(TEMPLATES)]
  if (compiler === undefined)
    throw new BoardwrightError('COMPILER_MISSING', `the compiler is not installed beside this project: no ${COMPILER}`)
  const { version } = Manifest.parse(createRequire(compiler)(compiler))
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < LEAST.major || (major === LEAST.major && minor < LEAST.minor)) {
    const least = `${LEAST.major}.${LEAST.minor}`
    throw new BoardwrightError('COMPILER_MISSING', `${COMPILER} ${version} is too old: ${least} or newer is needed`)
  }
  return { version, compiler, templates, reads: [...new Set([compiler, templates ?? compiler].map(treeOf))] }
}

const Manifest = z.object({ version: z.string() })

/** The manifests of those of these packages that a program in this directory would find. */
export function manifestsBeside(directory: string, names: readonly string[]): ReadonlyMap<string, string> {
  const require = createRequire(join(directory, 'package.json'))
  return new Map(
    names.flatMap((name) => {
      const manifest = manifestOf(require, name)
      return manifest === undefined ? [] : [[name, manifest] as const]
    }),
  )
}

function manifestOf(require: ReturnType<typeof createRequire>, name: string): string | undefined {
  try {
    return require.resolve(`${name}/package.json`)
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'MODULE_NOT_FOUND') return undefined
    throw cause
  }
}

/** The outermost `node_modules` that a package lies in: whatever it loads lies there too. */
function treeOf(manifest: string): string {
  const parts = dirname(manifest).split(sep)
  return parts.slice(0, parts.indexOf('node_modules') + 1).join(sep)
}
