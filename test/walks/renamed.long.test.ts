import { expect, test } from 'vitest'
import { UI_ACTS } from './acts.ts'
import { REPO_ACTS } from './repository.ts'
import { openStart } from './start.ts'
import { readSteps } from './steps.ts'
import { goSteps, inProcess } from './walks.ts'

const start = openStart()

const RENAMED = 'a slug is changed without a word'
/** One number for each workbook of the tree. */
const WHICH = [0, 1, 2]

const ALONGSIDE = [
  ...Object.keys(REPO_ACTS).map((what) => [`clone a: ${what}`]),
  ...Object.keys(UI_ACTS).map((what) => [`UI of production: ${what}`, 'clone a: a workbook is renamed']),
]

test.each(ALONGSIDE)('no duplicate and no loss if a slug changes without `was`, and %s', async (...acts) => {
  for (const at of WHICH) {
    const steps = [...acts, `clone a: ${RENAMED}`, 'clone a, production: apply --prune']
    const told = steps.map((step, nth) => `${nth}. ${step} (${at}, ${at + 1})`)
    expect(await goSteps(start, inProcess, readSteps(told.join('\n')))).toBe('')
  }
})
