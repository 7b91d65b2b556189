import { stringifyJson } from '../../json.ts'
import { type Plan, PlanFile } from '../plan-file.ts'

/** The plan as saved: its own keys in a fixed order, values in theirs; numbers keep their exact value. */
export const renderJson = (plan: Plan): string => `${stringifyJson(PlanFile.parse(plan))}\n`
