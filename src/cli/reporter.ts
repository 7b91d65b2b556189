import process from 'node:process'
import { counted } from '../content/counted.ts'
import { printable, titleText } from '../content/printable.ts'
import type { ApplyEvent } from '../project/apply.ts'
import { errorJson, note, result } from './output.ts'
import { say } from './progress.ts'
import { settings } from './settings.ts'

/** Shows a run: as a changing line on a terminal, as plain lines elsewhere, or as events for programs. */
export interface Reporter {
  readonly hear: (event: ApplyEvent) => void
  readonly end: () => void
}

export interface ReporterOptions {
  readonly json: boolean
  readonly target?: string | undefined
}

export function createReporter({ json, target }: ReporterOptions): Reporter {
  const of = target === undefined ? {} : { target }
  if (json) return { hear: (event) => result(JSON.stringify({ ...asData(event), ...of })), end: () => {} }
  const isTerminal = process.stderr.isTTY === true && !settings().quiet
  const retries = new Map<string, number>()
  const altered = new Map<string, ReadonlySet<string>>()
  let [phase, steps, done, begun] = ['', 0, 0, 0]
  let name = ''
  let retry: Retry | undefined

  return {
    hear(event) {
      if (ENDS_RETRY.has(event.type)) retry = undefined
      if (event.type === 'phase') {
        ;[phase, steps, done, begun] = [event.phase, event.steps, 0, performance.now()]
        name = ''
        if (!isTerminal) note(`${PHASES[event.phase] ?? event.phase}: ${counted(event.steps)}`)
      } else if (event.type === 'started') {
        name = titleText(event.title)
      } else if (event.type === 'done') {
        done += 1
        if (!isTerminal)
          note(printable(`  ${event.verb}  ${titleText(event.title)}${event.detail ? ` (${event.detail})` : ''}`))
      } else if (event.type === 'model') {
        if (!isTerminal && settings().verbose) note(printable(`  ${event.text}`))
      } else if (event.type === 'retry') {
        retries.set(event.reason, (retries.get(event.reason) ?? 0) + 1)
        retry = event
      } else if (event.type === 'altered') {
        const title = titleText(event.title)
        altered.set(title, new Set([...(altered.get(title) ?? []), ...event.units]))
      }
      if (isTerminal) say(describePhase(phase, steps, done, performance.now() - begun, retry, name))
    },
    end() {
      for (const line of alterations(altered)) note(printable(line))
      altered.clear()
      if (retries.size === 0) return
      const list = [...retries].map(([reason, n]) => `${n} for ${reason}`).join(', ')
      note(printable(`Retried: ${list}.`))
      retries.clear()
    },
  }
}

/** Phases whose names are words of this program. */
const PHASES: Readonly<Record<string, string>> = {
  ledgers: 'recording what was applied',
  'last ledgers': 'recording what was applied',
}

type Retry = Pick<Extract<ApplyEvent, { readonly type: 'retry' }>, 'reason' | 'tries' | 'mostTries'>

const ENDS_RETRY: ReadonlySet<ApplyEvent['type']> = new Set(['phase', 'done', 'failed'])

/** A shorter time is not worth a guess. */
const LEAST_SECONDS = 3

/** What is left is said once something is done, and not while an answer is asked for again. */
export function describePhase(
  phase: string,
  steps: number,
  done: number,
  ms: number,
  retry?: Retry,
  name = '',
): string {
  const of = `${PHASES[phase] ?? phase}: ${counted(done)} of ${counted(steps)}`
  const counts = name === '' || done === steps ? of : `${of}, ${name}`
  if (retry)
    return `${counts}; ${retry.reason}, try ${Math.min(retry.tries + 1, retry.mostTries)} of ${retry.mostTries}`
  const seconds = done === 0 || done === steps ? 0 : Math.ceil(((steps - done) * ms) / done / 1000)
  return seconds < LEAST_SECONDS ? counts : `${counts}, about ${counted(seconds)} s left`
}

const MOST_ALTERED = 10

/** Units that the platform stored differently from what was sent. They will not count as UI edits. */
function alterations(altered: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  if (altered.size === 0) return []
  const lines = [...altered].map(([title, units]) => `  ${title}: ${[...units].sort().join(', ')}`).sort()
  const rest = lines.length - MOST_ALTERED
  const more = rest > 0 ? [`  and ${counted(rest)} more: see the journal`] : []
  return ['The platform stored this differently from what was sent:', ...lines.slice(0, MOST_ALTERED), ...more]
}

const asData = (event: ApplyEvent): object => {
  if (event.type === 'failed') return { format: 1, ...event, error: JSON.parse(errorJson(event.error)).error }
  if (event.type !== 'summary') return { format: 1, ...event }
  const failed = event.result.failed.map(({ error, ...rest }) => ({
    ...rest,
    error: JSON.parse(errorJson(error)).error,
  }))
  return { format: 1, ...event, result: { ...event.result, failed } }
}
