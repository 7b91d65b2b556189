import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  beforeOurWrites,
  type Overwritten,
  type VersionRecord,
  whoSavedSince,
  withOverwritten,
  withRecordWritten,
  withWrite,
} from '../../src/content/versions.ts'
import { isLong } from '../support/long.ts'

type Event = 'a person saves' | 'we write' | 'we write, and our record is lost' | 'the record is written' | 'publish'
const events = fc.array(
  fc.constantFrom<Event>(
    ...([
      'a person saves',
      'we write',
      'we write, and our record is lost',
      'the record is written',
      'publish',
    ] as const),
  ),
  { maxLength: 12 },
)

/** Who made each version, and what the record says by then. */
function play(happened: readonly Event[]) {
  const makers: Event[] = []
  let record: VersionRecord = {}
  let seen = 0
  for (const event of happened) {
    const version = makers.length
    if (event === 'publish') seen = version
    else makers.push(event)
    if (event === 'we write') record = withWrite(record, [version, version + 1])
    if (event === 'the record is written') record = withRecordWritten(record, version)
  }
  return { since: makers.slice(seen), seen, now: makers.length, record }
}

test('unseen changes count as ours only if nobody else saved since', () => {
  fc.assert(
    fc.property(events, (happened) => {
      const { since, seen, now, record } = play(happened)
      const savedBy = whoSavedSince(seen, now, record)
      const isAll = (...kinds: Event[]): boolean => since.every((event) => kinds.includes(event))
      if (isAll('the record is written')) expect(savedBy).toBe('nobody')
      else if (isAll('the record is written', 'we write')) expect(savedBy).toBe('us')
      else expect(savedBy).toBe('unknown')
    }),
    { numRuns: isLong ? 20_000 : 1000 },
  )
})

test('an adopted edit stays theirs until viewers see it, whatever we write', () => {
  const adopted: VersionRecord = { unpublished: 4 }
  expect(whoSavedSince(3, 4, adopted)).toBe('others')
  const written = withWrite(withRecordWritten(adopted, 4), [5, 6])
  expect(whoSavedSince(3, 6, written)).toBe('others')
  expect(whoSavedSince(4, 6, written)).toBe('us')
  expect(whoSavedSince(3, 7, written)).toBe('others')
  expect(whoSavedSince(4, 7, written)).toBe('unknown')
})

test('a write that makes no version changes nothing', () => {
  const record: VersionRecord = { recordOnly: [2, 3], byUs: [1, 2], unpublished: 1 }
  expect(withWrite(record, [3, 3])).toEqual(record)
})

test('without versions it is unknown', () => {
  expect(whoSavedSince(undefined, 3)).toBe('unknown')
  expect(whoSavedSince(3, undefined, { byUs: [1, 3] })).toBe('unknown')
})

const save = fc.oneof(
  fc.record({ writes: fc.dictionary(fc.constantFrom('name', 'sql', 'title'), fc.constantFrom('a', 'b', 'c')) }),
  fc.record({ publishes: fc.nat({ max: 2 }) }),
)

test('for each dashboard it is known what our writes replaced, in no more entries than dashboards', () => {
  fc.assert(
    fc.property(fc.array(save, { maxLength: 20 }), (saves) => {
      const versions: Record<string, string>[] = [{ name: 'a', sql: 'a', title: 'a' }]
      const seen = [0, 0, 0]
      let kept: readonly Overwritten[] = []
      for (const each of saves) {
        const now = versions.at(-1) ?? {}
        if ('publishes' in each) seen[each.publishes] = versions.length - 1
        else {
          const was = Object.fromEntries(Object.keys(each.writes).map((unit) => [unit, String(now[unit])]))
          kept = withOverwritten(kept, [versions.length, was], seen) ?? []
          versions.push({ ...now, ...each.writes })
          expect(kept.length).toBeLessThanOrEqual(new Set(seen).size)
        }
        const last = versions.at(-1) ?? {}
        for (const version of seen) {
          const then = { ...last, ...Object.fromEntries(beforeOurWrites(version, { overwritten: kept })) }
          expect(then).toEqual(versions[version])
        }
      }
    }),
    { numRuns: isLong ? 20_000 : 1000 },
  )
})
