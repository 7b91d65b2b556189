import { ofKind } from '../content/entity.ts'
import { workbookKey } from '../content/model.ts'
import type { Problem } from '../content/problem.ts'
import type { ParsedTree } from '../serialize/parse.ts'

/** Schedules that the platform refuses, because there is no published dashboard to send. */
export const checkSchedules = ({ content, sources }: ParsedTree): Problem[] =>
  ofKind(content, 'notification').flatMap(({ key, own }): Problem[] => {
    const source = sources.get(key)
    if (!source || content.get(workbookKey(own.workbook))?.own.publish !== false) return []
    return [
      {
        kind: 'SCHEMA',
        ...source.rendered().origin.placeOf([]),
        message: `the dashboard of "${own.workbook}" is not published, so nothing can be sent`,
        hint: 'Remove `publish: false` from its workbook.yaml, or remove the schedule.',
        fault: `unpublished ${key}`,
        key,
      },
    ]
  })
