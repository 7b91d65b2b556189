import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { commitAll, temporaryDirectory, writeFiles } from '../../support/directory.ts'
import { runHere } from '../../support/in-process.ts'
import { admin, around, CONFIG, config, type Mistakes, NO_CONTENT, reaching } from './mistake.ts'

const onBranch = (branch: string): string =>
  config(`{url: "${around.sandbox.url}", deployment: 2, dataModel: {branch: ${branch}}}`)
const CUBE = 'data-model/model/cubes/new.yml'
const model = { [CUBE]: 'cubes:\n  - name: fresh\n    sql_table: public.fresh\n' }

/** A git that believes everything belongs to somebody else. */
function gitOfAnother(): Readonly<Record<string, string>> {
  const [directory, path = ''] = [temporaryDirectory(), process.env['PATH']]
  const program = join(directory, 'git')
  const script = `#!/bin/sh\nexport GIT_TEST_ASSUME_DIFFERENT_OWNER=1\nPATH='${path}' exec git "$@"\n`
  writeFileSync(program, script)
  chmodSync(program, 0o755)
  return { PATH: `${directory}${delimiter}${path}` }
}

const asToken = (token: () => string, what: string) => ({
  files: () => ({ ...NO_CONTENT, [CONFIG]: config('{url: "https://acme.invalid", deployment: 2}') }),
  env: () => ({ BOARDWRIGHT_TOKEN: token() }),
  run: ['plan'],
  exit: 3,
  what: `the token in BOARDWRIGHT_TOKEN ${what}`,
  where: 'BOARDWRIGHT_TOKEN',
  next: 'Set the token exactly as the platform showed it',
})
const notFilledIn = (text: string) => asToken(() => text, 'holds the name of a variable that was not filled in')
const fromElsewhere = (flag: string, next: string) => ({
  run: ['apply', flag],
  exit: 64,
  what: `unknown option ${flag}`,
  where: flag,
  next,
})

/** Made by somebody who has used it for some weeks. */
export const WEEKS: Mistakes = {
  'a branch of the data model that does not exist': {
    files: () => ({ ...NO_CONTENT, [CONFIG]: onBranch('master') }),
    env: admin,
    run: ['plan'],
    exit: 0,
    what: 'the branch master does not exist (there is main): did you mean "main"?',
    where: 'master',
    next: 'did you mean "main"?',
  },
  'an edit of the data model for a branch that does not exist': {
    files: () => ({ ...NO_CONTENT, ...model, [CONFIG]: onBranch('master') }),
    env: admin,
    run: ['plan', '--ui-edits', 'overwrite'],
    exit: 5,
    what: 'the branch master does not exist; --adopt-model creates it from main',
    where: CUBE,
    next: 'change `dataModel.branch` in boardwright.yaml',
  },
  'a token that begins with Bearer': asToken(() => `Bearer ${around.sandbox.keys.admin}`, 'begins with "Bearer"'),
  'a token that is the name of a variable': notFilledIn('$BOARDWRIGHT_TOKEN'),
  'a token that is the name of a variable in braces': notFilledIn('${BOARDWRIGHT_TOKEN}'),
  'a token that is an expression of a pipeline': notFilledIn('${{ secrets.BOARDWRIGHT_TOKEN }}'),
  'a dry run': fromElsewhere('--dry-run', 'Run `boardwright plan` instead'),
  'an approval flag of other tools': fromElsewhere('--auto-approve', 'Use --yes'),
  'the same with one dash': fromElsewhere('-auto-approve', 'Use --yes'),
  'a force flag of other tools': fromElsewhere('--force', 'Name what should be overridden'),
  'an environment in place of a target': fromElsewhere('--env', 'Use --target NAME'),
  'a variable on the command line': fromElsewhere('--var', 'Set `variables` of the target in boardwright.yaml'),
  'a token on the command line': fromElsewhere('--token', 'Set BOARDWRIGHT_TOKEN instead'),
  'a repository of another user': {
    files: reaching(() => around.sandbox.url),
    env: () => ({ ...admin(), ...gitOfAnother() }),
    alone: true,
    run: ['plan'],
    exit: 0,
    what: 'dubious ownership',
    where: 'without a commit',
    next: 'run: git config --global --add safe.directory /',
  },
  'a repository of another user, in doctor': {
    files: reaching(() => around.sandbox.url),
    env: () => ({ ...admin(), ...gitOfAnother() }),
    alone: true,
    run: ['doctor'],
    exit: 0,
    what: 'dubious ownership',
    where: '!!  repository',
    next: 'run: git config --global --add safe.directory /',
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
  'a deployment by its name': {
    files: { ...NO_CONTENT, [CONFIG]: config('{url: "https://acme.example", deployment: production}') },
    run: ['plan'],
    exit: 1,
    what: '"targets.production.deployment" must be a number, not a text',
    where: 'boardwright.yaml:6',
    next: 'Write its number, which `boardwright doctor --url URL` lists.',
  },
  'a deployment by its name, in doctor': {
    files: { ...NO_CONTENT, [CONFIG]: config('{url: "https://acme.example", deployment: production}') },
    env: admin,
    run: () => ['doctor', '--url', around.sandbox.url],
    exit: 0,
    what: '1 dev, 2 production',
    where: 'ok  deployments',
    next: 'set `deployment` of the target in boardwright.yaml to one of these numbers',
  },
  'a target without a deployment': {
    files: { ...NO_CONTENT, [CONFIG]: config('{url: "https://acme.example"}') },
    run: ['plan'],
    exit: 1,
    what: 'the target "production" has no deployment',
    where: 'boardwright.yaml:6',
    next: 'Add `deployment`: a number. `boardwright doctor --url https://acme.example` lists them.',
  },
}
