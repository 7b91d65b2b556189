import type { Comparison } from '../compare/comparison.ts'
import { groupBy } from '../content/group-by.ts'
import { idIn } from '../content/model.ts'
import { digestOf } from '../content/threeway.ts'
import type { Undecided } from './decided.ts'
import { byTitle, compare } from './order.ts'
import { titleOf } from './titles.ts'

/** A likely match: an object of the tree that is not live, and a live object without a file. */
export interface Proposal {
  readonly kind: 'workbook' | 'report'
  readonly ours: string
  readonly theirs: string
  readonly title: readonly string[]
  readonly because: string
}

/** For targets that grew apart. Proposes no ambiguous matches. */
export function proposeMatches({ inputs, compared }: Undecided): Proposal[] {
  const comparisons = [...compared.comparisons.values()]
  const ours = comparisons.filter(({ repo, live, ownership }) => repo && !live && ownership.state === 'unclaimed')
  const theirs = comparisons.filter(({ repo, live, ownership }) => !repo && live && ownership.state === 'unclaimed')
  const spot = ({ key }: Comparison): string => titleOf(compared, key).join('\0')
  const pairs = (kind: Comparison['kind']) => {
    const there = groupBy(
      theirs.filter((each) => each.kind === kind),
      spot,
    )
    return [
      ...groupBy(
        ours.filter((each) => each.kind === kind),
        spot,
      ),
    ].flatMap(([name, [one, another]]) => {
      const [match, second] = there.get(name) ?? []
      return one && !another && match && !second ? [[one, match] as const] : []
    })
  }
  const workbooks = pairs('workbook').flatMap(([one, match]): Proposal[] => {
    const slug = inputs.live.facts.get(match.key)?.name
    if (slug === undefined) return []
    const title = titleOf(compared, one.key)
    return [{ kind: 'workbook', ours: idIn(one.key), theirs: slug, title, because: 'same folder and name' }]
  })
  const reports = pairs('report').flatMap(([one, match]): Proposal[] => {
    const publicId = inputs.live.publicIds.get(match.key)
    if (publicId === undefined) return []
    const isSame = ['sql', 'query'].every((unit) => digestOf(one.repo, unit) === digestOf(match.live, unit))
    const because = isSame ? 'same place and name, same query' : 'same place and name, another query'
    return [{ kind: 'report', ours: idIn(one.key), theirs: publicId, title: titleOf(compared, one.key), because }]
  })
  return [...workbooks, ...reports].sort((a, b) => compare(b.kind, a.kind) || byTitle(a, b))
}
