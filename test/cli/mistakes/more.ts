import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { git, temporaryDirectory, writeFiles } from '../../support/directory.ts'
import { TREE } from '../project.ts'
import {
  admin,
  around,
  CONFIG,
  DASHBOARD,
  type Mistakes,
  NO_CONTENT,
  reaching,
  SQL,
  target,
  validate,
  WORKBOOK,
} from './mistake.ts'

let answering: Server
/** A platform that answers every request the same way. */
const answer = (status: number, body: string) => async (root: string) => {
  answering = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await once(answering.listen(0, '127.0.0.1'), 'listening')
  const { port } = answering.address() as AddressInfo
  await writeFiles(root, { [CONFIG]: target(`http://127.0.0.1:${port}`) })
}
const stopAnswering = (): unknown => answering.close()

const REPORT = 'content/sales/board/reports/orders.yaml'

/** Added after all the others were handled. */
export const MORE: Mistakes = {
  'no version in boardwright.yaml': {
    files: { [CONFIG]: TREE[CONFIG].replace('version: 1\n', '') },
    run: validate,
    exit: 1,
    what: '"version" is missing',
    where: 'boardwright.yaml:1:1',
    next: 'Add "version": 1.',
  },
  'a report in capitals': {
    files: { [DASHBOARD]: TREE[DASHBOARD].replace('report: orders', 'report: Orders') },
    run: validate,
    exit: 1,
    what: 'no report "Orders" in this workbook',
    where: 'content/sales/board/dashboard.yaml:6:13',
    next: 'did you mean "orders"?',
  },
  'a widget without a height': {
    files: { [DASHBOARD]: TREE[DASHBOARD].replace(', h: 4', '') },
    run: validate,
    exit: 1,
    what: '"widgets[0].position.h" is missing',
    where: 'content/sales/board/dashboard.yaml:7:15',
    next: 'Add "h": a whole number.',
  },
  'SQL that is not UTF-8': {
    before: (root) => writeFiles(root, { [SQL]: Buffer.from("select 1,\n 'ü', 'caf\u00e9'\n", 'latin1') }),
    run: validate,
    exit: 1,
    what: 'is not valid UTF-8 from here on',
    where: 'content/sales/board/reports/orders.sql:2:3',
    next: 'iconv -f WINDOWS-1252 -t UTF-8',
  },
  'a link in place of a folder': {
    files: { 'content/finance/folder.yaml': null },
    before: (root) => symlinkSync(temporaryDirectory(), join(root, 'content/finance')),
    run: validate,
    exit: 1,
    what: 'is a symbolic link',
    where: 'content/finance',
    next: 'Put the file itself in its place, inside the project.',
  },
  'a slug in capitals': {
    files: { [WORKBOOK]: 'slug: My Board\nname: Board\n' },
    run: validate,
    exit: 1,
    what: '"slug" must be as the platform keeps it: my board',
    where: 'content/sales/board/workbook.yaml:1:7',
    next: 'Write my board.',
  },
  'a widget without a width': {
    files: { [DASHBOARD]: TREE[DASHBOARD].replace('w: 6', 'w: 0') },
    run: ['validate', '-v'],
    exit: 0,
    what: 'widget "a" has no size: w and h are at least 1',
    where: 'content/sales/board/dashboard.yaml:7:15',
    next: 'Write whole numbers of at least 1 for both: {x: 0, y: 0, w: 6, h: 4}.',
  },
  'a limit in words': {
    files: {
      [REPORT]: 'id: AAAAAAAAAAAA\nname: Orders\nquery: {measures: [orders.count], limit: lots}\n',
      [SQL]: null,
    },
    run: ['validate', '-v'],
    exit: 0,
    what: '"limit" must be a number, not a text',
    where: 'content/sales/board/reports/orders.yaml:3:42',
    next: 'Write a whole number from 0 to 50000.',
  },
  'an unknown run': {
    run: ['restore', 'nosuch'],
    exit: 1,
    what: 'there is no run nosuch: none was made from this directory',
    where: 'nosuch',
    next: 'Run it in the directory that made the run',
  },
  'an id that is one letter short': {
    files: { [REPORT]: 'id: AAAAAAAAAAA\nname: Orders\n' },
    run: validate,
    exit: 1,
    what: '"id" must be exactly 12 of 0-9, A-Z, a-z',
    where: 'content/sales/board/reports/orders.yaml:1:5',
    next: 'Write exactly 12 of 0-9, A-Z, a-z.',
  },
  'an overlay for a missing widget': {
    files: { 'overlays/dev/content/sales/board/dashboard.yaml': 'widgets:\n  - id: zz\n    title: X\n' },
    run: validate,
    exit: 1,
    what: 'the overlay matches nothing: no item has the id "zz"',
    where: 'overlays/dev/content/sales/board/dashboard.yaml:2:',
    next: 'Fix the id or the key, or remove it from the overlay.',
  },
  'a time that is not a number': {
    run: ['plan', '--target', 'dev', '--timeout', 'abc'],
    exit: 64,
    what: '--timeout does not take "abc": it must be a number of seconds from 1 to 86400.',
    where: '--timeout',
    next: 'Run `boardwright plan --help` for what it takes.',
  },
  'a missing directory': {
    run: ['plan', '-C', 'nowhere'],
    exit: 64,
    what: 'no such directory',
    where: '-C nowhere',
    next: 'Name one that is there: -C DIR.',
  },
  'an unknown choice': {
    run: ['plan', '--target', 'dev', '--ui-edits', 'maybe'],
    exit: 64,
    what: '--ui-edits does not take "maybe": it takes hold, overwrite.',
    where: '--ui-edits',
    next: 'Run `boardwright plan --help` for what it takes.',
  },
  'nobody to ask': {
    files: () => ({ ...reaching(() => around.sandbox.url)(), 'content/asked/folder.yaml': 'name: Asked\n' }),
    env: admin,
    run: ['apply', '--first-apply'],
    exit: 64,
    what: '--yes is missing, and there is no terminal to ask on',
    where: '--yes',
    next: 'Add --yes.',
  },
  'a second workbook of one name': {
    run: ['new', 'workbook', 'Board', '--in', 'sales'],
    exit: 0,
    what: 'board is taken there, so this one is board-',
    where: 'content/sales/board-',
    next: 'Next: boardwright new report NAME --in content/sales/board-',
  },
  'a copy onto itself': {
    run: ['copy', 'sales/board', 'sales/board'],
    exit: 1,
    what: 'content/sales/board already exists',
    where: 'content/sales/board',
    next: 'Choose another name.',
  },
  'a promotion to itself': {
    run: ['promote', '--from', 'dev', '--to', 'dev'],
    exit: 1,
    what: 'dev cannot be promoted to itself',
    where: 'dev',
    next: 'Promote from one target to another of the same project.',
  },
  'a flag of another command': {
    run: ['restore', '20261120T091500Z', '--target', 'dev'],
    exit: 64,
    what: 'unknown option --target',
    where: '--target',
    next: 'Run `boardwright restore --help` for what it takes.',
  },
  'a platform that is down': {
    files: NO_CONTENT,
    before: answer(503, '{"message": "maintenance until noon"}'),
    after: stopAnswering,
    env: admin,
    run: ['plan', '--timeout', '120'],
    exit: 1,
    what: 'answered 503: maintenance until noon',
    where: 'GET /api/v1/',
    next: 'Run the same command again later: what is done is not repeated.',
  },
  'an answer that is cut off': {
    files: NO_CONTENT,
    before: answer(200, '{"items": [{"id": 1, '),
    after: stopAnswering,
    env: admin,
    run: ['plan'],
    exit: 1,
    what: 'gave an answer that ends too early',
    where: 'GET /api/v1/',
    next: 'The platform, or a proxy in between, breaks off its answers: ask who runs it',
  },
  'a port in use': {
    run: () => ['preview', '--port', new URL(around.page).port],
    exit: 1,
    what: 'is in use by another program',
    where: 'port ',
    next: 'Choose another with --port N, or --port 0 for any free one.',
  },
  'nothing committed': {
    files: reaching(() => around.sandbox.url),
    before: (root) => git(root, 'update-ref', '-d', 'HEAD'),
    env: admin,
    run: ['apply', '--yes', '--first-apply'],
    exit: 1,
    what: 'nothing is committed yet, so there is nothing to apply',
    where: 'BW-E1426',
    next: 'Commit the project: git add --all && git commit',
  },
}
