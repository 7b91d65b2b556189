import { expect } from 'vitest'
import type { Sandbox } from '../../packages/sandbox/index.ts'

/** A call of the platform as an admin, as somebody in the UI makes it. It has to be answered. */
export async function call<T>({ url, keys }: Sandbox, path: string, method = 'GET', body?: unknown): Promise<T> {
  const scheme = path.startsWith('/api/v1/embed-tenants') ? 'Api-Key' : 'Bearer'
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `${scheme} ${keys.admin}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect([path, answer.ok, answer.ok ? '' : text]).toEqual([path, true, ''])
  return (text === '' ? undefined : JSON.parse(text)) as T
}
