import { type BoardwrightError, stringifyJson } from '@boardwright/common'
import type { ApplyEvent } from '../../apply/events.ts'
import type { Planned } from '../plan.ts'

export const planLine = ({ plan }: Planned): string => stringifyJson({ type: 'plan', plan })

/** Drafts that the run replaces: the plan only names the units that they change. */
export const draftLines = ({ plan, live }: Planned): string[] =>
  plan.objects.flatMap(({ key, replaces }) => {
    const draft = live.facts.get(key)?.draft
    return draft && replaces.some(({ what }) => what === 'draft') ? [stringifyJson({ type: 'draft', key, draft })] : []
  })

/** An event on one line. Errors are reduced to code and message, without the request. */
export function eventLine(event: ApplyEvent): string {
  if (event.type === 'summary') {
    const { failed, ...result } = event.result
    return stringifyJson({ type: 'summary', result: { ...result, failed: failed.map(withoutCause) } })
  }
  return stringifyJson(event.type === 'failed' ? withoutCause(event) : event)
}

const withoutCause = <T extends { readonly error: BoardwrightError }>({ error, ...rest }: T) => ({
  ...rest,
  error: { code: error.code, message: error.message },
})
