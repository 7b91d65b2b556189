import { z } from 'zod'
import { matchesMethod, matchesPath } from './match.ts'

const target = { deployment: z.int().optional() }
const workbook = z.union([z.string(), z.int()])

/**
 * What a person does in the UI. Workbooks are named by slug or id, reports by public id or id, folders by id; the
 * deployment is `production` unless given.
 */
export const Action = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('edit-report'), report: workbook, set: z.record(z.string(), z.unknown()), ...target }),
  z.strictObject({ do: z.literal('edit-workbook'), workbook, set: z.record(z.string(), z.unknown()), ...target }),
  z.strictObject({ do: z.literal('edit-draft'), workbook, set: z.record(z.string(), z.unknown()), ...target }),
  z.strictObject({ do: z.literal('publish'), workbook, ...target }),
  z.strictObject({
    do: z.literal('rename'),
    type: z.enum(['FOLDER', 'WORKBOOK', 'REPORT']),
    id: workbook,
    name: z.string(),
    ...target,
  }),
  z.strictObject({ do: z.literal('delete'), type: z.enum(['FOLDER', 'WORKBOOK', 'REPORT']), id: workbook, ...target }),
  z.strictObject({ do: z.literal('duplicate'), workbook, ...target }),
  /** Opens a workbook in a tab: remembers it, under a name. */
  z.strictObject({ do: z.literal('open-tab'), tab: z.string(), workbook, ...target }),
  /** Saves what the tab remembers over whatever is there now. */
  z.strictObject({ do: z.literal('save-tab'), tab: z.string(), ...target }),
  /** Puts a report back to what it was when a tab was opened on its workbook, or the draft back to what is published. */
  z.strictObject({ do: z.literal('revert-draft'), workbook, ...target }),
  /** Anything else: one request, made as this person. */
  z.strictObject({
    do: z.literal('request'),
    method: z.string(),
    path: z.string(),
    body: z.unknown().optional(),
  }),
])
export type Action = z.output<typeof Action>

export const Script = z.strictObject({
  /** Who acts: the id or e-mail of a user; the account's admin unless given. */
  as: z.union([z.string(), z.int()]).optional(),
  /** The request during which they act: the nth that fits, counted from now. Without it, at once. */
  when: z
    .strictObject({ method: z.string().default('*'), path: z.string(), nth: z.int().min(1).default(1) })
    .optional(),
  do: z.array(Action).min(1),
})
export type Script = z.output<typeof Script>

/** Scripted people, waiting for their moment. */
export interface People {
  add(script: Script): void
  /** The scripts whose moment this request is. Each is given once. */
  due(method: string, path: string): Script[]
  clear(): void
}

export function createPeople(): People {
  let waiting: { script: Script; left: number }[] = []
  return {
    add(script) {
      waiting.push({ script, left: script.when?.nth ?? 1 })
    },
    due(method, path) {
      for (const entry of waiting) {
        const { when } = entry.script
        if (when && matchesMethod(when.method, method) && matchesPath(when.path, path)) entry.left -= 1
      }
      const due = waiting.filter((entry) => entry.left === 0)
      waiting = waiting.filter((entry) => entry.left > 0)
      return due.map((entry) => entry.script)
    },
    clear() {
      waiting = []
    },
  }
}
