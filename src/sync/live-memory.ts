import type { Target } from '../config/model.ts'
import { createRowMemory, type KnownRows, type RowMemory } from '../live/rows/memory.ts'
import { digestText } from '../workspace/digests.ts'
import { readRemembered, remember } from '../workspace/remembered.ts'
import { rulesStamp } from './rules.ts'

/** What the platform said the last time that a target was read. Losing it costs time and nothing else. */
export interface LiveMemory {
  readonly rows: RowMemory
  /** Looks now what is remembered, and not when the first row arrives. */
  readonly recall: () => void
  readonly save: () => Promise<void>
}

interface Remembered {
  /** Of the program: another one may see other things in the same rows. */
  readonly context: string
  readonly rows: KnownRows
}

export function createLiveMemory(root: string, target: Target): LiveMemory {
  const name = `live-1-${digestText(target.name).slice(0, 10)}`
  let known: { readonly rows: KnownRows | undefined } | undefined
  const recall = (): KnownRows | undefined => {
    known ??= { rows: read(root, name) }
    return known.rows
  }
  const rows = createRowMemory(recall)
  return {
    rows,
    recall: rows.recall,
    async save() {
      const learned = rows.learned()
      if (learned) await remember(root, name, { context: rulesStamp(), rows: learned } satisfies Remembered)
    },
  }
}

function read(root: string, name: string): KnownRows | undefined {
  const stored = readRemembered(root, name) as Remembered | undefined
  return stored?.context === rulesStamp() ? stored.rows : undefined
}
