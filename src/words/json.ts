import { stringifyJson } from '@boardwright/common'
import { type Plan, PlanFile } from '../plan/plan-file.ts'

/**
 * The plan as it is saved: our own keys in a fixed order, keys inside values in theirs, and numbers with their exact
 * text.
 */
export const renderJson = (plan: Plan): string => `${stringifyJson(PlanFile.parse(plan))}\n`
