import type { Target } from '../../config/model.ts'
import { listed } from '../../content/counted.ts'
import { SEE_MORE } from '../../content/hints.ts'
import { LISTS } from '../../content/kinds.ts'
import { MOST_REPORTS, type Rights } from '../../live/index.ts'
import { type Check, right, wrong } from './check.ts'

interface Seen extends Rights {
  readonly isAdmin: boolean
}

/**
 * What each command needs a key to be allowed to do, and what is missing. Undefined if the target has no use for the
 * command.
 */
const NEEDS: readonly ((seen: Seen, target: Target) => Check | undefined)[] = [
  ({ isAdmin }) => {
    const what = 'export, plan, status'
    if (isAdmin) return right(what, 'an admin sees everything')
    return wrong(what, 'it sees what is shared with its user; plan holds applied objects that it cannot see', SEE_MORE)
  },
  ({ reports }, { content }) => {
    if (!content) return undefined
    const what = 'adopt, apply'
    if (typeof reports === 'string') return wrong(what, 'it may not see reports', SEE_MORE)
    const { seen, edit } = reports
    if (seen === 0) return right(what, 'there is no report yet to ask about')
    if (edit === seen) return right(what, `it may edit ${everyReport(seen)}`)
    return wrong(what, `it may not edit ${seen - edit} of the ${seen} reports that it sees`, SEE_MORE)
  },
  ({ reports }, { content }) => {
    if (!content || typeof reports === 'string' || reports.seen === 0) return undefined
    const what = 'moves and deletes'
    const { seen, manage } = reports
    if (manage === seen) return right(what, `it may move and delete ${everyReport(seen)}`)
    return wrong(what, `it may not move or delete ${seen - manage} of the ${seen} reports that it sees`, SEE_MORE)
  },
  ({ notices }, { content }) => {
    if (!content) return undefined
    const what = 'who notices'
    if (notices) return right(what, 'plan says who gets a changed dashboard by email')
    return wrong(
      what,
      'plan cannot say who gets a changed dashboard by email',
      'Use an admin’s key if you need to know it.',
    )
  },
  ({ unlisted }, { scope: { manage } }) => {
    if (manage.length === 0) return undefined
    const what = '`manage`'
    const names = (kinds: typeof manage): string => listed(kinds.map((kind) => LISTS[kind]))
    if (unlisted.length === 0) return right(what, 'it sees every kind that is named there')
    return wrong(what, `it cannot list ${names(unlisted)}`, 'Use an admin’s key, or leave them out of `manage`.')
  },
  ({ model }, { name, dataModel }) => {
    if (dataModel === undefined) return undefined
    const what = 'data model, try'
    const { branch } = dataModel
    if (typeof model === 'number') return right(what, `branch ${branch}, ${model} files`)
    const change = `Change \`dataModel.branch\` of ${name} in boardwright.yaml`
    return model === 'gone'
      ? wrong(
          what,
          `there is no branch ${branch}`,
          `${change}, or create it: boardwright apply --target ${name} --accept model.`,
        )
      : wrong(what, `it cannot see the branch ${branch}`, `${change}. ${SEE_MORE}`)
  },
]

const everyReport = (seen: number): string =>
  seen === MOST_REPORTS ? `the ${seen} reports that were asked for` : `all ${seen} reports that it sees`

export const judgeRights = (seen: Seen, target: Target): Check[] => NEEDS.flatMap((need) => need(seen, target) ?? [])
