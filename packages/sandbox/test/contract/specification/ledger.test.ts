import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CHAPTERS, IN_PART, NO_RULE, OUT_OF_REACH, placesOf, tally } from './ledger.ts'
import { placeOf } from './rule.ts'

const ALL = CHAPTERS.flatMap(placesOf)
const SHOWN = new Set(CHAPTERS.flatMap(({ rules }) => rules.map(placeOf)))
const noRule = Object.values(NO_RULE).flatMap((list) => list.split(' '))
const beyond = OUT_OF_REACH.map(({ place }) => place)
const inPart = IN_PART.map(({ place }) => place)
const sorted = (places: Iterable<string>): string[] => [...places].toSorted()

describe('the specification, sentence by sentence', () => {
  test('each sentence is shown, or out of reach, or no rule: exactly one of the three', () => {
    expect(sorted([...SHOWN, ...beyond, ...noRule])).toEqual(sorted(ALL))
  })

  test('a sentence that is shown in part is shown', () => {
    expect(inPart.filter((place) => !SHOWN.has(place))).toEqual([])
    expect(new Set(inPart).size).toBe(inPart.length)
  })

  test.each(CHAPTERS)('$title: the rows follow the order of its lines', (chapter) => {
    const places = placesOf(chapter)
    const at = chapter.rules.map((rule) => places.indexOf(placeOf(rule)))
    expect(at).not.toContain(-1)
    expect(at).toEqual(at.toSorted((a, b) => a - b))
  })

  test('each chapter is tested by one file', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts') && !/^ledger/.test(file))
    const tested = files.flatMap((file) => {
      const [, titles = ''] = /testChapters\((.*)\)/s.exec(readFileSync(join(import.meta.dirname, file), 'utf8')) ?? []
      return [...titles.matchAll(/'([^']+)'/g)].map(([, title]) => title)
    })
    expect(sorted(tested.map(String))).toEqual(sorted(CHAPTERS.map(({ title }) => title)))
  })

  test('no two rows say the same', () => {
    const said = CHAPTERS.flatMap(({ rules }) => rules.map((rule) => `${placeOf(rule)} ${rule.rule}`))
    expect(new Set(said).size).toBe(said.length)
  })

  test('the counts', () => {
    expect(tally(CHAPTERS)).toEqual({
      sentences: 358,
      rules: 320,
      shown: 303,
      inPart: 30,
      outOfReach: 17,
      rows: 326,
    })
  })
})
