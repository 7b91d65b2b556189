import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { STRAY_MESSAGES, type StrayMessage } from '../../packages/sandbox/control/messages.ts'

/** Processes that this one starts write here what their sandboxes say of messages, also those that are killed. */
const FILE = join(tmpdir(), `boardwright-messages-${process.pid}.jsonl`)

const TELL = `
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
subscribe(${JSON.stringify(STRAY_MESSAGES)}, (each) => appendFileSync(${JSON.stringify(FILE)}, JSON.stringify(each) + '\\n'))`

/** What node takes before the program, if that starts a sandbox. */
export const TELLING = ['--import', `data:text/javascript,${encodeURIComponent(TELL)}`] as const

/** What they have written since this was last asked. */
export function heardElsewhere(): StrayMessage[] {
  if (!existsSync(FILE)) return []
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n')
  rmSync(FILE)
  return lines.map((line) => JSON.parse(line) as StrayMessage)
}
