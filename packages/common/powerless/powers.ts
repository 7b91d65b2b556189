import dgram from 'node:dgram'
import dns from 'node:dns'
import promises from 'node:dns/promises'
import net from 'node:net'
import process from 'node:process'
import { Writable } from 'node:stream'

const refuse = (): never => {
  throw new Error('This process may not do that.')
}

/** In the place of a class, it can be extended. What extends it may replace its functions: nobody gets back the old ones. */
function refusing({ prototype }: { readonly prototype?: object }): () => never {
  return prototype
    ? Object.assign(
        function refused(): never {
          return refuse()
        },
        { prototype },
      )
    : refuse
}

function empty(exported: object): void {
  for (const key of Reflect.ownKeys(exported)) {
    const { value, configurable } = Object.getOwnPropertyDescriptor(exported, key) ?? {}
    if (typeof value !== 'function') continue
    if (key !== 'constructor' && value.prototype) empty(value.prototype)
    if (configurable === true)
      Object.defineProperty(exported, key, { value: refusing(value), writable: true, configurable: false })
  }
}

const GLOBALS = ['fetch', 'Request', 'Response', 'Headers', 'FormData', 'WebSocket', 'EventSource', 'BroadcastChannel']

/**
 * Takes from this process what its work does not need, before it runs code of others. Files, processes and the
 * environment are the system's to refuse: the program starts this process with Node's permission model. That model
 * leaves the network and signals open before Node 25, so their functions are removed here.
 */
export function giveUpPowers(): void {
  if (!hasNoPower()) throw new Error('no code of others runs in a process that may do more than compute')
  for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name)
  // HTTP, TLS and whatever else there is all connect and listen through these.
  for (const each of [net, dgram, dns, promises]) empty(each)
  for (const name of ['kill', '_kill', '_debugProcess', '_debugEnd', 'binding', '_linkedBinding', 'dlopen'])
    Object.defineProperty(process, name, { value: refuse, writable: false, configurable: false })
  // Nobody reads what libraries print, and its streams would be sockets.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  for (const name of ['stdout', 'stderr']) Object.defineProperty(process, name, { value: nowhere })
  for (const name of Object.keys(console)) Object.assign(console, { [name]: () => undefined })
}

/** Whether the system refuses what it was asked to refuse. */
function hasNoPower(): boolean {
  const { permission } = process as { permission?: { has: (scope: string) => boolean } }
  return permission !== undefined && !['fs.write', 'child', 'worker'].some((scope) => permission.has(scope))
}
