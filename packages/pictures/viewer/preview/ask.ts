import { textAt } from '../data/free.ts'

/** Asks the page's own server. A refusal becomes an error with its message. */
export async function ask<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: { accept: 'application/json' } })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new Error(textAt(answer, 'error') ?? `The server answered ${response.status}.`)
  return answer as T
}

/** A request that failed names itself by method and path: here it is one of those that read a target. */
export const whyNotRead = (message: string, target = 'live'): string =>
  message.replace(/^([A-Z]+ \/\S* )?/, (request) => `Reading ${target} ${request === '' ? 'failed: ' : ''}`)
