import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { TREE } from './project.ts'

/**
 * What people get wrong, and what they read then: what it is, where it is, and what to do next. Each row is one mistake
 * in a project that is right otherwise.
 */
interface Mistake {
  /** Files that are different; null: gone. */
  readonly files?: Readonly<Record<string, string | null>> | (() => Readonly<Record<string, string | null>>)
  /** Done to the committed project. */
  readonly before?: (root: string) => Promise<unknown> | unknown
  readonly run: readonly string[] | (() => readonly string[])
  readonly env?: () => Readonly<Record<string, string>>
  readonly exit: number
  readonly what: string
  readonly where: string
  readonly next: string
}

const WORKBOOK = 'content/sales/board/workbook.yaml'
const DASHBOARD = 'content/sales/board/dashboard.yaml'
const SQL = 'content/sales/board/reports/orders.sql'
const FOLDER = 'content/sales/folder.yaml'
const CONFIG = 'boardwright.yaml'

let sandbox: Sandbox
let page: Server
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
  page = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'))
  await new Promise<void>((done) => page.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  page.close()
  await sandbox.close()
})

const dashboard = (widget: string): string => `title: Board\nwidgets:\n${widget}`
const chart = (more: string, id = 'a'): string => `  - id: ${id}\n    type: CHART\n    report: orders\n    ${more}\n`
const POSITION = 'position: {x: 0, y: 0, w: 6, h: 4}'
const config = (target: string): string =>
  `version: 1\nproject: acme\nprojectId: abcd1234\nhome: production\ntargets:\n  production: ${target}\n`
const target = (url: string, deployment = 2): string => config(`{url: "${url}", deployment: ${deployment}}`)
const NO_CONTENT = Object.fromEntries(
  Object.keys(TREE)
    .filter((file) => /^(content|overlays)/.test(file))
    .map((file) => [file, null]),
)
const reaching = (url: () => string, deployment?: number) => () => ({
  ...NO_CONTENT,
  [CONFIG]: target(url(), deployment),
})
const admin = () => ({ BOARDWRIGHT_TOKEN: sandbox.keys.admin })
const validate = ['validate']
const pageUrl = (): string => `http://127.0.0.1:${(page.address() as AddressInfo).port}`

const MISTAKES: Readonly<Record<string, Mistake>> = {
  // files
  'a merge that was not finished': {
    files: { [FOLDER]: '<<<<<<< HEAD\nname: Sales\n=======\nname: Selling\n>>>>>>> other\n' },
    run: validate,
    exit: 1,
    what: 'git left a merge conflict here, down to line 5',
    where: 'content/sales/folder.yaml:1:1',
    next: 'Write what both sides meant, and remove the lines of git.',
  },
  'an empty file': {
    files: { [FOLDER]: '' },
    run: validate,
    exit: 1,
    what: 'the file is empty: it has no keys',
    where: 'content/sales/folder.yaml:1:1',
    next: 'Write its keys, bring it back with: git restore content/sales/folder.yaml, or remove it.',
  },
  'a file of comments': {
    files: { [FOLDER]: '# later\n' },
    run: validate,
    exit: 1,
    what: 'the file is empty: it has no keys',
    where: 'content/sales/folder.yaml:1:1',
    next: 'Write its keys, bring it back with: git restore content/sales/folder.yaml, or remove it.',
  },
  'Windows line ends in YAML': {
    files: { [FOLDER]: 'name: Sales\r\n' },
    run: validate,
    exit: 1,
    what: 'has Windows line ends (CRLF)',
    where: 'content/sales/folder.yaml:1:12',
    next: 'Next: boardwright fmt takes it out.',
  },
  'Windows line ends in SQL': {
    files: { [SQL]: 'select 1\r\nfrom ${var.schema}.x\r\n' },
    run: validate,
    exit: 1,
    what: 'has Windows line ends (CRLF)',
    where: 'content/sales/board/reports/orders.sql:1:9',
    next: 'Next: boardwright fmt takes it out.',
  },
  'a byte order mark': {
    files: { [FOLDER]: '\ufeffname: Sales\n' },
    run: validate,
    exit: 1,
    what: 'starts with a byte order mark',
    where: 'content/sales/folder.yaml:1:1',
    next: 'Next: boardwright fmt takes it out.',
  },
  'a tab as indentation': {
    files: { [DASHBOARD]: 'title: Board\nwidgets:\n\t- id: a\n' },
    run: validate,
    exit: 1,
    what: 'a tab in the indentation: use spaces',
    where: 'content/sales/board/dashboard.yaml:3:1',
    next: 'Check indentation and quotes. Text with special characters needs quotes.',
  },
  'a quote that is not closed': {
    files: { [FOLDER]: 'name: "Sales\n' },
    run: validate,
    exit: 1,
    what: 'the closing quote is missing',
    where: 'content/sales/folder.yaml:1:13',
    next: 'Check indentation and quotes. Text with special characters needs quotes.',
  },
  'a colon in a text': {
    files: { [FOLDER]: 'name: Sales: EMEA\n' },
    run: validate,
    exit: 1,
    what: 'a second ": " on one line: a text that holds it needs quotes',
    where: 'content/sales/folder.yaml:1:7',
    next: 'Check indentation and quotes. Text with special characters needs quotes.',
  },
  'a key twice': {
    files: { [FOLDER]: 'name: Sales\nname: Selling\n' },
    run: validate,
    exit: 1,
    what: 'the key "name" is here twice, first in line 1',
    where: 'content/sales/folder.yaml:2:1',
    next: 'Keep one of the two.',
  },
  'a key that is misspelt': {
    files: { [WORKBOOK]: 'slug: board\nnmae: Board\n' },
    run: validate,
    exit: 1,
    what: 'unknown key "nmae"',
    where: 'content/sales/board/workbook.yaml:2:1',
    next: 'did you mean "name"?',
  },
  'a key that is missing': {
    files: { [WORKBOOK]: 'slug: board\n' },
    run: validate,
    exit: 1,
    what: '"name" is missing',
    where: 'content/sales/board/workbook.yaml:1:1',
    next: 'See docs/reference for the keys of each file.',
  },
  'a number where a text belongs': {
    files: { [FOLDER]: 'name: 7\n' },
    run: validate,
    exit: 1,
    what: '"name" must be a text, not 7',
    where: 'content/sales/folder.yaml:1:7',
    next: 'See docs/reference for the keys of each file.',
  },
  'a list where a map belongs': {
    files: { [FOLDER]: '- Sales\n' },
    run: validate,
    exit: 1,
    what: 'the file must be a map, not a list',
    where: 'content/sales/folder.yaml:1:3',
    next: 'See docs/reference for the keys of each file.',
  },
  'a type of widget that does not exist': {
    files: { [DASHBOARD]: dashboard(`  - id: a\n    type: CHRAT\n    report: orders\n    ${POSITION}\n`) },
    run: validate,
    exit: 1,
    what: '"widgets[0].type" must be one of CHART, TEXT, FILTER, AI, TIME_GRAIN, FIELD, PARENT, SPACER, DIVIDER, CONTAINER, TABS_CONTAINER, not "CHRAT"',
    where: 'content/sales/board/dashboard.yaml:4:11',
    next: 'did you mean "CHART"?',
  },
  'a report that does not exist': {
    files: { [DASHBOARD]: dashboard(`  - id: a\n    type: CHART\n    report: oders\n    ${POSITION}\n`) },
    run: validate,
    exit: 1,
    what: 'no report "oders" in this workbook',
    where: 'content/sales/board/dashboard.yaml:5:13',
    next: 'did you mean "orders"?',
  },
  'two widgets with one id': {
    files: { [DASHBOARD]: dashboard(chart(POSITION) + chart('position: {x: 6, y: 0, w: 6, h: 4}')) },
    run: validate,
    exit: 1,
    what: 'two widgets have the id "a"',
    where: 'content/sales/board/dashboard.yaml:7:9',
    next: 'Change one of the two.',
  },
  'two widgets in one place': {
    before: (root) => writeFiles(root, { [DASHBOARD]: dashboard(chart(POSITION) + chart(POSITION, 'b')) }),
    run: validate,
    exit: 0,
    what: 'widget "b" overlaps widget "a"',
    where: 'content/sales/board/dashboard.yaml:10:15',
    next: 'Move or resize one of the widgets.',
  },
  'a widget that is too wide': {
    before: (root) => writeFiles(root, { [DASHBOARD]: dashboard(chart('position: {x: 0, y: 0, w: 60, h: 4}')) }),
    run: validate,
    exit: 0,
    what: 'widget "a" is outside the 12 columns of the grid',
    where: 'content/sales/board/dashboard.yaml:6:15',
    next: 'Move or resize one of the widgets.',
  },
  'two workbooks with one slug': {
    files: { 'content/sales/other/workbook.yaml': 'slug: board\nname: Other\n' },
    run: validate,
    exit: 1,
    what: 'the slug "board" is in content/sales/board/workbook.yaml too',
    where: 'content/sales/other/workbook.yaml:1:7',
    next: 'Change one of the two.',
  },
  'two reports with one id': {
    files: { 'content/sales/board/reports/other.yaml': 'id: AAAAAAAAAAAA\nname: Other\n' },
    run: validate,
    exit: 1,
    what: 'the id "AAAAAAAAAAAA" is in content/sales/board/reports/orders.yaml too',
    where: 'content/sales/board/reports/other.yaml:1:5',
    next: 'Change one of the two.',
  },
  'a directory without a folder.yaml': {
    files: { [FOLDER]: null },
    run: validate,
    exit: 1,
    what: 'its directory content/sales has no valid folder.yaml',
    where: 'content/sales/board/workbook.yaml',
    next: 'Add a folder.yaml with its name to the directory.',
  },
  'a file of another program': {
    files: { 'content/sales/notes.txt': 'hello\n' },
    run: validate,
    exit: 1,
    what: 'unexpected file: nothing refers to it',
    where: 'content/sales/notes.txt',
    next: 'Rename it, move it out of the tree, or remove it.',
  },
  'a name of a file that is nearly right': {
    files: { 'content/sales/new/workbok.yaml': 'slug: x\nname: X\n' },
    run: validate,
    exit: 1,
    what: 'unexpected file: nothing refers to it',
    where: 'content/sales/new/workbok.yaml',
    next: 'did you mean "workbook.yaml"?',
  },
  'SQL without its report': {
    files: { 'content/sales/board/reports/lost.sql': 'select 1\n' },
    run: validate,
    exit: 1,
    what: 'belongs to content/sales/board/reports/lost.yaml, which does not exist',
    where: 'content/sales/board/reports/lost.sql',
    next: 'Rename it, move it out of the tree, or remove it.',
  },
  'an anchor in YAML': {
    files: { [FOLDER]: 'name: &a Sales\n' },
    run: validate,
    exit: 1,
    what: 'anchors are not allowed',
    where: 'content/sales/folder.yaml:1:7',
    next: 'Write the value out. Text that starts with & * ! or % needs quotes.',
  },
  'a name that Windows does not take': {
    files: { 'content/sales/nul/folder.yaml': 'name: Nul\n' },
    run: validate,
    exit: 1,
    what: 'has a name that not every file system accepts',
    where: 'content/sales/nul/folder.yaml',
    next: 'Choose a name that every file system accepts.',
  },
  // settings
  'a variable that is not defined': {
    files: {
      [SQL]: 'select * from ${var.shcema}.orders\n',
      [CONFIG]: TREE[CONFIG].replace('version: 1', 'version: 1\ninterpolate: [content/**]'),
    },
    run: validate,
    exit: 1,
    what: 'the variable "shcema" has no value in target "dev"',
    where: 'content/sales/board/reports/orders.sql:1:15',
    next: 'did you mean "schema"?',
  },
  'an overlay of nothing': {
    files: { 'overlays/dev/content/sales/bord/workbook.yaml': 'name: X\n' },
    run: validate,
    exit: 1,
    what: 'unexpected file: nothing refers to it',
    where: 'overlays/dev/content/sales/bord/workbook.yaml',
    next: 'Rename it, move it out of the tree, or remove it.',
  },
  'a key of boardwright.yaml that is misspelt': {
    files: { [CONFIG]: `${TREE[CONFIG]}taregts: {}\n` },
    run: validate,
    exit: 1,
    what: 'unknown key "taregts"',
    where: 'boardwright.yaml:8:1',
    next: 'did you mean "targets"?',
  },
  'a target without a deployment': {
    files: { [CONFIG]: config('{url: https://acme.example}') },
    run: validate,
    exit: 1,
    what: 'the target "production" has no deployment',
    where: 'boardwright.yaml:6:3',
    next: 'Set it in the target, in what it extends, or under `defaults`.',
  },
  'a target that extends nothing': {
    files: { [CONFIG]: config('{extends: base, url: https://acme.example, deployment: 2}') },
    run: validate,
    exit: 1,
    what: 'no template or target is called "base"',
    where: 'boardwright.yaml:6:25',
    next: '`extends` must name one template or target',
  },
  'two targets with one deployment': {
    files: { [CONFIG]: TREE[CONFIG].replace('deployment: 1', 'deployment: 2') },
    run: validate,
    exit: 1,
    what: '"production" and "dev" both write content to deployment 2 of https://acme.example: content has no branches',
    where: 'boardwright.yaml:7:3',
    next: 'Set `content: off` on the one that is there for its data model only.',
  },
  'a token in boardwright.yaml': {
    files: { [CONFIG]: `${TREE[CONFIG]}token: sk-1234567890abcdef\n` },
    run: validate,
    exit: 1,
    what: '"token" holds a secret: no secret stands in a file',
    where: 'boardwright.yaml:8:1',
    next: 'Remove it, replace it on the platform, and set BOARDWRIGHT_TOKEN in the environment instead.',
  },
  'a URL without a scheme': {
    files: { [CONFIG]: target('acme.example') },
    run: validate,
    exit: 1,
    what: '"targets.production.url" must be a URL that begins with https://',
    where: 'boardwright.yaml:6:21',
    next: 'See docs/reference for the keys of each file.',
  },
  'a home that is no target': {
    files: { [CONFIG]: TREE[CONFIG].replace('home: production', 'home: prod') },
    run: validate,
    exit: 1,
    what: '"home" names no target: "prod"',
    where: 'boardwright.yaml:4:7',
    next: 'Name one of the targets of boardwright.yaml.',
  },
  // commands
  'a command that is misspelt': {
    run: ['plna'],
    exit: 64,
    what: 'unknown command "plna": did you mean "plan"?',
    where: '"plna"',
    next: 'Run `boardwright --help` for the commands and their flags.',
  },
  'a flag that is misspelt': {
    run: ['plan', '--taget', 'dev'],
    exit: 64,
    what: "unknown option '--taget' (Did you mean --target?",
    where: "'--taget'",
    next: 'Run `boardwright plan --help` for what it takes.',
  },
  'a flag without its value': {
    run: ['plan', '--target'],
    exit: 64,
    what: '--target needs a value: <name>',
    where: '--target',
    next: 'Run `boardwright plan --help` for what it takes.',
  },
  'a value that a flag does not take': {
    run: ['plan', '--format', 'xml'],
    exit: 64,
    what: '--format does not take "xml": it takes text, json, markdown, html.',
    where: '--format',
    next: 'Run `boardwright plan --help` for what it takes.',
  },
  'an argument that is missing': {
    run: ['explain'],
    exit: 64,
    what: '<object> is missing',
    where: '<object>',
    next: 'Run `boardwright explain --help` for what it takes.',
  },
  'an argument too many': {
    run: ['validate', 'content'],
    exit: 64,
    what: 'validate takes no arguments, and got 1',
    where: 'validate takes',
    next: 'Run `boardwright validate --help` for what it takes.',
  },
  'a flag that has to be given': {
    run: ['check'],
    exit: 64,
    what: '--branch <name> is missing',
    where: '--branch <name>',
    next: 'Run `boardwright check --help` for what it takes.',
  },
  'several targets and none named': {
    run: ['plan'],
    exit: 64,
    what: 'there are 2 targets: dev, production',
    where: 'dev, production',
    next: 'Say which with --target NAME.',
  },
  'a target that is misspelt': {
    run: ['plan', '--target', 'prodution'],
    exit: 1,
    what: 'no target is called "prodution"; available: dev, production',
    where: '"prodution"',
    next: 'Did you mean "production"?',
  },
  'part of a hash': {
    run: ['apply', '--approve', 'abc123'],
    exit: 64,
    what: '--approve takes the whole hash of a plan, 64 characters',
    where: '--approve',
    next: 'Copy the whole line `Apply exactly this` that the plan ends with.',
  },
  'flags that shape a plan beside a saved one': {
    run: ['apply', 'plan.json', '--prune'],
    exit: 64,
    what: 'a saved plan is applied as it is, so it takes no flags that shape a plan',
    where: 'a saved plan',
    next: 'Give them to `boardwright plan`.',
  },
  'a plan that is not there': {
    run: ['apply', 'plan.json'],
    exit: 64,
    what: 'plan.json cannot be read',
    where: 'plan.json',
    next: 'Check the path.',
  },
  'a plan that is none': {
    before: (root) => writeFiles(root, { 'plan.json': '{}' }),
    run: ['apply', 'plan.json'],
    exit: 1,
    what: 'it is no plan: boardwright plan --out writes one',
    where: 'the plan',
    next: 'Plan again: `boardwright plan --out FILE`.',
  },
  'a path that is misspelt, in render': {
    run: ['render', '--target', 'dev', 'sales/bord'],
    exit: 1,
    what: 'there is nothing at sales/bord',
    where: 'sales/bord',
    next: 'Did you mean "sales/board"?',
  },
  'a path that is misspelt, in mv': {
    run: ['mv', 'sales/bord', 'finance'],
    exit: 1,
    what: 'there is no folder, workbook or report at sales/bord',
    where: 'sales/bord',
    next: 'Did you mean "sales/board"?',
  },
  'a part of a workbook, in rm': {
    run: ['rm', 'sales/board/dashboard.yaml'],
    exit: 1,
    what: 'sales/board/dashboard.yaml is a part of the workbook content/sales/board, not an object of its own',
    where: 'sales/board/dashboard.yaml',
    next: 'Name the workbook: content/sales/board',
  },
  'a report that is shown, in rm': {
    run: ['rm', 'sales/board/orders'],
    exit: 1,
    what: 'the widget "a" shows content/sales/board/reports/orders.yaml',
    where: 'content/sales/board/dashboard.yaml:6:13',
    next: 'Remove it there first, or show another report there.',
  },
  'a folder with something in it, in rm': {
    run: ['rm', 'sales'],
    exit: 1,
    what: 'content/sales holds 5 more files, such as content/sales/board/dashboard.yaml',
    where: 'content/sales',
    next: 'Add --recursive to remove all of it.',
  },
  'a workbook in a workbook': {
    run: ['new', 'workbook', 'X', '--in', 'sales/board'],
    exit: 1,
    what: 'a workbook cannot sit in the workbook content/sales/board',
    where: 'content/sales/board',
    next: 'Folders and workbooks sit in folders, reports in workbooks or folders.',
  },
  'a name that is taken': {
    files: { 'content/finance/board/workbook.yaml': 'slug: other\nname: Other\n' },
    run: ['mv', 'sales/board', 'finance'],
    exit: 1,
    what: 'content/finance/board is taken: there is content/finance/board/workbook.yaml',
    where: 'content/finance/board/workbook.yaml',
    next: 'Choose another name.',
  },
  'outside a project': {
    run: () => ['validate', '-C', temporaryDirectory()],
    exit: 1,
    what: 'no boardwright.yaml in',
    where: 'boardwright.yaml',
    next: 'Run `boardwright init` to make one, or go into its directory with -C DIR.',
  },
  'a second init': {
    run: ['init', '--url', 'https://acme.example', '--deployment', '2'],
    exit: 1,
    what: 'already exists',
    where: 'boardwright.yaml',
    next: 'Edit it, or choose another directory with -C DIR.',
  },
  'a shard that is none': {
    run: ['plan', '--shard', '6/5'],
    exit: 64,
    what: '"6/5" is not a shard: write 2/5 for the second of five',
    where: '"6/5"',
    next: 'Run `boardwright plan --help` for what it takes.',
  },
  'one file for several plans': {
    run: ['plan', '--target', '*', '--out', 'plan.json'],
    exit: 64,
    what: '--out plan.json is one file, but there are several targets',
    where: '--out plan.json',
    next: "Put {target} into its name: --out 'plan-{target}.json'.",
  },
  // git
  'no repository': {
    before: (root) => rmSync(`${root}/.git`, { recursive: true }),
    run: ['mv', 'sales/board', 'finance'],
    exit: 1,
    what: 'is not in a git repository',
    where: '/boardwright-test-',
    next: 'Run `git init` first: without git only export, validate and plan work.',
  },
  'changes that are not committed, in mv': {
    before: (root) => writeFiles(root, { [WORKBOOK]: 'slug: board\nname: New\n' }),
    run: ['mv', 'sales/board', 'finance'],
    exit: 1,
    what: 'there are uncommitted changes in content/sales/board/workbook.yaml: nothing was done',
    where: 'content/sales/board/workbook.yaml',
    next: 'Commit them first, so that git can bring everything back.',
  },
  'changes that are not committed, in apply': {
    files: reaching(() => sandbox.url),
    before: (root) => writeFiles(root, { [FOLDER]: 'name: Sales\n' }),
    env: admin,
    run: ['apply', '--yes', '--first-apply'],
    exit: 1,
    what: 'content/sales/folder.yaml differs from the commit',
    where: 'content/sales/folder.yaml',
    next: 'Commit them, or add --allow-dirty.',
  },
  'changes that are not committed, in plan': {
    files: reaching(() => sandbox.url),
    before: (root) => writeFiles(root, { [FOLDER]: 'name: New\n', 'content/f/folder.yaml': 'name: F\n' }),
    env: admin,
    run: ['plan', '--first-apply'],
    exit: 0,
    what: 'Not committed: apply refuses it like this.',
    where: 'with uncommitted changes',
    next: 'Commit it, and plan again; --allow-dirty',
  },
  'a HEAD that is no branch': {
    files: () => ({ ...reaching(() => sandbox.url)(), 'content/made/folder.yaml': 'name: Made\n' }),
    before: (root) => git(root, 'checkout', '--quiet', '--detach'),
    env: admin,
    run: ['apply', '--yes', '--first-apply'],
    exit: 0,
    what: 'HEAD is detached',
    where: 'this applies commit ',
    next: 'To go to one: git switch NAME',
  },
  'a commit that does not exist': {
    run: ['impact', '--since', 'mian'],
    exit: 64,
    what: '--since mian is no commit of this repository',
    where: '--since mian',
    next: 'Run `boardwright impact --help` for what it takes.',
  },
  // platform
  'no token': {
    files: reaching(() => sandbox.url),
    run: ['plan'],
    exit: 3,
    what: 'there is no token for production: neither BOARDWRIGHT_TOKEN_PRODUCTION nor BOARDWRIGHT_TOKEN is set',
    where: 'BOARDWRIGHT_TOKEN_PRODUCTION',
    next: 'Set one of them to an API key of the platform.',
  },
  'a wrong token': {
    files: reaching(() => sandbox.url),
    env: () => ({ BOARDWRIGHT_TOKEN: 'not-a-token' }),
    run: ['plan'],
    exit: 3,
    what: 'answered 401: the credential is not known',
    where: 'users/me',
    next: 'The token is what BOARDWRIGHT_TOKEN holds: check that it is complete, not expired and belongs to this tenant.',
  },
  'a wrong token of one target': {
    files: reaching(() => sandbox.url),
    env: () => ({ ...admin(), BOARDWRIGHT_TOKEN_PRODUCTION: 'not-a-token' }),
    run: ['plan'],
    exit: 3,
    what: 'answered 401: the credential is not known',
    where: 'users/me',
    next: 'The token is what BOARDWRIGHT_TOKEN_PRODUCTION holds: check that it is complete, not expired and belongs to this tenant.',
  },
  'a token with a line break': {
    files: reaching(() => sandbox.url),
    env: () => ({ BOARDWRIGHT_TOKEN: `${sandbox.keys.admin}\n` }),
    run: ['plan'],
    exit: 3,
    what: 'the token in BOARDWRIGHT_TOKEN holds a space, a line break or another character that no token has',
    where: 'BOARDWRIGHT_TOKEN',
    next: 'Set the token exactly as the platform showed it, on one line, without spaces.',
  },
  'a token that may not see the deployment': {
    files: reaching(() => sandbox.url),
    env: () => ({ BOARDWRIGHT_TOKEN: sandbox.keys.scoped }),
    run: ['plan'],
    exit: 3,
    what: 'the token of production sees no deployment 2 on',
    where: 'deployment 2',
    next: 'Set `deployment` of production in boardwright.yaml to one of these numbers, or take a token that sees it.',
  },
  'a deployment that does not exist': {
    files: reaching(() => sandbox.url, 9),
    env: admin,
    run: ['plan'],
    exit: 1,
    what: 'the token of production sees no deployment 9 on',
    where: 'deployment 9',
    next: 'Set `deployment` of production in boardwright.yaml to one of these numbers, or take a token that sees it.',
  },
  'a URL with a path': {
    files: reaching(() => `${sandbox.url}/dashboards`),
    env: admin,
    run: ['plan'],
    exit: 1,
    what: 'answered 404: no such endpoint',
    where: '/dashboards/api/v1',
    next: 'The URL has a path, /dashboards. If the platform is not below it, leave it out: ',
  },
  'a URL of a web page': {
    files: reaching(pageUrl),
    env: admin,
    run: ['plan'],
    exit: 1,
    what: 'answered 200 with a web page: there is no such endpoint',
    where: '/api/v1/',
    next: 'Check the URL: this platform, or what answers in its place, does not have this endpoint.',
  },
  'https on an http port': {
    files: reaching(() => sandbox.url.replace('http:', 'https:')),
    env: admin,
    run: ['plan'],
    exit: 1,
    what: 'it does not speak https on this port, ERR_SSL_WRONG_VERSION_NUMBER',
    where: 'https://127.0.0.1:',
    next: 'Check the port of the URL. A platform on this machine, such as the sandbox, may need http:// instead.',
  },
  'http to another machine': {
    files: { ...NO_CONTENT, [CONFIG]: target('http://acme.example') },
    env: admin,
    run: ['plan'],
    exit: 1,
    what: '"targets.production.url" would send the token unencrypted to acme.example',
    where: 'boardwright.yaml:6:21',
    next: 'See docs/reference for the keys of each file.',
  },
  'a host that has no such name': {
    files: { ...NO_CONTENT, [CONFIG]: target('https://acme.invalid') },
    env: admin,
    run: ['plan'],
    exit: 1,
    what: 'was not sent: cannot connect to https://acme.invalid (no host of this name is known, ENOTFOUND',
    where: 'https://acme.invalid',
    next: 'Check the host of the URL, and the name service of this network.',
  },
  'a host that CI does not allow': {
    files: { ...NO_CONTENT, [CONFIG]: target('https://acme.example') },
    env: () => ({ ...admin(), CI: 'true' }),
    run: ['plan'],
    exit: 3,
    what: 'the token of production is not sent to acme.example: BOARDWRIGHT_',
    where: 'acme.example',
    next: 'Set BOARDWRIGHT_HOST=acme.example in the settings of the CI job, if that is the right host.',
  },
  'a proxy that is no URL': {
    files: { ...NO_CONTENT, [CONFIG]: target('https://acme.invalid') },
    env: () => ({ ...admin(), HTTPS_PROXY: 'http://[' }),
    run: ['plan'],
    exit: 1,
    what: 'HTTPS_PROXY is not a URL',
    where: 'HTTPS_PROXY',
    next: 'Set HTTPS_PROXY to the address of the proxy, such as http://proxy.example:3128, or unset it.',
  },
  'nothing selected': {
    files: reaching(() => sandbox.url),
    env: admin,
    run: ['plan', '--select', 'revenu-overview'],
    exit: 64,
    what: '--select revenu-overview matches nothing: no object has this path, slug or id',
    where: '--select revenu-overview',
    next: 'Did you mean "revenue-overview"?',
  },
  'an object that is misspelt': {
    files: reaching(() => sandbox.url),
    env: admin,
    run: ['explain', 'revenue-overveiw'],
    exit: 1,
    what: 'there is no folder, workbook, report or model file "revenue-overveiw"',
    where: '"revenue-overveiw"',
    next: 'Did you mean "revenue-overview"?',
  },
}

const entries = Object.entries(MISTAKES)

async function happen({ files = {}, before, run, env }: Mistake) {
  const changed = typeof files === 'function' ? files() : files
  const all = Object.entries({ ...TREE, ...changed }).flatMap(([file, text]) =>
    text === null ? [] : [[file, text] as const],
  )
  const root = temporaryDirectory()
  await writeFiles(root, Object.fromEntries(all))
  commitAll(root)
  await before?.(root)
  const args = typeof run === 'function' ? run() : run
  const { code, stdout, stderr } = await runHere(args, {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...env?.() },
  })
  return { code, text: stdout + stderr }
}

test('there are at least sixty', () => {
  expect(entries.length).toBeGreaterThanOrEqual(60)
})

describe('a mistake is answered with what it is, where, and what to do', () => {
  test.each(entries)('%s', async (_, mistake) => {
    const { code, text } = await happen(mistake)
    const found = { what: text.includes(mistake.what), where: text.includes(mistake.where), code }
    expect(found, text).toEqual({ what: true, where: true, code: mistake.exit })
    const read = Math.min(...[mistake.what, mistake.where].map((words) => text.indexOf(words)))
    expect(text.slice(read), 'the next step stands below').toContain(mistake.next)
    expect(text).not.toMatch(/undefined|\[object |^ +at |NaN|openssl|\.ts:/m)
    expect(text).not.toMatch(/[\u001b\r]/)
  })
})
