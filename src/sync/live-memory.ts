import type { Target } from '../config/model.ts'
import { createRowMemory, type KnownRows, type RowMemory } from '../live/index.ts'
import { once } from '../once.ts'
import { rulesStamp } from '../project/rules.ts'
import { digestText } from '../workspace/digests.ts'
import { readEachRemembered, rememberEach } from '../workspace/remembered.ts'

/** What the platform said the last time that a target was read. Losing it costs time and nothing else. */
export interface LiveMemory {
  readonly rows: RowMemory
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
  const rows = createRowMemory(once(() => read(root, name)))
  return {
    rows,
    async save() {
      const { reports, workbooks } = rows.learned() ?? {}
      if (!reports || !workbooks) return
      const head: Head = { context: rulesStamp(), reports: reports.length }
      await rememberEach(root, name, [head, ...reports, ...workbooks])
    },
  }
}

function read(root: string, name: string): KnownRows | undefined {
  const stored = readEachRemembered(root, name)
  const head = stored.next().value as Head | undefined
  if (head?.context !== rulesStamp()) return undefined
  const pages = [...stored]
  return { reports: pages.slice(0, head.reports), workbooks: pages.slice(head.reports) } as unknown as KnownRows
}
