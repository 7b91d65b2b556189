import { type NameFault, nameFaults, type QueryModel } from '@boardwright/platform/query'
import { badRequest } from '../http/refusal.ts'
import type { Members } from './members.ts'
import type { Query } from './query.ts'

const LISTS = {
  ...({ measure: 'measures', dimension: 'dimensions', segment: 'segments', hierarchy: 'hierarchies' } as const),
}

/** What the query names must be in the model, and go together. */
export function checkNames({ byName, reaches }: Pick<Members, 'byName' | 'reaches'>, { sent }: Query): void {
  // Only the platform's own queries have these.
  if (sent.maskedMembers) throw badRequest('maskedMembers cannot be provided in the query')
  const member: QueryModel['member'] = (name) => {
    const found = byName.get(name)
    return found && { ...found, list: LISTS[found.kind], isVisible: found.public }
  }
  const faults = nameFaults(sent, { member, reaches })
  const first = faults.find(({ why }) => why !== 'not time' && why !== 'hidden')
  if (first) throw badRequest(describe(first), 'UserError')
  // The engine leaves these to its database, if they change what it asks there.
  const isAsked = ({ path }: NameFault): boolean =>
    path[0] !== 'timeDimensions' || isUsed(sent.timeDimensions?.[Number(path[1])])
  const cut = faults.find((fault) => fault.why === 'not time' && isAsked(fault))
  if (cut) throw badRequest(`Error: ${describe(cut)}`)
  const hidden = faults.find(({ why }) => why === 'hidden')
  if (hidden) throw badRequest(describe(hidden))
}

const isUsed = (time: TimeDimension | undefined): boolean =>
  time?.granularity !== undefined || time?.dateRange !== undefined

type TimeDimension = NonNullable<Query['sent']['timeDimensions']>[number]

function describe(fault: NameFault): string {
  switch (fault.why) {
    case 'unknown':
    case 'wrong list': {
      const [, name = ''] = fault.member.split('.')
      return `'${name}' not found for path '${fault.member}'`
    }
    case 'not time':
      return `'${fault.member}' is not a time dimension`
    case 'hidden':
      return `You requested hidden member: '${fault.member}'. Please make it visible using \`public: true\``
    case 'granularity':
      return `Granularity "${fault.granularity}" does not exist in dimension ${fault.member}`
    case 'mixed':
      return `You cannot use dimension and measure in same condition: ${JSON.stringify(fault.filter)}`
    case 'not joined':
      return `Can't find join path to join ${fault.cubes.map((cube) => `'${cube}'`).join(', ')}`
  }
}
