import { channel } from 'node:diagnostics_channel'

/** What somebody may have got although nobody meant it. */
export interface StrayMessage {
  readonly deployment: number
  readonly notification: number
  readonly to: string
}

/**
 * A schedule may be due between any two requests. If one request makes it reach somebody, and another one of the same
 * key takes that back before anybody has listed the schedules or their recipients, a message may have gone out in
 * between that nobody meant. This log has it.
 */
export interface MessageLog {
  /** A request of this key changed whom a schedule reaches. */
  changed(change: Reached): void
  /** Somebody looks at the schedules: what they find there is what is meant. */
  seen(): void
  list(): readonly StrayMessage[]
  clear(): void
}

export interface Reached {
  readonly deployment: number
  readonly notification: number
  readonly key: number
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Also says each message here, for tests of programs that must never cause one. */
export const STRAY_MESSAGES = 'boardwright.sandbox.stray-message'

export function createMessageLog(): MessageLog {
  const told = channel(STRAY_MESSAGES)
  const fresh = new Set<string>()
  let messages: StrayMessage[] = []
  return {
    changed({ deployment, notification, key, before, after }) {
      const nameOf = (to: string): string => `${key} ${notification} ${to}`
      for (const to of after) if (!before.includes(to)) fresh.add(nameOf(to))
      for (const to of before) {
        if (after.includes(to) || !fresh.delete(nameOf(to))) continue
        const message = { deployment, notification, to }
        messages.push(message)
        told.publish(message)
      }
    },
    seen: () => fresh.clear(),
    list: () => messages,
    clear() {
      messages = []
      fresh.clear()
    },
  }
}
