import { createHash } from 'node:crypto'

export const sha1 = (bytes: string | Uint8Array): string => createHash('sha1').update(bytes).digest('hex')

/** A cache of facts that can never change, because their keys are content hashes. */
export interface Memo<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

export function memo<Value>(most: number): Memo<Value> {
  const values = new Map<string, Value>()
  return {
    get: (key) => values.get(key),
    set(key, value) {
      const [oldest] = values.keys()
      if (values.size >= most && oldest !== undefined) values.delete(oldest)
      values.set(key, value)
    },
  }
}
