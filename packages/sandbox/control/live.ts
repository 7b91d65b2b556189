import type { Platform } from '../platform.ts'
import { mulberry32, pick } from '../seeds/made.ts'
import { HOME } from '../store/seed.ts'
import type { Action } from './people.ts'

/** One thing that somebody did, or was not allowed to do. */
export interface Happening {
  readonly at: string
  readonly who: string
  readonly what: string
  readonly refused?: string
}

/** People at work, one step at a time. The same seed on the same content gives the same steps. */
export interface Live {
  step(): Promise<void>
  /** The latest ones, newest first. */
  list(): readonly Happening[]
}

const MOST = 200

interface Person {
  readonly id: number
  readonly email: string
}

interface Row {
  readonly id: number
  readonly name: string
}

export function createLive(
  platform: Platform,
  act: (person: number, action: Action) => Promise<void>,
  seed: number,
): Live {
  const random = mulberry32(seed)
  const happenings: Happening[] = []
  let count = 0
  return {
    async step() {
      count += 1
      const person = pick(random, peopleOf(platform))
      const next = nextAction(platform, random, count, person)
      if (!next) return
      const who = person.email
      const at = platform.clock.stamp()
      try {
        await act(person.id, next.action)
        happenings.unshift({ at, who, what: next.what })
      } catch (cause) {
        happenings.unshift({
          at,
          who,
          what: next.what,
          refused: cause instanceof Error ? cause.message : String(cause),
        })
      }
      happenings.length = Math.min(happenings.length, MOST)
    },
    list: () => happenings,
  }
}

/** Everybody who may sign in. What they have no right to do is refused, as in the UI. */
const peopleOf = ({ db }: Platform): Person[] =>
  db.all<Person>('select id, email from users where deleted_at is null and is_deactivated = 0 order by id')

/** Mostly drafts and edits, now and then a publish, rarely a copy. */
const HABITS = ['draft', 'draft', 'draft', 'report', 'report', 'report', 'publish', 'publish', 'duplicate'] as const

function nextAction({ db }: Platform, random: () => number, count: number, { email }: Person) {
  const rows = (table: 'workbooks' | 'reports'): Row[] =>
    db.all<Row>(`select id, name from ${table} where deployment_id = ? order by id`, HOME.id)
  const habit = pick(random, HABITS)
  const found = rows(habit === 'report' ? 'reports' : 'workbooks')
  if (found.length === 0) return undefined
  const { id, name } = pick(random, found)
  const actions: Readonly<Record<(typeof HABITS)[number], { what: string; action: Action }>> = {
    draft: {
      what: `drafts "${name}"`,
      action: { do: 'edit-draft', workbook: id, set: { description: `Draft ${count}, by ${email}.` } },
    },
    report: {
      what: `edits the report "${name}"`,
      action: { do: 'edit-report', report: id, set: { title: `${name} (${count})` } },
    },
    publish: { what: `publishes "${name}"`, action: { do: 'publish', workbook: id } },
    duplicate: { what: `duplicates "${name}"`, action: { do: 'duplicate', workbook: id } },
  }
  return actions[habit]
}
