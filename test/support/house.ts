interface Room {
  readonly holds: string
  /** The rooms that it may import from. It may always import from itself. */
  readonly imports: readonly string[]
}

const LEAVES = ['secrets', 'errors', 'json', 'fits', 'lazy', 'limit', 'many', 'nearest', 'pattern', 'snake-case']

/** The structure of `src`. The map in CONTRIBUTING.md and the import test are made from it. */
export const HOUSE: Readonly<Record<string, Room>> = {
  causes: { holds: 'errors of the operating system and the network, in plain words', imports: [] },
  exits: { holds: 'exit statuses, and which of several wins', imports: [] },
  errors: { holds: 'error codes, their exit statuses and hints; the one error class', imports: ['causes', 'exits'] },
  json: { holds: 'JSON that is read and written without loss', imports: [] },
  fits: { holds: 'a quick check whether a value fits a schema', imports: [] },
  lazy: {
    holds: 'work that is put off until it is needed, or done once for each object',
    imports: [],
  },
  many: { holds: 'lists as long as content makes them', imports: [] },
  limit: { holds: 'at most so many pieces of work at once', imports: [] },
  pattern: { holds: 'regular expressions that are put together from others and from names', imports: [] },
  nearest: { holds: 'the closest known word to a misspelled one', imports: [] },
  'snake-case': { holds: 'keys of a data model, converted to snake case', imports: [] },
  secrets: { holds: 'removes keys from any text that leaves the program', imports: ['many'] },
  contrast: { holds: 'whether text in one colour is readable on another', imports: [] },
  parts: { holds: 'the parts of a value, one by one', imports: [] },
  'chart-columns': { holds: 'the columns that a chart draws from', imports: [] },
  'vega-lite': { holds: 'the words that Vega-Lite knows: marks, channels, types, aggregates', imports: [] },
  query: { holds: 'what a query to the data API may contain', imports: ['many', 'nearest', 'pattern'] },
  company: {
    holds: 'a made-up company for a data model, whose rows answer queries and SQL. Pure',
    imports: ['many', 'query', 'lazy', 'pattern', 'snake-case'],
  },
  address: { holds: 'addresses that a token is sent to, and the proxy on the way', imports: ['errors'] },
  git: { holds: 'the only place that starts git, in a way that lets git run nothing else', imports: ['limit'] },
  scene: { holds: 'what the viewer draws and what its pages are told, as types', imports: ['company'] },
  program: {
    holds: "where the program's own files are: in the sources, the bundles or the standalone program",
    imports: ['errors'],
  },
  page: { holds: 'pages for browsers: the files of the viewer, and what a page may do', imports: ['scene', 'program'] },
  api: { holds: 'the management API as data: schemas and endpoint rows, by area', imports: [] },
  picture: { holds: 'a layout as SVG, pixels or characters; escaped markup', imports: ['many'] },
  client: {
    holds: 'the HTTP client: auth, retries, limits, paging, a typed call for each row',
    imports: ['api', 'address', 'causes', ...LEAVES],
  },
  content: {
    holds: 'the domain: what a repository declares. Pure',
    imports: ['query', 'company', 'scene', 'chart-columns', 'vega-lite', ...LEAVES],
  },
  ledger: {
    holds: 'the record that apply leaves on objects: what it says, and what all of them say together. Pure',
    imports: ['content', ...LEAVES],
  },
  serialize: {
    holds: 'turns files into content and back. Pure',
    imports: ['content', 'query', 'scene', 'picture', 'contrast', ...LEAVES],
  },
  workspace: { holds: "the user's disk and git", imports: ['git', 'content', ...LEAVES] },
  config: { holds: 'boardwright.yaml', imports: ['content', 'address', ...LEAVES] },
  cache: {
    holds:
      'what is remembered from one run to the next, signed: the content of each file of a tree and of each row of a list',
    imports: ['serialize', 'workspace', 'client', 'content', 'program', ...LEAVES],
  },
  project: {
    holds: 'a project on disk: its settings, its tree as a target sees it, its history',
    imports: ['cache', 'serialize', 'workspace', 'config', 'content', 'program', ...LEAVES],
  },
  plan: {
    holds: 'the three-way diff, the order, the safety checks, the plan as a value. Pure',
    imports: ['content', 'ledger', 'picture', 'exits', ...LEAVES],
  },
  apply: { holds: 'runs a plan', imports: ['plan', 'content', 'ledger', 'exits', ...LEAVES] },
  live: {
    holds: 'the live side: a target as content. `index.ts` is its only door',
    imports: ['cache', 'client', 'api', 'content', 'ledger', ...LEAVES],
  },
  forge: { holds: 'the APIs of GitHub, GitLab and Gitea', imports: ['address', 'causes', ...LEAVES] },
  sandbox: {
    holds: 'the local platform',
    imports: ['git', 'api', 'query', 'company', 'picture', 'page', 'scene', 'draw', 'program', ...LEAVES],
  },
  viewer: {
    holds: 'browser code that draws dashboards',
    imports: ['company', 'scene', 'many', 'nearest', 'parts', 'pattern', 'chart-columns', 'vega-lite', 'contrast'],
  },
  draw: {
    holds: 'pictures of dashboards without a browser: processes without power that draw what the viewer draws',
    imports: ['lazy', 'json', 'many', 'scene', 'program', 'viewer', 'chart-columns', 'errors'],
  },
  preview: {
    holds: 'the server of `preview`: pages for a browser on the same machine',
    imports: ['page', 'scene', ...LEAVES],
  },
  sync: {
    holds: 'joins the stages, one file for each use',
    imports: [
      ...[
        'project',
        'cache',
        'serialize',
        'workspace',
        'plan',
        'apply',
        'live',
        'config',
        'client',
        'content',
        'query',
        'company',
        'ledger',
        'scene',
        'picture',
        'parts',
        'draw',
        'program',
        'address',
        'exits',
      ],
      ...LEAVES,
    ],
  },
  mcp: {
    holds: 'the server of tools for agents: files of the tree, and reading what is live',
    imports: ['sync', 'project', 'content', ...LEAVES],
  },
  cli: {
    holds: 'the command line, with one file for each command; the only place that exits the process',
    imports: [
      'sync',
      'project',
      'plan',
      'config',
      'content',
      'forge',
      'sandbox',
      'preview',
      'mcp',
      'program',
      'exits',
      ...LEAVES,
    ],
  },
  index: { holds: 'the public API: named re-exports', imports: ['sync', 'client', 'api', 'sandbox', ...LEAVES] },
}

/** Packages and built-in modules that have one owner. */
export const OWNERS: Readonly<Record<string, readonly string[]>> = {
  undici: ['client', 'forge'],
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
