import { readCompanyModel } from '@boardwright/pictures'
import { readMemberFacts } from '../../lint/member-facts.ts'
import type { judgeTreeModel } from '../../lint/model/judged.ts'
import { drawnModel } from '../../serialize/model/read.ts'

/** What drawings need to know of the data model. */
export function factsIn({ model }: Pick<ReturnType<typeof judgeTreeModel>, 'model'>) {
  const drawn = drawnModel(model)
  return { members: readMemberFacts(drawn), model: readCompanyModel(drawn) }
}
