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

  return {
    hear(event) {
      if (event.type === 'phase') {
        ;[phase, steps, done, begun] = [event.phase, event.steps, 0, performance.now()]
        if (!isTerminal) note(`${PHASES[event.phase] ?? event.phase}: ${counted(event.steps)}`)
      } else if (event.type === 'done') {
        done += 1
        if (!isTerminal)
          note(printable(`  ${event.verb}  ${titleText(event.title)}${event.detail ? ` (${event.detail})` : ''}`))
      } else if (event.type === 'model') {
        if (!isTerminal && settings().verbose) note(printable(`  ${event.text}`))
      } else if (event.type === 'retry') {
        retries.set(event.reason, (retries.get(event.reason) ?? 0) + 1)
      } else if (event.type === 'altered') {
        const title = titleText(event.title)
        altered.set(title, new Set([...(altered.get(title) ?? []), ...event.units]))
      }
      if (isTerminal) say(describePhase(phase, steps, done, performance.now() - begun))
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

/** The rate is shown once something is done. */
export function describePhase(phase: string, steps: number, done: number, ms: number): string {
  const counts = `${PHASES[phase] ?? phase}: ${counted(done)} of ${counted(steps)}`
  if (done === 0 || done === steps) return counts
  const rate = done / Math.max(0.001, ms / 1000)
  return `${counts}, ${rate.toFixed(1)} a second, about ${Math.ceil((steps - done) / rate)} s left in this phase`
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
