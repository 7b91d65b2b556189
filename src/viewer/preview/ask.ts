import { textAt } from '../data/free.ts'

/** Asks the server that the page is from. What it refuses is an error with its words. */
export async function ask<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: { accept: 'application/json' } })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new Error(textAt(answer, 'error') ?? `The server answered ${response.status}.`)
  return answer as T
}
