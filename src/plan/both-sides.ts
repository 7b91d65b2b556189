import type { Plan } from './plan-file.ts'
import type { Line } from './words/line.ts'
import { namesFor, namesIn } from './words/names.ts'
import { allLines } from './words/object.ts'

/** One unit of an object in repo and live. A side without it has no key for it. */
export interface BothSides {
  readonly unit: string
  readonly repo?: unknown
  readonly live?: unknown
}

/** What a plan says about one object: what it writes, holds and leaves alone. */
export function sidesIn(plan: Plan, key: string): BothSides[] {
  const planned = plan.objects.filter((object) => object.key === key)
  const held = plan.held.filter((object) => object.key === key)
  const left = plan.left.filter((object) => object.key === key)
  const edits = [
    ...planned.flatMap(({ keeps }) => keeps),
    ...held.flatMap(({ merges }) => merges),
    ...left.flatMap(({ units }) => units),
  ]
  const all = [
    ...planned.flatMap(({ units }) => units.map(({ unit, before, after }) => sides(unit, after, before))),
    ...held.flatMap(({ units }) => units.map(({ unit, repo, live }) => sides(unit, repo, live))),
    ...edits.map(({ unit, before, after }) => sides(unit, before, after)),
  ]
  return [...new Map(all.map((each) => [each.unit, each])).values()]
}

const sides = (unit: string, repo: unknown, live: unknown): BothSides => ({
  unit,
  ...(repo === undefined ? {} : { repo }),
  ...(live === undefined ? {} : { live }),
})

/** The same in words, from live to repo. */
export function linesIn(plan: Plan, key: string): Line[] {
  const about = [...plan.objects, ...plan.held, ...plan.left].find((object) => object.key === key)
  const names = namesIn(plan)
  const units = sidesIn(plan, key).map(({ unit, repo, live }) => ({
    unit,
    ...(live === undefined ? {} : { before: live }),
    ...(repo === undefined ? {} : { after: repo }),
  }))
  return allLines(units, about ? namesFor(names, about) : names)
}
