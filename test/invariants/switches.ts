import fc from 'fast-check'
import { SWITCHES, type SwitchChanges } from '../../packages/sandbox/control/switches.ts'

const CHOICES = Object.entries(SWITCHES).flatMap(([name, { schema }]) =>
  'options' in schema ? [[name, fc.constantFrom(...(schema.options as readonly string[]))] as const] : [],
)

/** Any combination of the switches with named values, and pages of any size. */
export const switches: fc.Arbitrary<SwitchChanges> = fc.record({
  ...Object.fromEntries(CHOICES),
  pageSizeCap: fc.constantFrom(1000, 1000, 7, 3),
})
