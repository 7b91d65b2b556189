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
    imports: ['@boardwright/platform/query'],
  },
  base: {
    holds: 'what was last applied: the ledgers that apply leaves on objects, and what they and git say together. Pure',
    imports: ['content'],
  },
  serialize: {
    holds: 'turns files into content and back. Pure',
    imports: ['content', '@boardwright/common/yaml', '@boardwright/pictures', '@boardwright/platform/model'],
  },
  lint: {
    holds: 'what is wrong with content, and what uses what. Pure',
    imports: [
      'serialize',
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
  rules: {
    holds: 'what a team expects of its content: rules of the house, and what they find. Pure',
    imports: ['lint', 'serialize', 'config', 'content', '@boardwright/common/yaml', '@boardwright/platform/model'],
  },
  compare: {
    holds: 'every object in the tree, in the target and as last applied: whose it is, and who changed what. Pure',
    imports: ['content', 'base'],
  },
  take: { holds: 'what is live, merged into the tree. Pure', imports: ['compare', 'base', 'content'] },
  plan: {
    holds: 'what to do about each object, what is in the way, and the plan as a value. Pure',
    imports: ['compare', 'content', 'base'],
  },
  words: {
    holds: 'a plan in words: for a terminal, in Markdown, as a page, with drawings. Pure',
    imports: ['plan', 'content', '@boardwright/pictures'],
  },
  apply: { holds: 'runs a plan', imports: ['plan', 'content', 'base'] },
  live: {
    holds: 'the live side: a target as content. `index.ts` is its only door',
    imports: ['cache', 'content', 'base', '@boardwright/common/yaml', '@boardwright/platform'],
  },
  project: {
    holds:
      'a project on disk (its settings, its tree as a target sees it, its history), and its uses: plan, apply, export, promote',
    imports: [
      'cache',
      'rules',
      'lint',
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
      '@boardwright/platform',
      '@boardwright/platform/model',
    ],
  },
  check: {
    holds:
      'what is wrong with a tree, and what uses what: `validate`, `impact`, the check of a data model by the platform',
    imports: [
      'project',
      'plan',
      'words',
      'cache',
      'live',
      'base',
      'rules',
      'lint',
      'serialize',
      'workspace',
      'config',
      'content',
      '@boardwright/common/yaml',
      '@boardwright/platform',
      '@boardwright/platform/compiler',
      '@boardwright/platform/model',
    ],
  },
  edit: {
    holds: 'changes files of a tree on purpose: `new`, `rename`, `copy`, `rm`, `fmt`, the merge driver',
    imports: [
      'check',
      'project',
      'rules',
      'lint',
      'serialize',
      'workspace',
      'config',
      'content',
      '@boardwright/common/yaml',
      '@boardwright/pictures',
      '@boardwright/platform/model',
    ],
  },
  previews: {
    holds:
      'looks at dashboards before they are applied: the page on this machine, pictures, copies in a target, numbers',
    imports: [
      'check',
      'project',
      'plan',
      'words',
      'cache',
      'live',
      'lint',
      'serialize',
      'workspace',
      'config',
      'content',
      '@boardwright/pictures',
      '@boardwright/pictures/draw',
      '@boardwright/platform',
      '@boardwright/platform/query',
    ],
  },
  fleet: {
    holds: 'many targets at once: waves and gates',
    imports: ['project', 'plan', 'apply', 'workspace', 'config', 'content', '@boardwright/platform'],
  },
  agents: {
    holds: 'what coding agents use: the server of tools, instructions, searches',
    imports: [
      'setup',
      'edit',
      'previews',
      'check',
      'project',
      'plan',
      'words',
      'lint',
      'serialize',
      'workspace',
      'config',
      'content',
      '@boardwright/platform',
    ],
  },
  setup: {
    holds: 'sets up a project and a machine: `init`, `doctor`, an editor',
    imports: [
      'project',
      'live',
      'rules',
      'lint',
      'serialize',
      'workspace',
      'config',
      'content',
      '@boardwright/common/yaml',
      '@boardwright/platform',
      '@boardwright/platform/model',
      '@boardwright/platform/query',
    ],
  },
  cli: {
    holds: 'the command line, with one file for each command; the only place that exits the process',
    imports: [
      'agents',
      'edit',
      'previews',
      'fleet',
      'setup',
      'check',
      'rules',
      'project',
      'plan',
      'words',
      'workspace',
      'config',
      'content',
      '@boardwright/common/machine',
      '@boardwright/sandbox',
      '@boardwright/ci',
    ],
  },
  index: {
    holds: 'the public API: named re-exports',
    imports: [
      'check',
      'project',
      'plan',
      'words',
      'config',
      'content',
      '@boardwright/platform',
      '@boardwright/sandbox',
      '@boardwright/sandbox/start',
    ],
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
  '@modelcontextprotocol/server': ['agents'],
  'vega-expression': ['lint'],
  'node:process': ['cli', 'sandbox', 'workspace', 'git', 'powerless', 'compiler', 'program'],
  'node:child_process': ['git', 'cli', 'powerless', 'compiler', 'sandbox'],
  'node:fs': ['git', 'workspace', 'cache', 'sandbox', 'draw', 'cli', 'program', 'powerless'],
  'node:sea': ['program'],
  'node:worker_threads': ['cli'],
  '@resvg/resvg-wasm': ['draw'],
  'node:fs/promises': ['workspace', 'sandbox'],
}

/** How many names each door has. It may become fewer. */
export const DOORS: Readonly<Record<string, number>> = {
  '@boardwright/common': 56,
  '@boardwright/common/machine': 15,
  '@boardwright/common/powerless': 3,
  '@boardwright/common/yaml': 23,
  '@boardwright/platform': 137,
  '@boardwright/platform/compiler': 9,
  '@boardwright/platform/model': 35,
  '@boardwright/platform/query': 32,
  '@boardwright/pictures': 77,
  '@boardwright/pictures/draw': 12,
  '@boardwright/ci': 15,
  '@boardwright/sandbox': 9,
  '@boardwright/sandbox/start': 1,
}
