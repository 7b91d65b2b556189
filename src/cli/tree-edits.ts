import { printable } from '../content/printable.ts'
import type { TreeEdit } from '../edit/tree-edit.ts'
import { note, result } from './output.ts'

export function printEdit(
  edit: TreeEdit & { readonly written?: boolean },
  next: string | undefined,
  json: boolean | undefined,
): void {
  if (json) {
    result(JSON.stringify({ format: 1, ...edit }))
    return
  }
  for (const { action, file, from } of edit.files)
    result(printable(`${action.padEnd(8)} ${from === undefined ? file : `${from} -> ${file}`}`))
  for (const text of edit.notes) note(printable(`Look at it: ${text}`))
  if (next !== undefined) note(printable(`Next: ${next}`))
}
