import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ABSENT } from '../../src/content/digest.ts'
import { judge, judgeUnits } from '../../src/content/threeway.ts'
import { digestsOf } from '../../src/content/units.ts'

describe('one unit', () => {
  test.each([
    ['nobody changed it', 'A', 'A', 'A', 'same'],
    ['the repo changed it', 'A', 'B', 'A', 'repo'],
    ['live changed it', 'A', 'A', 'B', 'live'],
    ['both changed it, in the same way', 'A', 'B', 'B', 'same'],
    ['both changed it, differently', 'A', 'B', 'C', 'conflict'],
    ['the base is unknown, and they agree', undefined, 'A', 'A', 'same'],
    ['the base is unknown, and they differ', undefined, 'A', 'B', 'conflict'],
    ['the repo added it', ABSENT, 'A', ABSENT, 'repo'],
    ['live added it', ABSENT, ABSENT, 'A', 'live'],
    ['both added it, differently', ABSENT, 'A', 'B', 'conflict'],
    ['the repo removed it', 'A', ABSENT, 'A', 'repo'],
    ['live removed it', 'A', 'A', ABSENT, 'live'],
    ['both removed it', 'A', ABSENT, ABSENT, 'same'],
    ['the repo removed it and live changed it', 'A', ABSENT, 'B', 'conflict'],
    ['the repo changed it and live removed it', 'A', 'B', ABSENT, 'conflict'],
    ['the server stores it in another form', ['A', 'a'], 'A', 'a', 'same'],
    ['the server stores it differently, and the repo changed it', ['A', 'a'], 'B', 'a', 'repo'],
    ['the server stores it differently, and live changed it', ['A', 'a'], 'A', 'B', 'live'],
    ['the repo took the form of the server, and live changed it', ['A', 'a'], 'a', 'B', 'live'],
    ['the server drops it', ['A', ABSENT], 'A', ABSENT, 'same'],
    ['the server adds it', [ABSENT, 'a'], ABSENT, 'a', 'same'],
  ] as const)('%s', (_, base, repo, live, expected) => {
    expect(judge(base, repo, live)).toBe(expected)
  })

  test.each([
    ['what a killed run wrote is no UI edit', 'A', 'B', 'N', 'N', 'repo'],
    ['nor where the base is unknown', undefined, 'B', 'N', 'N', 'repo'],
    ['what people wrote since is one', 'A', 'A', 'B', 'N', 'live'],
  ] as const)('%s', (_, base, repo, live, next, expected) => {
    expect(judge(base, repo, live, next)).toBe(expected)
  })

  const digest = fc.constantFrom('A', 'B', 'C', ABSENT)
  test('is the same if both sides agree, and a change of one side only is not a conflict', () => {
    fc.assert(
      fc.property(fc.option(digest, { nil: undefined }), digest, digest, (base, repo, live) => {
        const verdict = judge(base, repo, live)
        expect(verdict === 'same').toBe(repo === live)
        if (verdict === 'repo') expect(live).toBe(base)
        if (verdict === 'live') expect(repo).toBe(base)
      }),
    )
  })
})

const digests = (units: readonly (readonly [string, unknown])[]) => digestsOf(new Map(units))

describe('all units', () => {
  const repo = digests([
    ['name', 'Cash'],
    ['sql', 'select 1'],
    ['mine', 1],
    ['title', 'T'],
  ])
  const live = digests([
    ['name', 'Cash!'],
    ['sql', 'select 1'],
    ['title', 'U'],
    ['theirs', 1],
  ])

  test('include those of either side, each judged alone', () => {
    const base = { ...Object.fromEntries(digestsOf(new Map([['name', 'Cash']]))), gone: 'abcdefghij' }
    expect(Object.fromEntries(judgeUnits({ base }, repo, live))).toEqual({
      name: 'live',
      sql: 'same',
      mine: 'repo',
      title: 'conflict',
      theirs: 'live',
    })
  })

  test('without a base are the same or in conflict', () => {
    expect(Object.fromEntries(judgeUnits({ base: undefined }, repo, live))).toEqual({
      name: 'conflict',
      sql: 'same',
      mine: 'conflict',
      title: 'conflict',
      theirs: 'conflict',
    })
  })

  test('may have names that every object has', () => {
    const odd = digests([['constructor', 1]])
    expect(Object.fromEntries(judgeUnits({ base: {} }, odd, new Map()))).toEqual({ constructor: 'repo' })
  })
})
