import { someOf } from '../content/counted.ts'
import { kindOf } from '../content/kinds.ts'
import { inQuotes } from '../content/printable.ts'
import { digestOfChange, shortFingerprint, whereOf } from './fingerprint.ts'
import type { Plan, PlannedObject } from './plan-file.ts'

/** The place that a saved plan was made for, if it is not this one. */
export function elsewhere(saved: Plan, now: Plan): string | undefined {
  const pairs = [
    [`project ${saved.project.name} (${saved.project.id})`, `project ${now.project.name} (${now.project.id})`],
    [`deployment ${saved.target.deployment}`, `deployment ${now.target.deployment}`],
    [saved.target.host, now.target.host],
  ] as const
  const other = pairs.find(([before, after]) => before !== after)
  return other && `${other[0]}, and this is ${other[1]}`
}

/** How a saved plan differs from the current one. */
export function staleSaved(saved: Plan, now: Plan): string {
  const before = new Map(saved.objects.map((object) => [object.key, object]))
  const after = new Map(now.objects.map((object) => [object.key, object]))
  const differences = [
    ...now.objects.flatMap((object) => {
      const seen = before.get(object.key)
      if (!seen) return [`${placed(object)} would now be changed too`]
      return digestOfChange(seen) === digestOfChange(object) ? [] : [`${placed(object)} would be changed differently`]
    }),
    ...saved.objects.filter(({ key }) => !after.has(key)).map((object) => `${placed(object)} ${whyNot(object, now)}`),
  ]
  const about = differences.length > 0 ? differences : changedAbout(saved, now)
  return `the saved plan is out of date: ${someOf(about)} (it was ${shortFingerprint(saved)}, now it is ${shortFingerprint(now)})`
}

/** What is planned now. Only the hash of the approved plan is known, so the two cannot be compared. */
export function staleApproved(approved: string, now: Plan): string {
  const objects = now.objects.map(placed)
  const does = objects.length === 0 ? 'it changes nothing now' : `it now changes ${someOf(objects)}`
  return `the plan is ${now.fingerprint}, but ${approved} was approved: ${does}`
}

function changedAbout(saved: Plan, now: Plan): string[] {
  const [before, after] = [whereOf(saved), whereOf(now)].map(({ target, ...rest }) => ({ ...target, ...rest }))
  const words = Object.entries({ ...before, ...after }).flatMap(([key]) => {
    const [was, is] = [before, after].map((each) => (each as Readonly<Record<string, unknown>>)[key])
    return was === is ? [] : [`the ${WORDS[key] ?? key} is ${is ?? 'not set'} instead of ${was ?? 'not set'}`]
  })
  return words.length > 0 ? words : ['its objects are in a different order']
}
const WORDS: Readonly<Record<string, string>> = {
  ...{ url: 'URL of the target', name: 'name of the target', branch: 'branch of the data model' },
  ...{ branchFrom: 'branch that it is created from', merge: 'merge of the branch', from: 'target it comes from' },
}

const placed = ({ key, title, file }: PlannedObject): string =>
  `${kindOf(key)} ${inQuotes(title.at(-1) ?? key)}${file === undefined ? '' : ` (${file})`}`

function whyNot({ key }: PlannedObject, { held, left }: Plan): string {
  const inTheWay = held.find((each) => each.key === key)
  if (inTheWay) return `is held now: ${inTheWay.message}`
  const leftAlone = left.find((each) => each.key === key)
  return leftAlone ? `is left alone now: ${leftAlone.message}` : 'no longer needs a change'
}
