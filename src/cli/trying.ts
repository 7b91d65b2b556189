import { BoardwrightError, EXIT, worstOf } from '@boardwright/common'
import { type Checked, checkModel } from '../check/check-model.ts'
import type { Target } from '../config/model.ts'
import { selectTarget } from '../config/targets.ts'
import { type Preview, previewNamed } from '../content/preview.ts'
import { type Copied, type CopiesOptions, makeCopies } from '../previews/copies.ts'
import { findAffected } from '../previews/numbers/affected.ts'
import { type ComparedNumbers, compareNumbers } from '../previews/numbers/numbers.ts'
import type { SoundProject } from '../project/local/project.ts'

export type TriedPart = 'all' | 'model' | 'copies' | 'numbers'

export interface TryOptions extends CopiesOptions {
  readonly part: TriedPart
  /** What to compare numbers with. */
  readonly base?: string | undefined
}

export interface Tried {
  readonly target: Target
  readonly preview: Preview
  /** The data model on its branch, if it was to be compiled. */
  readonly model?: Checked | undefined
  readonly copies?: Copied
  readonly numbers?: ComparedNumbers
  /** What stopped the rest. */
  readonly error?: BoardwrightError | undefined
}

/**
 * Looks at what this tree changes, before it is merged: the data model compiled on a branch of its own, copies of the
 * changed dashboards, and their numbers before and after. Nothing follows a data model that does not compile.
 */
export async function tryOut(project: SoundProject, options: TryOptions): Promise<Tried> {
  const { part, name } = options
  const target = selectTarget(project.config, options.target)
  const preview = previewNamed(target.projectId, name)
  const about = { target, preview }
  if (part === 'model') {
    const model = await checkModel(project, { ...options, branch: preview.branch, onEvent: options.onModel })
    return { ...about, model, error: model.error }
  }
  // Before anything is written: it needs a tree without errors, and a base.
  const affected = part === 'copies' ? undefined : await findAffected(project, options)
  if (part === 'numbers' && affected) return { ...about, numbers: await compareNumbers(project, affected, options) }
  const copies = await makeCopies(project, options)
  const { model } = copies
  const made = { ...about, model, copies }
  if (!affected || model?.error || (model?.problems.length ?? 0) > 0 || copies.exit === EXIT.partly)
    return { ...made, error: model?.error }
  try {
    return { ...made, numbers: await compareNumbers(project, affected, options) }
  } catch (cause) {
    return { ...made, error: BoardwrightError.from(cause) }
  }
}

/** The exit status, if nothing stopped it. */
export const exitOfTry = ({ model, copies }: Tried, numbers: number): number =>
  worstOf([(model?.problems.length ?? 0) > 0 && EXIT.error, copies?.exit ?? EXIT.done, numbers])
