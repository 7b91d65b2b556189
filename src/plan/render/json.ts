import { stringifyJson } from '../../json.ts'
import { type Plan, PlanFile } from '../plan-file.ts'

/** The plan as it is saved: its own keys in one order, and in values the order they have; numbers keep their value. */
export const renderJson = (plan: Plan): string => `${stringifyJson(PlanFile.parse(plan))}\n`
