import { admin, around, CONFIG, config, type Mistakes, NO_CONTENT } from './mistake.ts'

const onBranch = (branch: string): string =>
  config(`{url: "${around.sandbox.url}", deployment: 2, dataModel: {branch: ${branch}}}`)
const CUBE = 'data-model/model/cubes/new.yml'
const model = { [CUBE]: 'cubes:\n  - name: fresh\n    sql_table: public.fresh\n' }

/** By somebody who has used it for some weeks. */
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
}
