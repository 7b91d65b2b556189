import { z } from 'zod'
import { KINDS } from './kinds.ts'

/** A key that is read from outside. */
export const KeySchema = z.templateLiteral([z.enum(KINDS), '/', z.string()])
