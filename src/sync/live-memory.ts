import type { Target } from '../config/model.ts'
import { createRowMemory, type KnownRows, type RowMemory } from '../live/rows/memory.ts'
import { finish, finishGently, type Steps } from '../steps.ts'
import { digestText } from '../workspace/digests.ts'
import { readEachRemembered, rememberEach } from '../workspace/remembered.ts'
import { giveWay } from './give-way.ts'
import { rulesStamp } from './rules.ts'

/** What the platform said the last time that a target was read. Losing it costs time and nothing else. */
export interface LiveMemory {
  readonly rows: RowMemory
  /** Reads now what is remembered, and not when the first row arrives. Answers have their turn in between. */
  readonly recall: () => Promise<void>
  readonly save: () => Promise<void>
}

/** Stands before the pages of both lists. */
interface Head {
  /** Of the program: another one may see other things in the same rows. */
  readonly context: string
  readonly reports: number
}

export function createLiveMemory(root: string, target: Target): LiveMemory {
  const name = `live-2-${digestText(target.name).slice(0, 10)}`
  let known: KnownRows | undefined
  function* recalling(): Steps<void> {
    known = yield* reading(root, name)
  }
  const steps = recalling()
  const rows = createRowMemory(() => {
    finish(steps)
    return known
  })
  return {
    rows,
    async recall() {
      await finishGently(steps, giveWay)
      rows.recall()
    },
    async save() {
      const { reports, workbooks } = rows.learned() ?? {}
      if (!reports || !workbooks) return
      const head: Head = { context: rulesStamp(), reports: reports.length }
      await rememberEach(root, name, [head, ...reports, ...workbooks])
    },
  }
}

function* reading(root: string, name: string): Steps<KnownRows | undefined> {
  const stored = readEachRemembered(root, name)
  const head = stored.next().value as Head | undefined
  if (head?.context !== rulesStamp()) return undefined
  const pages: unknown[] = []
  for (const page of stored) {
    pages.push(page)
    yield
  }
  return { reports: pages.slice(0, head.reports), workbooks: pages.slice(head.reports) } as unknown as KnownRows
}
