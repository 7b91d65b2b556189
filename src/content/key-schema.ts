import { z } from 'zod'
import { KINDS } from './kinds.ts'

export const KeySchema = z.templateLiteral([z.enum(KINDS), '/', z.string()])
