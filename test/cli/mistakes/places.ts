import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { git, temporaryDirectory, writeFiles } from '../../support/directory.ts'
import {
  admin,
  around,
  DASHBOARD,
  FOLDER,
  type Mistakes,
  NO_CONTENT,
  REPORT,
  reaching,
  SQL,
  validate,
  WORKBOOK,
  wrong,
} from './mistake.ts'

/** Which files there are, what they are called, and where they are. */
export const PLACES: Mistakes = {
  'a directory without a folder.yaml': {
    files: { [FOLDER]: null },
    run: validate,
    exit: 1,
    what: 'its directory content/sales has no valid folder.yaml',
    where: 'content/sales/board/workbook.yaml',
    next: 'Add a folder.yaml with its name to the directory.',
  },
  'reports of a workbook that has no file': wrong(
    { 'content/sales/new/reports/fresh.yaml': 'id: BBBBBBBBBBBB\nname: Fresh\n' },
    [
      'its directory content/sales/new has no workbook.yaml',
      'content/sales/new/reports/fresh.yaml',
      'Add content/sales/new/workbook.yaml, with a name and a slug.',
    ],
  ),
  'a dashboard of a workbook that has no file': wrong(
    { 'content/sales/new/dashboard.yaml': 'title: Fresh\nwidgets: []\n' },
    [
      'its directory content/sales/new has no workbook.yaml',
      'content/sales/new/dashboard.yaml',
      'Add content/sales/new/workbook.yaml, with a name and a slug.',
    ],
  ),
  'a report of a folder without the ending of one': wrong(
    { 'content/sales/fresh.yaml': 'id: BBBBBBBBBBBB\nname: Fresh\n' },
    [
      'unexpected file: nothing refers to it',
      'content/sales/fresh.yaml',
      'call it fresh.report.yaml. If not, move it out of the tree.',
    ],
  ),
  'a schedule whose dashboard is gone': wrong(
    { 'content/sales/gone/notifications/weekly.yaml': 'slug: weekly\nschedule: 0 7 * * 1\ntimezone: UTC\n' },
    [
      'unexpected file: nothing refers to it',
      'content/sales/gone/notifications/weekly.yaml',
      'Put the dashboard in content/sales/gone back, or remove this file.',
    ],
  ),
  'SQL without its report': {
    files: { 'content/sales/board/reports/lost.sql': 'select 1\n' },
    run: validate,
    exit: 1,
    what: 'belongs to content/sales/board/reports/lost.yaml, which does not exist',
    where: 'content/sales/board/reports/lost.sql',
    next: 'Rename it, move it out of the tree, or remove it.',
  },
  'a file of another program': {
    files: { 'content/sales/notes.txt': 'hello\n' },
    run: validate,
    exit: 1,
    what: 'unexpected file: nothing refers to it',
    where: 'content/sales/notes.txt',
    next: 'Rename it, move it out of the tree, or remove it.',
  },
  'a file name that is nearly right': {
    files: { 'content/sales/new/workbok.yaml': 'slug: x\nname: X\n' },
    run: validate,
    exit: 1,
    what: 'unexpected file: nothing refers to it',
    where: 'content/sales/new/workbok.yaml',
    next: 'did you mean "workbook.yaml"?',
  },
  'a report that ends in .yml': {
    files: { 'content/sales/board/reports/x.yml': 'id: BBBBBBBBBBBB\nname: X\n' },
    run: validate,
    exit: 1,
    what: 'unexpected file',
    where: 'content/sales/board/reports/x.yml',
    next: 'Write the ending out: mv content/sales/board/reports/x.yml content/sales/board/reports/x.yaml',
  },
  'a report in use whose file ends in .yml': {
    before: async (root) => {
      rmSync(join(root, REPORT))
      await writeFiles(root, { [REPORT.replace('.yaml', '.yml')]: 'id: AAAAAAAAAAAA\nname: Orders\n' })
    },
    run: validate,
    exit: 1,
    what: 'no report "orders" in this workbook',
    where: 'content/sales/board/dashboard.yaml:6:13',
    // About the widget, not only about the file, which comes last.
    next: `Write the ending out: mv ${REPORT.replace('.yaml', '.yml')} ${REPORT}\n${SQL}`,
  },
  'a dashboard.yaml with another ending': {
    before: (root) => git(root, 'mv', DASHBOARD, DASHBOARD.replace('.yaml', '.yml')),
    ...{ run: validate, exit: 1 },
    what: 'has no dashboard.yaml beside it, so there is nothing to publish',
    where: WORKBOOK,
    next: `Write the ending out: mv ${DASHBOARD.replace('.yaml', '.yml')} ${DASHBOARD}`,
  },
  'two files that differ only in case': {
    before: (root) => writeFiles(root, { 'content/finance/Folder.yaml': 'name: Finance\n' }),
    ...{ run: validate, exit: 1 },
    what: 'differs from content/finance/Folder.yaml only in case',
    where: 'content/finance/folder.yaml',
    next: 'Rename one of the two, or remove it',
  },
  'a name that Windows does not allow': {
    files: { 'content/sales/nul/folder.yaml': 'name: Nul\n' },
    run: validate,
    exit: 1,
    what: 'has a name that not every file system accepts',
    where: 'content/sales/nul/folder.yaml',
    next: 'Choose a name that every file system accepts.',
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
  'content that is a file': {
    files: { ...NO_CONTENT, content: 'content\n' },
    run: validate,
    exit: 1,
    what: 'is a file, and must be a directory',
    where: 'content  BW-E1414',
    next: 'Give the file another name.',
  },
  'content that is a file, with --prune': {
    files: () => ({ ...reaching(() => around.sandbox.url)(), content: 'content\n' }),
    env: admin,
    run: ['plan', '--prune'],
    exit: 1,
    what: 'is a file, and must be a directory',
    where: 'content  BW-E1414',
    next: 'Give the file another name.',
  },
}
