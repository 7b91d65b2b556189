import dgram from 'node:dgram'
import dns from 'node:dns'
import promises from 'node:dns/promises'
import net from 'node:net'
import process from 'node:process'

/**
 * Takes from this process what no drawing needs, before anything of others is drawn. Files, processes and the
 * environment are the system's to refuse: the program starts this process with Node's permission model. That model
 * leaves the network and signals open before Node 25, so their functions are removed here.
 */

const refuse = (): never => {
  throw new Error('A drawing has no business there.')
}

function empty(exported: object): void {
  for (const key of Reflect.ownKeys(exported)) {
    const { value, configurable } = Object.getOwnPropertyDescriptor(exported, key) ?? {}
    if (typeof value !== 'function') continue
    if (key !== 'constructor' && value.prototype) empty(value.prototype)
    if (configurable === true)
      Object.defineProperty(exported, key, { value: refuse, writable: false, configurable: false })
  }
}

const GLOBALS = ['fetch', 'Request', 'Response', 'Headers', 'FormData', 'WebSocket', 'EventSource', 'BroadcastChannel']
for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name)
/** HTTP, TLS and whatever else there is all connect and listen through these. */
for (const each of [net, dgram, dns, promises]) empty(each)
for (const name of ['kill', '_kill', '_debugProcess', '_debugEnd', 'binding', '_linkedBinding', 'dlopen'])
  Object.defineProperty(process, name, { value: refuse, writable: false, configurable: false })

/** Nobody reads what libraries print. */
for (const name of Object.keys(console)) Object.assign(console, { [name]: () => undefined })

/** Whether the system refuses what it was asked to refuse. Without that, nothing is drawn. */
export function hasNoPower(): boolean {
  const { permission } = process as { permission?: { has: (scope: string) => boolean } }
  return permission !== undefined && !['fs.write', 'child', 'worker'].some((scope) => permission.has(scope))
}
