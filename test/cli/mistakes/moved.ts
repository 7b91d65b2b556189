import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commitAll, git, writeFiles } from '../../support/directory.ts'
import { TREE } from '../project.ts'
import { DASHBOARD, FOLDER, type Mistake, type Mistakes, REPORT, SQL, validate, WORKBOOK } from './mistake.ts'

const REPORTS = 'content/sales/board/reports'
const BOTH = [REPORT, SQL]

const copied = (to: string): Pick<Mistake, 'run' | 'exit' | 'before'> => ({
  ...{ run: validate, exit: 1 },
  before: (root) => {
    mkdirSync(join(root, to, '..'), { recursive: true })
    copyFileSync(join(root, REPORTS, 'orders.yaml'), join(root, to))
  },
})

/** Something was copied, moved, renamed or removed, and the rest was not told. */
export const MOVED: Mistakes = {
  'two workbooks with one slug': {
    files: { 'content/sales/other/workbook.yaml': 'slug: board\nname: Other\n' },
    run: validate,
    exit: 1,
    what: 'the slug "board" is in content/sales/board/workbook.yaml too',
    where: 'content/sales/other/workbook.yaml:1:7',
    next: 'give it a slug of its own, such as slug: other',
  },
  'two reports with one id': {
    files: { 'content/sales/board/reports/other.yaml': 'id: AAAAAAAAAAAA\nname: Other\n' },
    run: validate,
    exit: 1,
    what: 'the id "AAAAAAAAAAAA" is in content/sales/board/reports/orders.yaml too',
    where: 'content/sales/board/reports/other.yaml:1:5',
    next: 'If it is a copy, give it an id of its own: id: ',
  },
  'a report that was copied, with a name that comes first': {
    ...copied(`${REPORTS}/copy.yaml`),
    what: `the id "AAAAAAAAAAAA" is in ${REPORTS}/orders.yaml too`,
    where: `${REPORTS}/copy.yaml:1:5`,
    next: 'If it is a copy, give it an id of its own: id: ',
  },
  'a report that was copied, and both are committed': {
    ...copied(`${REPORTS}/orders-2.yaml`),
    before: async (root) => {
      await copied(`${REPORTS}/orders-2.yaml`).before?.(root)
      commitAll(root)
    },
    what: `the id "AAAAAAAAAAAA" is in ${REPORTS}/orders.yaml too`,
    where: `${REPORTS}/orders-2.yaml:1:5`,
    next: 'If it is a copy, give it an id of its own: id: ',
  },
  'a report that was copied and committed, with a name that comes first': {
    ...copied(`${REPORTS}/copy.yaml`),
    before: async (root) => {
      await copied(`${REPORTS}/copy.yaml`).before?.(root)
      commitAll(root)
    },
    what: `the id "AAAAAAAAAAAA" is in ${REPORTS}/orders.yaml too`,
    where: `${REPORTS}/copy.yaml:1:5`,
    next: 'If it is a copy, give it an id of its own: id: ',
  },
  'a workbook that was copied': {
    before: (root) => writeFiles(root, { 'content/sales/a-board/workbook.yaml': `${TREE[WORKBOOK]}publish: false\n` }),
    ...{ run: validate, exit: 1 },
    what: `the slug "board" is in ${WORKBOOK} too`,
    where: 'content/sales/a-board/workbook.yaml:1:7',
    next: 'give it a slug of its own, such as slug: a-board',
  },
  'a workbook that was copied into another folder, and committed': {
    before: async (root) => {
      await writeFiles(root, { 'content/marketing/board/workbook.yaml': `${TREE[WORKBOOK]}publish: false\n` })
      commitAll(root)
    },
    ...{ run: validate, exit: 1 },
    what: `the slug "board" is in ${WORKBOOK} too`,
    where: 'content/marketing/board/workbook.yaml:1:7',
    next: 'give it a slug of its own, such as slug: board-2',
  },
  'a workbook that was moved without its overlays': {
    before: (root) => git(root, 'mv', 'content/sales/board', 'content/sales/panel'),
    ...{ run: validate, exit: 1 },
    what: 'unexpected file: nothing refers to it',
    where: `overlays/dev/${WORKBOOK}`,
    next: 'Move it along: mv overlays/dev/content/sales/board overlays/dev/content/sales/panel',
  },
  'a workbook that was moved in a commit without the overlay of its report': {
    files: { [`overlays/dev/${REPORT}`]: 'name: Orders (dev)\n' },
    before: (root) => {
      git(root, 'mv', 'content/sales/board', 'content/finance/board')
      commitAll(root)
    },
    ...{ run: validate, exit: 1 },
    what: 'its directory content/sales/board has no workbook.yaml',
    where: `overlays/dev/${REPORT}`,
    next: 'Move it along: mkdir -p overlays/dev/content/finance && mv overlays/dev/content/sales/board overlays/dev/content/finance/board',
  },
  'a report that was moved without its overlay': {
    files: {
      'content/sales/deals.report.yaml': 'id: BBBBBBBBBBBB\nname: Deals\nsource: PLAYGROUND\n',
      'overlays/dev/content/sales/deals.report.yaml': 'name: Deals (dev)\n',
    },
    before: (root) => git(root, 'mv', 'content/sales/deals.report.yaml', 'content/sales/all.report.yaml'),
    ...{ run: validate, exit: 1 },
    what: 'there is no content/sales/deals.report.yaml to lay this over',
    where: 'overlays/dev/content/sales/deals.report.yaml',
    next: 'Move it along: mv overlays/dev/content/sales/deals.report.yaml overlays/dev/content/sales/all.report.yaml',
  },
  'a report that was renamed, and its dashboard was not told': {
    before: (root) => git(root, 'mv', `${REPORTS}/orders.yaml`, `${REPORTS}/all-orders.yaml`),
    ...{ run: validate, exit: 1 },
    what: 'no report "orders" in this workbook',
    where: `${DASHBOARD}:6:13`,
    next: 'did you mean "all-orders"? That is the same report, by its id.',
  },
  'a report that was moved into a folder in a commit, and its dashboard was not told': {
    before: (root) => {
      git(root, 'mv', `${REPORTS}/orders.sql`, 'content/sales/orders.report.sql')
      git(root, 'mv', `${REPORTS}/orders.yaml`, 'content/sales/orders.report.yaml')
      commitAll(root)
    },
    ...{ run: validate, exit: 1 },
    what: 'no report "orders" in this workbook',
    where: `${DASHBOARD}:6:13`,
    next: 'did you mean "/sales/orders"?',
  },
  'a report that was moved to where none belongs': {
    before: (root) => git(root, 'mv', `${REPORTS}/orders.yaml`, 'content/sales/board/orders.yaml'),
    ...{ run: validate, exit: 1 },
    what: 'unexpected file: nothing refers to it',
    where: 'content/sales/board/orders.yaml',
    next: `If it is a report of the workbook, move it to ${REPORTS}/orders.yaml.`,
  },
  'a directory of reports that was renamed': {
    before: (root) => git(root, 'mv', REPORTS, 'content/sales/board/report'),
    ...{ run: validate, exit: 1 },
    what: 'no report "orders" in this workbook',
    where: `${DASHBOARD}:6:13`,
    next: `Move it back to where reports are: mkdir ${REPORTS} && mv content/sales/board/report/orders.yaml ${REPORTS}/orders.yaml`,
  },
  'a report that is shown and was removed': {
    before: (root) => git(root, 'rm', '--quiet', ...BOTH),
    ...{ run: validate, exit: 1 },
    what: 'no report "orders" in this workbook',
    where: `${DASHBOARD}:6:13`,
    next: `or bring the report back: git restore --staged --worktree -- ${REPORTS}/orders.sql ${REPORTS}/orders.yaml`,
  },
  'a report that is shown and was removed in a commit': {
    before: (root) => {
      git(root, 'rm', '--quiet', ...BOTH)
      commitAll(root)
    },
    ...{ run: validate, exit: 1 },
    what: 'no report "orders" in this workbook',
    where: `${DASHBOARD}:6:13`,
    next: 'Take the widget out, or bring the report back: git checkout ',
  },
  'an SQL that was removed, and its report was not': {
    before: (root) => rmSync(join(root, SQL)),
    ...{ run: validate, exit: 1 },
    what: 'the report asks for nothing yet: viewers see an error',
    where: `${REPORTS}/orders.yaml:2:1`,
    next: `Bring it back: git restore --staged --worktree -- ${SQL}`,
  },
  'a report that was removed, and its SQL was not': {
    before: (root) => rmSync(join(root, REPORT)),
    ...{ run: validate, exit: 1 },
    what: `belongs to ${REPORT}, which does not exist`,
    where: SQL,
    next: `Bring it back: git restore --staged --worktree -- ${REPORT}. If the report is to go, remove the rest of it: rm ${SQL}`,
  },
  'a workbook.yaml that was removed': {
    before: (root) => git(root, 'rm', '--quiet', WORKBOOK),
    ...{ run: validate, exit: 1 },
    what: 'its directory content/sales/board has no workbook.yaml',
    where: DASHBOARD,
    next: `Bring it back: git restore --staged --worktree -- ${WORKBOOK}. If the workbook is to go, remove the rest of it: git rm -r content/sales/board`,
  },
  'a workbook.yaml that was removed in a commit': {
    before: (root) => {
      git(root, 'rm', '--quiet', WORKBOOK)
      commitAll(root)
    },
    ...{ run: validate, exit: 1 },
    what: 'its directory content/sales/board has no workbook.yaml',
    where: DASHBOARD,
    next: ' deleted: git checkout ',
  },
  'a dashboard.yaml that was removed': {
    before: (root) => rmSync(join(root, DASHBOARD)),
    ...{ run: validate, exit: 1 },
    what: 'has no dashboard.yaml beside it, so there is nothing to publish',
    where: WORKBOOK,
    next: `Bring it back: git restore --staged --worktree -- ${DASHBOARD}`,
  },
  'a folder.yaml that was removed': {
    before: (root) => rmSync(join(root, FOLDER)),
    ...{ run: validate, exit: 1 },
    what: 'its directory content/sales has no valid folder.yaml',
    where: WORKBOOK,
    next: `Bring it back: git restore --staged --worktree -- ${FOLDER}`,
  },
}
