import { type CronRange, parseCron as parse } from '@boardwright/platform/query'
import { badRequest } from '../http/refusal.ts'

/** The fields of a cron expression, or 400. */
export function parseCron(text: string): readonly (readonly CronRange[])[] {
  const fields = parse(text)
  if (typeof fields === 'string') throw badRequest(`customCron: ${fields}`)
  return fields
}
