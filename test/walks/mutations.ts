import type { Mutation } from '../mutations/mutation.ts'
import type { Around } from './steps.ts'

/** Takes a fix out again. */
interface Removal extends Mutation {
  /** Actions that expose it, so that few walks are enough. */
  readonly around: Around
}

export const MUTATIONS: readonly Removal[] = [
  {
    what: 'a report that a dashboard shows for the first time is published as it is',
    file: 'src/plan/unseen.ts',
    from: "if (snapshot) return freshnessOf(decided, snapshot) === 'edited'\n",
    to: "return snapshot !== undefined && freshnessOf(decided, snapshot) === 'edited'\n",
    around: { ui: ['a report gets another query', 'a report is renamed'], repo: ['a widget is added'], run: ['apply'] },
  },
  {
    what: 'a first publish sends out what people did to the draft',
    file: 'src/plan/unseen.ts',
    from: '  if (!each?.live) return []\n',
    to: '  if (each?.key === key) return []\n  if (!each?.live) return []\n',
    around: {
      ui: ['a dashboard gets a title, unpublished', 'a widget says something else, unpublished'],
      repo: ['a workbook is published'],
      run: ['apply'],
    },
  },
  {
    what: 'a copy that was taken into git is another workbook',
    file: 'src/live/names/workbooks.ts',
    from: 'inFiles.filter(({ slug }) => !bound.has(slug))',
    to: 'inFiles.filter(() => false)',
    around: { ui: ['a workbook is duplicated'], run: ['export --new', 'apply'] },
  },
  {
    what: 'deletes are not recorded as ours',
    file: 'src/base/closing.ts',
    from: '[...done, ...deleted, ...forgotten,',
    to: '[...done, ...forgotten,',
    around: { repo: ['a workbook is deleted'], git: ['the last commit is reverted'], run: ['apply --prune', 'apply'] },
  },
  {
    what: 'a folder that was moved in the UI is another one',
    file: 'src/live/names/folders.ts',
    from: 'if (!folder || !now || inTree.has(pathText(now)) || !isFree(path)) continue',
    to: 'if (now || !folder || inTree.has(pathText(now ?? [])) || !isFree(path)) continue',
    around: {
      ui: ['a folder is moved'],
      repo: ['a report is put into a folder', 'a workbook is moved'],
      run: ['apply'],
    },
  },
  {
    what: 'what looks new is new',
    file: 'src/plan/renamed.ts',
    from: 'let nth = 0; nth < CLUES.length',
    to: 'let nth = CLUES.length; nth < CLUES.length',
    around: { repo: ['a slug is changed without a word'], run: ['apply'] },
  },
  {
    what: 'what got another name and another slug at once is new',
    file: 'src/plan/renamed.ts',
    from: 'everything].map(byMark), byTraits, byFile]',
    to: 'everything].map(byMark), byFile]',
    around: { repo: ['a workbook is renamed', 'a slug is changed without a word'], run: ['apply --prune'] },
  },
  {
    what: 'export of the data model takes live',
    file: 'src/take/fates.ts',
    from: 'const liveWins = mirror ||',
    to: "const liveWins = mirror || kind === 'model' ||",
    around: { repo: ['a file of the data model is changed'], run: ['export', 'apply --accept model'] },
  },
  {
    what: 'who left a schedule is added again',
    file: 'src/content/threeway.ts',
    from: "return forms.includes(repo) ? 'live' : 'conflict'",
    to: "return live === ABSENT ? 'repo' : forms.includes(repo) ? 'live' : 'conflict'",
    around: { ui: ['somebody leaves a schedule'], repo: ['a schedule gets another time'], run: ['apply'] },
  },
  {
    what: 'what waits for a commit of others is forgotten',
    file: 'src/plan/pending.ts',
    from: '      awaits: commitNotInHistory(each, inputs),\n',
    to: '',
    around: {
      repo: ['a workbook is deleted', 'a workbook is moved', 'a workbook gets a setting'],
      git: ['a branch begins', 'back to main'],
      run: ['apply --prune'],
    },
  },
]
