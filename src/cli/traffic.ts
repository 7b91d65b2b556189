import { counted, plural } from '../content/counted.ts'
import { printable } from '../content/printable.ts'
import { note } from './output.ts'
import { takeTraffic } from './settings.ts'

interface Reached {
  readonly target: { readonly name: string }
  readonly live: { readonly caller: { readonly email: string | undefined; readonly isAdmin: boolean } }
}

/** Describes the requests since the last call, and the user they were sent as. */
export function describeTraffic({ target, live: { caller } }: Reached, ms: number): string {
  const { reads, writes } = takeTraffic()
  const who = caller.email ?? 'an unknown user'
  if (writes > 0)
    return `Read ${target.name} with ${plural(reads, 'request')} and wrote it with ${counted(writes)} in ${secondsText(ms)} s, as ${who}.`
  const role = caller.isAdmin ? 'admin' : 'not known to be an admin: there may be more than it sees'
  return `Read ${target.name} in ${secondsText(ms)} s with ${plural(reads, 'request')}, as ${who} (${role}). ${plural(writes, 'write request')}.`
}

/** Reports requests that a command did not report itself. After a failure, only if it had started writing. */
export function tellTraffic({ failed }: { readonly failed: boolean }): void {
  const { reads, writes } = takeTraffic()
  if (writes > 0)
    note(
      printable(`Sent ${plural(reads + writes, 'request')}, ${plural(writes, 'of them a write', 'of them writes')}.`),
    )
  else if (!failed) tellReads(reads)
}

export function tellReads(reads: number): void {
  if (reads > 0) note(printable(`Sent ${plural(reads, 'request')}. 0 write requests.`))
}

export const secondsText = (ms: number): string =>
  ms < 10_000 ? (ms / 1000).toFixed(1) : String(Math.round(ms / 1000))
