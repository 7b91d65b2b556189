import type { Client } from './client.ts'
import { clientOf } from './recording.ts'

/** Something is wanted that only an answer tells which is not there yet. */
export class Unforeseen extends Error {}

/** The same client for whoever works ahead of the answers: it asks nothing more. */
export function askNothing({ counts, serverNow, close }: Client): Client {
  const call = async (): Promise<never> => {
    throw new Unforeseen()
  }
  // biome-ignore lint/correctness/useYield: there is no page to give.
  async function* pages(): AsyncGenerator<never> {
    throw new Unforeseen()
  }
  return clientOf({ call, pages }, { counts, serverNow, close })
}
