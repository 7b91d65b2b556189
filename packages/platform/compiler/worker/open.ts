import childProcess from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { env } from 'node:process'
import { TEMPLATES, TYPES, WORKERS } from '../packages.ts'
import { createTemplates } from '../templates.ts'

/**
 * Opens the open engine's own compiler of data models, without its native part: that is needed for Python alone, and
 * what it does with Jinja another engine of templates does.
 */

/** What we use of it. */
export interface Compilers {
  readonly compiler: { readonly compile: () => Promise<unknown> }
  readonly metaTransformer: { readonly cubes: readonly { readonly config: CompiledCube }[] }
  readonly cubeEvaluator: {
    readonly cubeList: readonly { readonly name: string; readonly fileName?: string }[]
    readonly cubeFromPath: (name: string) => {
      readonly joins?: readonly { readonly name: string }[]
      readonly includedMembers?: readonly { readonly name: string; readonly memberPath: string }[]
    }
  }
}

export interface CompiledMember {
  readonly name: string
  readonly type?: string
  readonly aggType?: string
  readonly isVisible?: boolean
  readonly granularities?: readonly { readonly name: string }[]
}

export interface CompiledCube {
  readonly name: string
  readonly type: 'cube' | 'view'
  readonly isVisible: boolean
  readonly measures: readonly CompiledMember[]
  readonly dimensions: readonly CompiledMember[]
  readonly segments: readonly CompiledMember[]
  readonly hierarchies: readonly CompiledMember[]
}

export interface CompilerError {
  readonly message: string
  readonly fileName?: string
}

export type Outcome =
  | { readonly valid: false; readonly errors: readonly CompilerError[]; readonly compilers: Compilers }
  | { readonly valid: true; readonly compilers: Compilers; readonly entries: readonly CompiledCube[] }

export type Compile = (files: ReadonlyMap<string, string>) => Promise<Outcome>

type Require = ReturnType<typeof createRequire>

/** Where its packages are: their manifests. */
export interface Packages {
  readonly compiler: string
  readonly templates?: string | undefined
}

export function openCompiler({ compiler, templates }: Packages): Compile {
  Object.assign(env, SETTINGS)
  const require = createRequire(compiler)
  const { prepareCompiler } = withoutPrograms(() => require(dirname(compiler))) as {
    prepareCompiler: (repository: object, options: object) => Compilers
  }
  runWorkersHere(require)
  rememberExpressions(require)
  const nativeInstance = {
    isFallback: true,
    ...createTemplates(() => require(templates === undefined ? TEMPLATES : dirname(templates))),
  }
  return async (files) => {
    const repository = {
      localPath: () => dirname(compiler),
      dataSchemaFiles: async () => [...files].map(([fileName, content]) => ({ fileName, content })),
    }
    const options = { nativeInstance, allowNodeRequire: false, standalone: true, compileContext: CONTEXT }
    const compilers = prepareCompiler(repository, options)
    try {
      await compilers.compiler.compile()
    } catch (cause) {
      return { valid: false, errors: errorsOf(compilers, cause), compilers }
    }
    return { valid: true, compilers, entries: compilers.metaTransformer.cubes.map(({ config }) => config) }
  }
}

const CONTEXT = { securityContext: {} }

/** One thread, else the process does not end; and the planner of queries that is left without the native part. */
const SETTINGS = {
  CUBEJS_TRANSPILATION_WORKER_THREADS_COUNT: '1',
  CUBEJS_TELEMETRY: 'false',
  CUBEJS_TESSERACT_SQL_PLANNER: 'false',
}

/** Loads something as on a system that has no other programs: it asks some of them about the system. */
function withoutPrograms(load: () => unknown): unknown {
  const { spawnSync } = childProcess
  const none = { status: null, stdout: '', stderr: '' }
  Object.assign(childProcess, { spawnSync: () => none })
  try {
    return load()
  } finally {
    Object.assign(childProcess, { spawnSync })
  }
}

/** What it reported, by file where it knows that; what broke it, if it reported nothing. */
function errorsOf({ compiler }: Compilers, cause: unknown): readonly CompilerError[] {
  const { errorsReporter: reporter } = compiler as { errorsReporter?: { getErrors?: () => readonly CompilerError[] } }
  const reported = reporter?.getErrors?.() ?? []
  return reported.length > 0 ? reported : [{ message: cause instanceof Error ? cause.message : String(cause) }]
}

interface Reporter {
  readonly error: (message: unknown) => void
}

/** Most of the time goes into reading expressions of Python, and a model has many of them several times. */
function rememberExpressions(require: Require): void {
  const { YamlCompiler } = require('./dist/src/compiler/YamlCompiler') as {
    YamlCompiler: { prototype: { parsePythonAndTranspileToJs: (code: string, errors: Reporter) => object } }
  }
  const { cloneNode } = require(TYPES) as { cloneNode: (node: object) => object }
  const read = YamlCompiler.prototype.parsePythonAndTranspileToJs
  const known = new Map<string, object>()
  YamlCompiler.prototype.parsePythonAndTranspileToJs = function (code, errors) {
    const before = known.get(code)
    if (before) return cloneNode(before)
    let isWrong = false
    const tree = read.call(this, code, {
      error(message) {
        isWrong = true
        errors.error(message)
      },
    })
    if (!isWrong) known.set(code, cloneNode(tree))
    return tree
  }
}

type Functions = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>
interface Workers {
  worker: (functions: Functions) => void
  pool: (file: string, ...rest: readonly unknown[]) => unknown
}

/** A worker for each model would take longer than the model: what it runs is run here, new for each of them. */
function runWorkersHere(require: Require): void {
  const workers = require(WORKERS) as Workers
  const { worker, pool } = workers
  const functionsIn = (file: string): Functions => {
    let given: Functions = {}
    workers.worker = (functions) => {
      given = functions
    }
    delete require.cache[`${file}.js`]
    require(file)
    workers.worker = worker
    return given
  }
  workers.pool = (file, ...rest) => {
    if (!file.endsWith('transpiler_worker')) return pool(file, ...rest)
    const functions = functionsIn(file)
    return {
      exec: async (name: string, args: readonly unknown[]) => functions[name]?.(...args),
      terminate: async () => undefined,
    }
  }
}
