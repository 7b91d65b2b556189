import { expect, test } from 'vitest'
import type { Comparison } from '../../src/compare/comparison.ts'
import { type Key, modelKey } from '../../src/content/model.ts'
import type { Decided } from '../../src/plan/decided.ts'
import { movedWith, splitNames } from '../../src/plan/model-names.ts'
import { held, type Outcome, Outcomes } from '../../src/plan/outcome.ts'

const FILES = ['a.yml', 'b.yml', 'c.yml']
const NAMES = ['one', 'two']
/** Where a name is: in one of the files, or in none. */
const PLACES = [undefined, ...FILES]
type Side = readonly (string | undefined)[]
const SIDES: Side[] = PLACES.flatMap((one) => PLACES.map((two) => [one, two]))

const namesIn = (side: Side) =>
  new Map(
    FILES.flatMap((file): [string, string[]][] => {
      const names = NAMES.filter((_, nth) => side[nth] === file)
      return names.length === 0 ? [] : [[file, names]]
    }),
  )

/** All the ways in which two names go between three files, of which a plan brings some. */
const CASES = SIDES.flatMap((live) =>
  SIDES.flatMap((desired) => [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({ live, desired, bits }))),
)

function stopsOf(live: Side, desired: Side, isBrought: (file: string) => boolean): number {
  const modelNames = { desired: namesIn(desired), live: namesIn(live) }
  const outcomes = new Outcomes(new Set<Key>(FILES.map(modelKey))).changed(
    FILES.map((file) => [modelKey(file), isBrought(file) ? brought(file) : held('conflict', '1 conflict')]),
  )
  return splitNames({ inputs: { modelNames }, outcomes } as unknown as Decided).length

  function brought(file: string): Outcome {
    const because = 'the repo changed it'
    return modelNames.desired.has(file) || file === 'c.yml'
      ? { kind: 'write', because, units: new Set() }
      : { kind: 'delete', because }
  }
}

test('a plan is allowed exactly if each name that both sides have ends up in one file, and no name in two', () => {
  const wrong = CASES.filter(({ live, desired, bits }) => {
    const isBrought = (file: string): boolean => (bits & (1 << FILES.indexOf(file))) > 0
    const isSound = NAMES.every((_, nth) => {
      const homes = FILES.filter((file) => (isBrought(file) ? desired : live)[nth] === file).length
      return homes === 1 || (homes === 0 && (live[nth] === undefined || desired[nth] === undefined))
    })
    return (stopsOf(live, desired, isBrought) === 0) !== isSound
  })
  expect(wrong.slice(0, 5)).toEqual([])
})

test.each([
  ['as it was applied', 'applied', ['model/a.yml']],
  ['edited in the UI', 'edited', []],
])(
  'a file that left the repo and is live %s goes with the file that takes its name over: %s',
  (_, digest, expected) => {
    const [left, taker] = [modelKey('a.yml'), modelKey('b.yml')]
    const gone = {
      ...{ key: left, kind: 'model', repo: undefined, live: new Map([['file', digest]]) },
      ...{ ownership: { base: { file: 'applied' } }, verdicts: new Map(), dangling: new Map() },
    } as unknown as Comparison
    const decided = {
      inputs: { modelNames: { desired: new Map([['b.yml', ['one']]]), live: new Map([['a.yml', ['one']]]) } },
      compared: { comparisons: new Map([[left, gone]]) },
    } as unknown as Decided
    expect(movedWith(decided, taker).filter((key) => key !== taker)).toEqual(expected.map(() => left))
  },
)
