import { someOf } from '../content/counted.ts'
import { groupBy } from '../content/group-by.ts'
import { SEE_MORE } from '../content/hints.ts'
import { printableName } from '../content/printable.ts'
import { fullName } from '../plan/naming.ts'
import type { HeldObject, HeldReason, Plan } from '../plan/plan-file.ts'
import { choiceLines } from './held.ts'
import { otherProjectChoices, type WayOut } from './held-choices.ts'

/** Held objects that share a message and its ways out. */
export interface Alike {
  readonly held: readonly HeldObject[]
  readonly names: string
  readonly message: string
  readonly advice?: string
  readonly choices: readonly WayOut[]
}

interface Ways {
  readonly advice?: string
  readonly choices?: (held: readonly HeldObject[]) => readonly WayOut[]
}

/** Reasons that often hold many objects at once, each with what helps all of these. */
const SHARED: { readonly [reason in HeldReason]?: Ways } = {
  unseen: { advice: SEE_MORE },
  'other-project': { choices: otherProjectChoices },
}

const MOST = 3

/** Splits off held objects that share a line with all others of the same message. */
export function apartFromAlike(
  { held }: { readonly held: Plan['held'] },
  isVerbose = false,
): { readonly others: readonly HeldObject[]; readonly alike: readonly Alike[] } {
  const groups = groupBy(
    held.filter(({ reason }) => SHARED[reason]),
    ({ reason, message }) => `${reason} ${message}`,
  )
  const alike = [...groups.values()].flatMap((all): Alike[] => {
    const [first] = all
    if (!first) return []
    const { advice, choices } = SHARED[first.reason] ?? {}
    return [
      {
        held: all,
        names: someOf(all.map(fullName), isVerbose ? all.length : MOST),
        message: printableName(first.message),
        ...(advice === undefined ? {} : { advice }),
        choices: choices?.(all) ?? [],
      },
    ]
  })
  return { others: held.filter(({ reason }) => !SHARED[reason]), alike }
}

/** What helps, on lines of their own. */
export const helpIn = ({ advice, choices }: Alike): readonly string[] => [
  ...(advice === undefined ? [] : [advice]),
  ...choiceLines(choices, 0),
]
