import { digestText } from '../workspace/digests.ts'
import { programStamp } from './program-stamp.ts'
import { readRemembered, remember } from './store.ts'

/** What is known about bytes, by their digest. */
export interface KnownFacts<Fact> {
  readonly get: (digest: string) => Fact | undefined
  readonly keep: (digest: string, fact: Fact) => void
  /** Forgets what is about other bytes than these, unless this run had to do with them. */
  readonly save: (digests: ReadonlySet<string>) => Promise<void>
}

interface Stored<Fact> {
  readonly context: string
  readonly facts: readonly (readonly [digest: string, fact: Fact])[]
}

/** `context`: what they depend on besides the bytes. */
export function openFacts<Fact>(root: string, name: string, context: string): KnownFacts<Fact> {
  const within = digestText(`${programStamp()}\n${context}`)
  const stored = readRemembered(root, name) as Stored<Fact> | undefined
  const facts = new Map(stored?.context === within ? stored.facts : [])
  const met = new Set<string>()
  let isNew = false
  return {
    get(digest) {
      met.add(digest)
      return facts.get(digest)
    },
    keep(digest, fact) {
      if (facts.has(digest)) return
      met.add(digest)
      facts.set(digest, fact)
      isNew = true
    },
    async save(digests) {
      if (!isNew) return
      const left = [...facts].filter(([digest]) => met.has(digest) || digests.has(digest))
      await remember(root, name, { context: within, facts: left } satisfies Stored<Fact>)
    },
  }
}
