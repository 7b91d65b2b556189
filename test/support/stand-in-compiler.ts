import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Something in the place of the engine's compiler: it runs the JavaScript of a model as that does, but with all that the
 * process has, as if a model had broken out. Templates are JSON below a line of their own.
 */
const COMPILER = `
const run = async (files, engine, all) => {
  const kinds = (kind) => (name, { measures = {}, joins = [], parts = [] }) => all.push({ kind, name, measures, joins, parts })
  for (const { fileName, content } of files) {
    if (fileName.endsWith('.js')) new Function('require', 'cube', 'view', content)(require, kinds('cube'), kinds('view'))
    else if (content.startsWith('{%')) {
      engine.loadTemplate(fileName, content)
      const { name, measures } = JSON.parse(await engine.renderTemplate(fileName, {}))
      kinds('cube')(name, { measures })
    }
  }
}
const configOf = ({ kind, name, measures }) => ({
  ...{ name, type: kind, isVisible: true, dimensions: [], segments: [], hierarchies: [] },
  measures: Object.entries(measures).map(([each, type]) => ({ name: name + '.' + each, aggType: type, isVisible: true })),
})
exports.prepareCompiler = (repository, { nativeInstance }) => {
  const all = []
  return {
    compiler: { compile: async () => run(await repository.dataSchemaFiles(), nativeInstance.newJinjaEngine(), all) },
    metaTransformer: { get cubes() { return all.map((each) => ({ config: configOf(each) })) } },
    cubeEvaluator: { cubeList: [], cubeFromPath: (name) => all.find((each) => each.name === name) },
  }
}`

const TEMPLATES = `
const known = new Map()
exports.Environment = class {
  addTemplate(name, text) { known.set(name, text) }
  renderTemplate(name) { return known.get(name).split('%}')[1] }
}`

const FILES: Readonly<Record<string, string>> = {
  '@cubejs-backend/schema-compiler/index.js': COMPILER,
  '@cubejs-backend/schema-compiler/dist/src/compiler/YamlCompiler.js': 'exports.YamlCompiler = class {}',
  '@babel/types/index.js': '',
  'workerpool/index.js': '',
  'minijinja-js/index.js': TEMPLATES,
}

/** Installs it beside a project; others of its files instead of its own. */
export function installStandIn(
  directory: string,
  version = '1.7.43',
  instead: Readonly<Record<string, string>> = {},
): void {
  const modules = join(directory, 'node_modules')
  for (const [path, text] of Object.entries({ ...FILES, ...instead })) {
    mkdirSync(dirname(join(modules, path)), { recursive: true })
    writeFileSync(join(modules, path), text)
  }
  for (const name of ['@cubejs-backend/schema-compiler', 'minijinja-js'])
    writeFileSync(join(modules, name, 'package.json'), JSON.stringify({ name, version }))
}
