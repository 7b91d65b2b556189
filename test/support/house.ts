import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** All code that is neither a test nor a script: of the engine, and of the packages. */
export const sourceFiles = (): string[] =>
  ['src', 'packages'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((file) => join(root, file))
      .filter((file) => file.endsWith('.ts') && !/^packages\/[^/]+\/(?:test|node_modules)\//.test(file)),
  )

interface Room {
  readonly holds: string
  /** The rooms and packages that it may import from, besides itself and `@boardwright/common`. */
  readonly imports: readonly string[]
}

/** The rooms of the engine. The map in CONTRIBUTING.md and the import test are made from it. */
export const HOUSE: Readonly<Record<string, Room>> = {
  content: {
    holds: 'the domain: what a repository declares. Pure',
    imports: ['@boardwright/pictures', '@boardwright/platform/query'],
  },
  base: {
    holds: 'what was last applied: the ledgers that apply leaves on objects, and what they and git say together. Pure',
    imports: ['content'],
  },
  serialize: {
    holds: 'turns files into content and back. Pure',
    imports: [
      'content',
      '@boardwright/common/yaml',
      '@boardwright/pictures',
      '@boardwright/platform/model',
      '@boardwright/platform/query',
    ],
  },
  workspace: { holds: "the user's disk and git", imports: ['content', '@boardwright/common/machine'] },
  config: { holds: 'boardwright.yaml', imports: ['content', '@boardwright/platform'] },
  cache: {
    holds:
      'what is remembered from one run to the next, signed: the content of each file of a tree and of each row of a list',
    imports: ['serialize', 'workspace', 'content', '@boardwright/common/machine', '@boardwright/platform'],
  },
  project: {
    holds: 'a project on disk: its settings, its tree as a target sees it, its history',
    imports: ['cache', 'serialize', 'workspace', 'config', 'content', '@boardwright/common/yaml'],
  },
  compare: {
    holds: 'every object in the tree, in the target and as last applied: whose it is, and who changed what. Pure',
    imports: ['content', 'base'],
  },
  take: { holds: 'what is live, merged into the tree. Pure', imports: ['compare', 'base', 'content'] },
  plan: {
    holds: 'the order, the safety checks, the plan as a value. Pure',
    imports: ['compare', 'content', 'base', '@boardwright/pictures'],
  },
  apply: { holds: 'runs a plan', imports: ['plan', 'content', 'base'] },
  live: {
    holds: 'the live side: a target as content. `index.ts` is its only door',
    imports: ['cache', 'content', 'base', '@boardwright/common/yaml', '@boardwright/platform'],
  },
  preview: {
    holds: 'the server of `preview`: pages for a browser on the same machine',
    imports: ['@boardwright/pictures'],
  },
  sync: {
    holds: 'joins the stages, one file for each use',
    imports: [
      'project',
      'cache',
      'serialize',
      'workspace',
      'compare',
      'take',
      'plan',
      'apply',
      'live',
      'config',
      'content',
      'base',
      '@boardwright/common/yaml',
      '@boardwright/pictures',
      '@boardwright/pictures/draw',
      '@boardwright/platform',
      '@boardwright/platform/model',
      '@boardwright/platform/query',
    ],
  },
  mcp: {
    holds: 'the server of tools for agents: files of the tree, and reading what is live',
    imports: ['sync', 'project', 'content'],
  },
  cli: {
    holds: 'the command line, with one file for each command; the only place that exits the process',
    imports: [
      'sync',
      'project',
      'plan',
      'config',
      'content',

      'preview',
      'mcp',
      '@boardwright/common/machine',
      '@boardwright/sandbox',
      '@boardwright/ci',
    ],
  },
  index: {
    holds: 'the public API: named re-exports',
    imports: ['sync', '@boardwright/platform', '@boardwright/sandbox', '@boardwright/sandbox/start'],
  },
}

/** Packages and built-in modules that have one owner. */
export const OWNERS: Readonly<Record<string, readonly string[]>> = {
  undici: ['client', 'ci'],
  libsql: ['sandbox'],
  hono: ['sandbox'],
  '@hono/node-server': ['sandbox'],
  commander: ['cli'],
  '@clack/prompts': ['cli'],
  '@modelcontextprotocol/server': ['mcp'],
  'vega-expression': ['content'],
  'node:process': ['cli', 'sandbox', 'workspace', 'git', 'draw', 'program'],
  'node:child_process': ['git', 'cli', 'draw'],
  'node:fs': ['git', 'workspace', 'cache', 'sandbox', 'draw', 'cli', 'program'],
  'node:sea': ['program'],
  'node:worker_threads': ['cli'],
  '@resvg/resvg-wasm': ['draw'],
  'node:fs/promises': ['workspace', 'sandbox'],
}

/** How many names each door has. It may become fewer. */
export const DOORS: Readonly<Record<string, number>> = {
  '@boardwright/common': 51,
  '@boardwright/common/machine': 13,
  '@boardwright/common/yaml': 23,
  '@boardwright/platform': 137,
  '@boardwright/platform/model': 37,
  '@boardwright/platform/query': 27,
  '@boardwright/pictures': 53,
  '@boardwright/pictures/draw': 7,
  '@boardwright/ci': 14,
  '@boardwright/sandbox': 9,
  '@boardwright/sandbox/start': 1,
}
