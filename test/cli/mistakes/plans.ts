import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { commitAll, commitFirst, writeFiles } from '../../support/directory.ts'
import { runHere } from '../../support/in-process.ts'
import { admin, around, CONFIG, type Mistake, type Mistakes, reaching, SQL, target, typed } from './mistake.ts'

const OVERLAY = 'overlays/dev/content/sales/board/workbook.yaml'

const applied = (text: string, what: string): Mistake => ({
  before: (root) => writeFiles(root, { 'saved.json': text }),
  ...{ run: ['apply', 'saved.json'], exit: 1 },
  ...{ what, where: 'saved.json', next: 'Plan again: `boardwright plan --out FILE`.' },
})

/** Saved plans, snapshots and runs, and what is applied or adopted. */
export const PLANS: Mistakes = {
  'a missing plan file': {
    run: ['apply', 'plan.json'],
    exit: 64,
    what: 'plan.json cannot be read',
    where: 'plan.json',
    next: 'Check the name, or run the command that writes it.',
  },
  'a file that is not a plan': {
    before: (root) => writeFiles(root, { 'plan.json': '{}' }),
    run: ['apply', 'plan.json'],
    exit: 1,
    what: 'it is not a plan: boardwright plan --out writes one',
    where: 'plan.json',
    next: 'Plan again: `boardwright plan --out FILE`.',
  },
  'what plan prints in place of a plan': applied('Plan for dev: acme 123\n', 'it holds the text that plan prints'),
  'a plan that failed': applied('', 'it is empty: the run that should have written it failed'),
  'a saved plan with a target': {
    files: { 'plan.json': '{}\n' },
    run: ['apply', 'plan.json', '--target', 'production'],
    exit: 64,
    what: 'a saved plan is applied as it is, so it takes no --target',
    where: '--target',
    next: 'Leave it out, or make another plan with it',
  },
  'flags that shape a plan beside a saved one': {
    run: ['apply', 'plan.json', '--prune'],
    exit: 64,
    what: 'a saved plan is applied as it is, so it takes no --prune',
    where: '--prune',
    next: 'Leave it out, or make another plan with it',
  },
  'a saved plan after a new commit': {
    files: reaching(() => around.sandbox.url),
    async before(root) {
      const env = { PATH: process.env['PATH'] ?? '', ...admin() }
      await runHere(['plan', '--out', '.boardwright/plan.json'], { cwd: root, env })
      await writeFiles(root, { 'content/made/folder.yaml': 'name: Made\n' })
      commitAll(root, 'one more')
    },
    env: admin,
    run: ['apply', '.boardwright/plan.json', '--yes'],
    exit: 1,
    what: 'the plan was made at commit ',
    where: 'BW-E1504',
    next: 'Apply it where it was made (same project, target and commit), or plan again with --out FILE.',
  },
  'a saved plan from before the repository was made': {
    files: reaching(() => around.sandbox.url),
    async before(root) {
      const env = { PATH: process.env['PATH'] ?? '', ...admin() }
      await rm(join(root, '.git'), { recursive: true })
      await runHere(['plan', '--out', '.boardwright/plan.json'], { cwd: root, env })
      commitFirst(root)
    },
    env: admin,
    run: ['apply', '.boardwright/plan.json', '--yes'],
    exit: 1,
    what: 'the plan was made without a commit, but this is ',
    where: 'BW-E1504',
    next: 'Apply it where it was made (same project, target and commit), or plan again with --out FILE.',
  },
  'part of a hash': {
    run: ['apply', '--approve', 'abc123'],
    exit: 64,
    what: '--approve takes the whole hash of a plan, 64 characters',
    where: '--approve',
    next: 'Copy the whole line `Apply exactly this` that the plan ends with.',
  },
  'a plan that differs from what was approved': {
    files: () => ({ [CONFIG]: target(around.sandbox.url), [SQL]: 'select 1 as one\n' }),
    env: admin,
    run: ['apply', '--yes', '--accept', 'first-apply', '--approve', '5'.repeat(64)],
    exit: 5,
    what: 'was approved: it now changes',
    where: '(content/sales/board)',
    next: 'boardwright plan --target production',
  },
  'nobody to ask': {
    files: () => ({ ...reaching(() => around.sandbox.url)(), 'content/asked/folder.yaml': 'name: Asked\n' }),
    env: admin,
    run: ['apply', '--accept', 'first-apply'],
    exit: 64,
    what: '--yes is missing, and there is no terminal to ask on',
    where: '--yes',
    next: 'Add --yes.',
  },
  'one file for several plans': {
    run: ['plan', '--target', '*', '--out', 'plan.json'],
    exit: 64,
    what: '--out plan.json is one file, but there are several targets',
    where: '--out plan.json',
    next: "Put {target} into its name: --out 'plan-{target}.json'.",
  },
  'a plan into a missing directory': {
    files: reaching(() => around.sandbox.url),
    env: admin,
    run: ['plan', '--out', 'no/such/plan.json'],
    exit: 64,
    what: 'cannot be written: there is no directory',
    where: 'no/such/plan.json',
    next: 'Create it first: mkdir -p',
  },
  'a directory for a file, before anything is read': {
    before: (root) => mkdir(join(root, 'out')),
    ...typed(
      ['plan', '--target', 'dev', '--out', 'out'],
      'it is a directory',
      'out cannot be',
      'Name a file in it: out/NAME',
    ),
  },
  'a snapshot that a commit may have brought': {
    files: { 'live.json': '{}' },
    run: ['plan', '--target', 'production', '--snapshot', 'live.json'],
    exit: 1,
    what: 'live.json is tracked by git, so it may come from a commit',
    where: 'live.json',
    next: 'Write it again, to a file that git does not track.',
  },
  'a snapshot that is something else': {
    before: (root) => writeFiles(root, { 'live.json': '{}' }),
    run: ['plan', '--target', 'production', '--snapshot', 'live.json'],
    exit: 1,
    what: 'the snapshot cannot be used: "format" is missing',
    where: 'snapshot',
    next: 'Write it again: `boardwright export --snapshot FILE`.',
  },
  'an unknown run': {
    run: ['restore', 'nosuch'],
    exit: 1,
    what: 'there is no run nosuch: none was made from this directory',
    where: 'nosuch',
    next: 'Run it in the directory that made the run',
  },
  'an adopt with nothing live': {
    files: () => ({ [CONFIG]: target(around.sandbox.url, 1), [SQL]: null, [OVERLAY]: null }),
    env: admin,
    run: ['adopt', '--yes'],
    exit: 0,
    what: '4 objects of the tree are not live',
    where: 'Nothing to adopt',
    next: 'boardwright apply --target production',
  },
}
