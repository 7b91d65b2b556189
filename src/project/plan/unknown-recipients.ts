import { didYouMean, nearest } from '@boardwright/common'
import { recipientUnit } from '../../content/notification.ts'
import type { Problem } from '../../content/problem.ts'
import type { LiveContent } from '../../live/index.ts'
import type { ParsedTree } from '../../serialize/parse.ts'

/** Recipients whom the platform would refuse, and with them everybody else on the list. */
export const unknownRecipients = (tree: ParsedTree, unknown: LiveContent['unknownRecipients']): Problem[] =>
  [...unknown].flatMap(([key, { emails, users }]) =>
    emails.flatMap((email): Problem[] => {
      const source = tree.sources.get(key)
      if (!source) return []
      const { recipients = [] } = source.rendered().value as { readonly recipients?: readonly string[] }
      return [
        {
          kind: 'REFERENCE_UNKNOWN',
          ...source.rendered().origin.placeOf(['recipients', recipients.indexOf(email)]),
          message: `${email} is no active user of the account`,
          hint: didYouMean(nearest(email, users), 'Take the address out, or have an account made for them first.'),
          key,
          units: [recipientUnit(email)],
        },
      ]
    }),
  )
