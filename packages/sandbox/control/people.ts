import { z } from 'zod'
import { matchesMethod, matchesPath } from './match.ts'

const deployment = { deployment: z.int().optional() }
const workbook = z.union([z.string(), z.int()])
const set = z.record(z.string(), z.unknown())
const type = z.enum(['FOLDER', 'WORKBOOK', 'REPORT'])

/**
 * What a person does in the UI. Workbooks are named by slug or id, reports by public id or id, folders by name or id;
 * the deployment is `production` unless given.
 */
export const Action = z.discriminatedUnion('do', [
  z
    .strictObject({ do: z.literal('edit-report'), report: workbook, set, ...deployment })
    .describe('Save these fields of a report.'),
  z
    .strictObject({ do: z.literal('edit-workbook'), workbook, set, ...deployment })
    .describe('Save these fields of a workbook by its id, with `meta` merged into the stored keys.'),
  z
    .strictObject({ do: z.literal('edit-draft'), workbook, set, ...deployment })
    .describe('Save the draft with these fields, or a copy of what is published if there is no draft.'),
  z
    .strictObject({ do: z.literal('revert-draft'), workbook, ...deployment })
    .describe('Reset the draft to what is published.'),
  z
    .strictObject({ do: z.literal('publish'), workbook, ...deployment })
    .describe('Publish the draft. No title or description is sent, so those that viewers saw before stay.'),
  z
    .strictObject({ do: z.literal('rename'), type, id: workbook, name: z.string(), ...deployment })
    .describe('Rename something.'),
  z.strictObject({ do: z.literal('delete'), type, id: workbook, ...deployment }).describe('Delete something.'),
  z.strictObject({ do: z.literal('duplicate'), workbook, ...deployment }).describe('Copy a workbook.'),
  z
    .strictObject({ do: z.literal('open-tab'), tab: z.string(), workbook, ...deployment })
    .describe('Open a workbook in a browser tab, which remembers it as it is now.'),
  z
    .strictObject({ do: z.literal('save-tab'), tab: z.string(), ...deployment })
    .describe('Save the name, the draft and the `meta` that the tab remembers over whatever is there.'),
  z
    .strictObject({ do: z.literal('request'), method: z.string(), path: z.string(), body: z.unknown().optional() })
    .describe('Anything else: one request of the API.'),
])
export type Action = z.output<typeof Action>

export const Script = z.strictObject({
  as: z.union([z.string(), z.int()]).optional().describe('Who: an email or a user id. Default: the first admin.'),
  when: z
    .strictObject({ method: z.string().default('*'), path: z.string(), nth: z.int().min(1).default(1) })
    .optional()
    .describe('Just before the nth request that fits, counted from now. Default: at once.'),
  do: z.array(Action).min(1).describe('What to do, in this order.'),
})
export type Script = z.output<typeof Script>

/** Scripted people who wait for a request to act on. */
export interface People {
  add(script: Script): void
  /** The scripts that this request triggers. Each is returned once. */
  due(method: string, path: string): Script[]
  waiting(): Script[]
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
    waiting: () => waiting.map(({ script }) => script),
    clear() {
      waiting = []
    },
  }
}
