import { OBJECTS } from '../content/objects.ts'
import type { Kind } from './kinds.ts'

export type { Counts } from '../content/objects.ts'

export const nounOf = (kind: Kind): string => OBJECTS[kind].noun
