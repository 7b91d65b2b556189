import { counted } from '../content/counted.ts'
import { printable } from '../content/printable.ts'
import type { CommonPlan } from '../plan/plan-file.ts'
import type { Group } from './objects.ts'

const MOST = 8

/** What rules of the house find in the objects of a group, to be shown with them. */
export function findingTexts({ head, reports }: Group, { findings = [] }: CommonPlan): string[] {
  const keys = new Set([head, ...reports].map(({ key }) => key))
  const all = findings.filter(({ key }) => keys.has(key)).map(({ rule, message }) => printable(`${rule}: ${message}`))
  return all.length > MOST ? [...all.slice(0, MOST), `and ${counted(all.length - MOST)} more findings`] : all
}
