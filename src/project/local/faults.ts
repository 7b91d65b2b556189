import { asError, isWeighable, type Problem } from '../../content/problem.ts'
import type { JudgeModel } from '../../lint/model/judged.ts'
import type { BaseCommit } from '../../workspace/base.ts'
import type { Before } from '../../workspace/before.ts'
import type { RepositoryStart } from '../../workspace/history.ts'
import { projectAtBase } from './at-base.ts'
import type { FaultsFound } from './faults-before.ts'
import type { Judging } from './rules.ts'

/**
 * Weighs mistakes in what the tree asks for, such as refused words or unknown members. New ones are errors. Old ones
 * are warnings, because a tenant is full of them. If nobody knows what is new, they are warnings too, unless `isStrict`:
 * only what is not committed is certainly new, and a data model that the compiler refuses, because none such is live.
 */
export async function weighFaults(
  root: string,
  problems: readonly Problem[],
  { base, isStrict = false, judge, judging, started }: WeighOptions,
): Promise<WeighedFaults> {
  const weighable = problems.filter(isWeighable)
  if (weighable.length === 0) return { problems, isEmpty: false }
  const before = await projectAtBase(root, base, started)
  const { wasThere, isLost } = before ? await foundIn(before, weighable, { judge, judging }) : NOTHING_BEFORE
  const weigh = (problem: Problem): Problem => {
    if (isLost(problem)) return asError(problem)
    if (problem.isErrorIfNew && base.known && !wasThere(problem)) return asError(problem)
    if (!isWeighable(problem) || !wasThere(problem)) return problem
    if (base.known) return { ...problem, warning: true, before: true }
    return isStrict || problem.kind === 'MODEL_REFUSED' ? problem : asWarning(problem)
  }
  return { problems: problems.map(weigh), isEmpty: base.known && before === undefined }
}

export interface WeighOptions {
  readonly base: BaseCommit
  /** Whether what may be new counts as new. */
  readonly isStrict?: boolean | undefined
  /** Who judges the data model, as it was before. */
  readonly judge?: JudgeModel | undefined
  /** The rules of the house, and what they look up, as they are now. */
  readonly judging?: (() => Promise<Judging>) | undefined
  /** What git was asked already. */
  readonly started?: RepositoryStart | undefined
}

export interface WeighedFaults {
  readonly problems: readonly Problem[]
  /** Whether the project had no content yet at the base. */
  readonly isEmpty: boolean
}

const asWarning = (problem: Problem): Problem => (isWeighable(problem) ? { ...problem, warning: true } : problem)

interface Found {
  /** Whether a problem was there before: the same mistake, or for what is no mistake, the same file. */
  readonly wasThere: (problem: Problem) => boolean
  /** Whether what has the problem was there before without it, and it had something to lose. */
  readonly isLost: (problem: Problem) => boolean
}

const NOTHING_BEFORE: Found = { wasThere: () => true, isLost: () => false }

async function foundIn(
  before: Before,
  problems: readonly Problem[],
  { judge, judging }: Pick<WeighOptions, 'judge' | 'judging'>,
): Promise<Found> {
  if (before.isUnchanged) return NOTHING_BEFORE
  const ofRules = problems.filter(({ rule }) => rule !== undefined)
  const files = new Set(problems.flatMap(({ fault, rule, at }) => (fault === undefined || rule ? [] : [at.file])))
  const [{ faultsBefore }, { findingsBefore }] = await Promise.all([
    import('./faults-before.ts'),
    import('./findings-before.ts'),
  ])
  const { faults, ids } = files.size === 0 ? NONE : await faultsBefore(before, files, judge)
  const wasFound = ofRules.length > 0 && judging ? await findingsBefore(before, ofRules, await judging()) : undefined
  return {
    wasThere: (problem) => {
      const { fault, rule, at } = problem
      if (fault === undefined) return before.isSame(at.file)
      return rule === undefined ? faults.has(fault) : wasFound?.(problem) === true
    },
    isLost: ({ isLoss, fault, of }) =>
      isLoss === true && of !== undefined && ids.has(of) && fault !== undefined && !faults.has(fault),
  }
}

const NONE: FaultsFound = { faults: new Set(), ids: new Set() }
