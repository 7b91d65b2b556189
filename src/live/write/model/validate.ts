import { BoardwrightError } from '@boardwright/common'
import { counted } from '../../../content/counted.ts'
import { problemText, toModelProblem } from './problems.ts'
import type { Run } from './run.ts'

const SHOWN = 3

/** Compiles a branch on the platform, and throws if it does not compile. */
export async function requireCompiles(run: Run, branchName: string): Promise<void> {
  run.guard()
  run.emit({ type: 'step', step: 'validate', branch: branchName })
  const { valid, errors } = await run.client.dataModel.validateDataModel({ path: run.path, query: { branchName } })
  if (valid) return
  const problems = errors.map(({ fileName, message }) => toModelProblem(fileName, message))
  run.done.problems = problems
  const shown = problems.slice(0, SHOWN).map(problemText).join('; ')
  const more = problems.length > SHOWN ? `; and ${counted(problems.length - SHOWN)} more` : ''
  throw new BoardwrightError('MODEL_INVALID', `the data model does not compile: ${shown}${more}`)
}
