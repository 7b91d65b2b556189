import type { Target } from '../../config/model.ts'
import type { Rights } from '../../live/index.ts'
import { type Check, right, wrong } from './check.ts'

interface Seen extends Rights {
  readonly isAdmin: boolean
}

const ADMIN = 'Use an admin’s key, or share what is missing with the key’s user.'

/**
 * What each command needs a key to be allowed to do, and what is missing. Undefined if the target has no use for the
 * command.
 */
const NEEDS: readonly ((seen: Seen, target: Target) => Check | undefined)[] = [
  ({ isAdmin }) => {
    const what = 'export, plan, drift, status'
    if (isAdmin) return right(what, 'an admin sees everything')
    return wrong(what, 'it sees what is shared with its user; plan holds applied objects that it cannot see', ADMIN)
  },
  ({ reports }, { content }) => {
    if (!content) return undefined
    const what = 'adopt, apply'
    if (typeof reports === 'string') return wrong(what, 'it may not see reports', ADMIN)
    const { seen, edit } = reports
    if (edit === seen) return right(what, `it may edit the reports that it sees (${seen} checked)`)
    return wrong(what, `it may not edit ${seen - edit} of the ${seen} reports that it sees`, ADMIN)
  },
  ({ reports }, { content }) => {
    if (!content || typeof reports === 'string') return undefined
    const what = 'apply that moves or deletes'
    const { seen, manage } = reports
    if (manage === seen) return right(what, `it may manage the reports that it sees (${seen} checked)`)
    return wrong(what, `it may not move or delete ${seen - manage} of the ${seen} reports that it sees`, ADMIN)
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
  ({ model }, { name, dataModel }) => {
    if (dataModel === undefined) return undefined
    const what = 'data model, check, stage'
    const { branch } = dataModel
    if (typeof model === 'number') return right(what, `branch ${branch}, ${model} files`)
    const change = `Change \`dataModel.branch\` of ${name} in boardwright.yaml`
    return model === 'gone'
      ? wrong(
          what,
          `there is no branch ${branch}`,
          `${change}, or create it: boardwright apply --target ${name} --adopt-model.`,
        )
      : wrong(what, `it cannot see the branch ${branch}`, `${change}. ${ADMIN}`)
  },
]

export const judgeRights = (seen: Seen, target: Target): Check[] => NEEDS.flatMap((need) => need(seen, target) ?? [])
