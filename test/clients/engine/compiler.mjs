// The open engine's own compiler of data models, without its native part: that is needed for Python alone, and what it
// does with Jinja another engine of templates does.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'

/** One thread: else the process does not end. */
process.env.CUBEJS_TRANSPILATION_WORKER_THREADS_COUNT = '1'
process.env.CUBEJS_TELEMETRY = 'false'
// The planner of queries that is left without the native part.
process.env.CUBEJS_TESSERACT_SQL_PLANNER = 'false'

/** Opens the compiler that is installed below a folder. */
export function openCompiler(directory) {
  const require = createRequire(join(directory, 'package.json'))
  const { prepareCompiler } = require('@cubejs-backend/schema-compiler')
  rememberExpressions(require)
  runWorkersHere(require)
  const nativeInstance = createTemplates(require('minijinja-js'))
  return async (files) => {
    const repository = {
      localPath: () => directory,
      dataSchemaFiles: async () => [...files].map(([fileName, content]) => ({ fileName, content })),
    }
    const options = {
      nativeInstance,
      allowNodeRequire: false,
      standalone: true,
      compileContext: { securityContext: {} },
    }
    const compilers = prepareCompiler(repository, options)
    try {
      await compilers.compiler.compile()
    } catch (error) {
      return { valid: false, message: String(error.message ?? error) }
    }
    return { valid: true, compilers, entries: compilers.metaTransformer.cubes.map(({ config }) => config) }
  }
}

/** Most of the time goes into reading expressions of Python, and thousands of models have the same ones. */
function rememberExpressions(require) {
  const { YamlCompiler } = require('@cubejs-backend/schema-compiler/dist/src/compiler/YamlCompiler')
  const { cloneNode } = require('@babel/types')
  const read = YamlCompiler.prototype.parsePythonAndTranspileToJs
  const known = new Map()
  YamlCompiler.prototype.parsePythonAndTranspileToJs = function (code, errors) {
    if (known.has(code)) return cloneNode(known.get(code))
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

/** A worker for each model would take longer than the model: what it runs is run here, new for each of them. */
function runWorkersHere(require) {
  const workers = require('workerpool')
  const { worker, pool } = workers
  const calls = (file) => {
    let given
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
    const functions = calls(file)
    return { exec: async (name, args) => functions[name](...args), terminate: async () => {} }
  }
}

/** Templates in the place of the native part. Under the names of plain texts, else they are escaped for HTML. */
const createTemplates = ({ Environment }) => ({
  isFallback: true,
  loadPythonContext: async () => ({ __type: 'PythonCtx', filters: {}, variables: {}, functions: {} }),
  newJinjaEngine() {
    const environment = new Environment()
    return {
      loadTemplate: (name, content) => environment.addTemplate(`${name}.txt`, content),
      renderTemplate: async (name, context) => environment.renderTemplate(`${name}.txt`, { COMPILE_CONTEXT: context }),
    }
  },
})

/** What the engine says of a query before it asks a database: undefined if it would ask. */
export function openQueries(directory) {
  const require = createRequire(join(directory, 'package.json'))
  const { createQuery } = require('@cubejs-backend/schema-compiler')
  const { normalizeQuery, remapToQueryAdapterFormat } = require('@cubejs-backend/api-gateway/dist/src/query')
  return ({ compilers, entries }, query) => {
    const visible = new Set(
      entries.flatMap(({ measures, dimensions }) =>
        [...measures, ...dimensions].flatMap(({ name, isVisible }) => (isVisible ? [name] : [])),
      ),
    )
    try {
      if (query.maskedMembers) return 'maskedMembers cannot be provided in the query'
      const normal = remapToQueryAdapterFormat(normalizeQuery(structuredClone(query), false))
      createQuery(compilers, 'postgres', { ...normal, contextSymbols: { securityContext: {} } }).buildSqlAndParams()
      const times = normal.timeDimensions.flatMap(({ dimension, granularity }) => (granularity ? [dimension] : []))
      const hidden = [...(normal.measures ?? []), ...normal.dimensions, ...times].find((name) => !visible.has(name))
      return hidden && `You requested hidden member: '${hidden}'`
    } catch (error) {
      return String(error.message ?? error)
    }
  }
}
