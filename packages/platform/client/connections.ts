import type { Dispatcher } from 'undici'
import { type BaseUrl, createDispatcher } from './dispatcher.ts'

/** Connections shared by several clients. Whoever created them closes them, after the clients. */
export interface Connections {
  readonly to: (base: BaseUrl, env: Readonly<Record<string, string | undefined>>) => Dispatcher
  readonly close: () => Promise<void>
}

export function shareConnections(most: number): Connections {
  const open = new Map<string, Dispatcher>()
  return {
    to(base, env) {
      const dispatcher = open.get(base.origin) ?? createDispatcher(base, most, env)
      open.set(base.origin, dispatcher)
      return dispatcher
    },
    async close() {
      await Promise.all([...open.values()].map((dispatcher) => dispatcher.destroy()))
    },
  }
}
