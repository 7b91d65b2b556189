import { rmSync } from 'node:fs'
import { git, writeFiles } from '../../support/directory.ts'
import { TREE } from '../project.ts'
import { admin, around, CONFIG, FOLDER, type Mistakes, NO_CONTENT, reaching, SQL, target, WORKBOOK } from './mistake.ts'

const QUERY = Object.fromEntries(Object.entries(TREE).filter(([file]) => /^content\/sales/.test(file)))

/** What is committed, and what is not. */
export const GIT: Mistakes = {
  'no repository': {
    before: (root) => rmSync(`${root}/.git`, { recursive: true }),
    run: ['rename', 'sales/board', 'finance'],
    exit: 1,
    what: 'is not in a git repository',
    where: '/boardwright-test-',
    next: 'Clone it from its remote, or run `git init` if it has no history yet.',
  },
  'nothing committed': {
    files: reaching(() => around.sandbox.url),
    before: (root) => git(root, 'update-ref', '-d', 'HEAD'),
    env: admin,
    run: ['apply', '--yes', '--accept', 'first-apply'],
    exit: 1,
    what: 'nothing is committed yet, so there is nothing to apply',
    where: 'BW-E1426',
    next: 'Commit the project: git add --all && git commit',
  },
  'changes that are not committed, in mv': {
    before: (root) => writeFiles(root, { [WORKBOOK]: 'slug: board\nname: New\n' }),
    run: ['rename', 'sales/board', 'finance'],
    exit: 1,
    what: 'there are uncommitted changes in content/sales/board/workbook.yaml: nothing was done',
    where: 'content/sales/board/workbook.yaml',
    next: 'git can bring everything back: git add content/sales/board/workbook.yaml && git commit -m Change',
  },
  'changes that are not committed, in apply': {
    files: () => ({ ...reaching(() => around.sandbox.url)(), [FOLDER]: 'name: All sales\n' }),
    before: (root) => writeFiles(root, { [FOLDER]: 'name: Sales\n' }),
    env: admin,
    run: ['apply', '--yes', '--accept', 'first-apply'],
    exit: 1,
    what: 'content/sales/folder.yaml differs from the commit',
    where: 'content/sales/folder.yaml',
    next: 'Add --accept uncommitted, or commit it: git add content/sales/folder.yaml && git commit -m Change',
  },
  'changes that are not committed, in a gate': {
    files: () => ({
      ...reaching(() => around.sandbox.url)(),
      [CONFIG]: `${target(around.sandbox.url)}waves:\n  - name: all\n    targets: [production]\n`,
      [FOLDER]: 'name: All sales\n',
    }),
    before: (root) => writeFiles(root, { [FOLDER]: 'name: Sales\n' }),
    env: admin,
    run: ['fleet', 'gate', '--wave', '1'],
    exit: 1,
    what: 'content/sales/folder.yaml differs from the commit',
    where: 'content/sales/folder.yaml',
    next: 'Commit it: git add content/sales/folder.yaml && git commit -m Change',
  },
  'changes that are not committed, in plan': {
    files: reaching(() => around.sandbox.url),
    before: (root) => writeFiles(root, { [FOLDER]: 'name: New\n', 'content/f/folder.yaml': 'name: F\n' }),
    env: admin,
    run: ['plan', '--accept', 'first-apply'],
    exit: 0,
    what: 'Not committed: apply refuses it like this.',
    where: 'with uncommitted changes',
    next: 'Commit it, and plan again; --accept uncommitted',
  },
  'a file that was never added to git': {
    files: () => ({ ...NO_CONTENT, 'boardwright.yaml': target(around.sandbox.url) }),
    before: (root) => writeFiles(root, { 'content/new/folder.yaml': 'name: New\n' }),
    ...{ env: admin, run: ['apply', '--yes', '--accept', 'first-apply'], exit: 1 },
    what: 'content/new/folder.yaml is untracked',
    where: 'content/new/folder.yaml',
    next: 'Add --accept uncommitted, or commit what is new, too: git add content/new/folder.yaml && git commit',
  },
  'a changed file and one that was never added to git': {
    files: () => ({ ...NO_CONTENT, 'boardwright.yaml': target(around.sandbox.url) }),
    before: (root) =>
      writeFiles(root, {
        'boardwright.yaml': `${target(around.sandbox.url)}# Mine.\n`,
        'content/new/folder.yaml': 'name: New\n',
      }),
    ...{ env: admin, run: ['apply', '--yes', '--accept', 'first-apply'], exit: 1 },
    what: 'and 1 more differ from the commit',
    where: 'boardwright.yaml',
    next: 'Add --accept uncommitted, or commit what is new, too: git add boardwright.yaml content/new/folder.yaml && git commit',
  },
  'a query that git ignores': {
    files: () => ({ ...reaching(() => around.sandbox.url)(), ...QUERY, '.gitignore': '*.sql\n' }),
    env: admin,
    run: ['apply', '--yes'],
    exit: 1,
    what: `git ignores ${SQL}, so it is in no commit`,
    where: SQL,
    next: `Take it out of the tree, or add it: git add --force ${SQL} && git commit`,
  },
  'a HEAD that is not a branch': {
    files: () => ({ ...reaching(() => around.sandbox.url)(), 'content/made/folder.yaml': 'name: Made\n' }),
    before: (root) => git(root, 'checkout', '--quiet', '--detach'),
    env: admin,
    run: ['apply', '--yes', '--accept', 'first-apply'],
    exit: 0,
    what: 'HEAD is detached',
    where: 'this applies commit ',
    next: 'To switch to one: git switch NAME',
  },
  'a commit that does not exist': {
    run: ['impact', '--base', 'mian'],
    exit: 64,
    what: '--base mian is no branch or commit of this repository',
    where: '--base mian',
    next: 'Name a branch or a commit.',
  },
}
