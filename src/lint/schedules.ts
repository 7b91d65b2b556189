import { isMap } from '@boardwright/common'
import { z } from 'zod'
import { type Entity, ofKind } from '../content/entity.ts'
import { type Dashboard, type FreeForm, type Notification, workbookKey } from '../content/model.ts'
import type { PlaceOf, Problem } from '../content/problem.ts'
import { schemaProblems } from '../content/schema-problems.ts'
import type { ParsedTree } from '../serialize/parse.ts'

/** Schedules that the platform refuses, and values that change nothing of what it sends. */
export const checkSchedules = (tree: ParsedTree): Problem[] =>
  ofKind(tree.content, 'notification').flatMap((schedule): Problem[] => {
    const { key, own } = schedule
    const source = tree.sources.get(key)
    if (!source) return []
    const { placeOf } = source.rendered().origin
    const [workbook, value] = [tree.content.get(workbookKey(own.workbook)), source.rendered().value]
    const found = [
      ...(workbook?.own.publish === false ? [unpublished(schedule, placeOf)] : []),
      ...schemaProblems({ placeOf }, ControlWords, value),
      ...(workbook ? unusedValues(own, workbook.whole().dashboard, placeOf) : []),
    ]
    return found.map((problem) => ({
      ...(problem.warning ? {} : { fault: `${key} ${problem.message}` }),
      ...problem,
      key,
    }))
  })

const unpublished = ({ key, own }: Entity<'notification'>, placeOf: PlaceOf): Problem => ({
  kind: 'SCHEMA',
  ...placeOf([]),
  message: `the dashboard of "${own.workbook}" is not published, so nothing can be sent`,
  hint: 'Remove `publish: false` from its workbook.yaml, or remove the schedule.',
  fault: `unpublished ${key}`,
})

const Member = z.string().regex(/.\../, { error: 'must be a member with its view, such as sales.city' })

/** What live may hold and the platform refuses to take. */
const ControlWords = z.looseObject({
  filters: z.array(z.looseObject({ member: Member })).nullish(),
  timeGrains: z.array(z.looseObject({ member: Member, grain: z.string() })).nullish(),
  memberSwitchers: z.array(z.looseObject({ member: Member, selected: z.string() })).nullish(),
})

/** Which widgets take the values of a list, and where they name their member. */
const CONTROLS = [
  { list: 'filters', type: 'FILTER', noun: 'filter' },
  { list: 'timeGrains', type: 'TIME_GRAIN', noun: 'time grain' },
  { list: 'memberSwitchers', type: 'FIELD', noun: 'switcher' },
] as const

/** The code of an app may use any value. */
function unusedValues(schedule: Notification, dashboard: Dashboard | undefined, placeOf: PlaceOf): Problem[] {
  if (!dashboard || dashboard.app) return []
  return CONTROLS.flatMap(({ list, type, noun }) => {
    const taken = new Set(dashboard.widgets.flatMap((one) => (one.type === type ? membersIn(one.config) : [])))
    return (schedule[list] ?? []).flatMap((value, index): Problem[] => {
      const member = isMap(value) ? value['member'] : undefined
      if (typeof member !== 'string' || !member.includes('.') || taken.has(member)) return []
      const message = `no ${noun} of the dashboard takes a value for ${member}`
      const hint = `Add a widget of type ${type} with this member, or remove the value.`
      return [{ kind: 'SCHEMA', ...placeOf([list, index, 'member']), message, hint, warning: true }]
    })
  })
}

const membersIn = (config: FreeForm | undefined): unknown[] => [config?.['member'], config?.['options']].flat()
