import { didYouMean, isSlipOf } from '@boardwright/common'
import type { Key } from '../../content/kinds.ts'
import { personUnit } from '../../content/people.ts'
import type { Problem } from '../../content/problem.ts'
import type { PeopleRead } from '../../live/index.ts'
import type { ParsedTree } from '../../serialize/parse.ts'

const ROLES = { recipients: 'recipient', members: 'member' } as const
type List = keyof typeof ROLES

/**
 * People on a list whom the platform would refuse, and with them everybody else on it. They stop only a plan that adds
 * them: a file may go on naming somebody who left with their account.
 */
const unknownOn = (tree: ParsedTree, list: List, { unknown }: PeopleRead): Problem[] =>
  [...unknown[list]].flatMap(([key, { emails, users }]) =>
    emails.flatMap((email): Problem[] => {
      const source = tree.sources.get(key)
      if (!source) return []
      const { [list]: all } = source.rendered().value as { readonly [L in List]?: readonly string[] }
      const message = `${email} is no active user of the account`
      return [
        {
          kind: 'REFERENCE_UNKNOWN',
          ...source.rendered().origin.placeOf([list, (all ?? []).indexOf(email)]),
          ...{ message, fault: `${key} ${message}`, isRefused: true },
          // What is only alike may be the address of somebody else.
          hint: didYouMean(
            [...users].find((each) => isSlipOf(email, each)),
            'Take the address out, or have an account made for them first.',
          ),
          key,
          units: [personUnit(ROLES[list], email)],
        },
      ]
    }),
  )

/** People whom the platform would refuse, and members of a group that a directory fills, which would undo an apply. */
export const peopleRefused = (tree: ParsedTree, read: PeopleRead): readonly Problem[] => [
  ...unknownOn(tree, 'recipients', read),
  ...unknownOn(tree, 'members', read),
  ...ownedByDirectory(tree, read.provisioned),
]

const ownedByDirectory = (tree: ParsedTree, keys: readonly Key[]): Problem[] =>
  keys.flatMap((key): Problem[] => {
    const origin = tree.sources.get(key)?.rendered().origin
    if (!origin) return []
    const message = 'a directory says who is in this group, so a file cannot'
    const hint = 'Write `members: off`, and change who is in it in the directory.'
    return [{ kind: 'SCHEMA', ...origin.placeOf(['members'], 'key'), message, hint, key }]
  })
