import type { Kind } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'

export { isKind, KINDS } from '../content/kinds.ts'

export const nounOf = (kind: Kind): string => OBJECTS[kind].noun
