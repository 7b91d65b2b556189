import { ERRORS } from '../errors.ts'

/** If there are several exit statuses, the first of these wins. */
const PRECEDENCE = [130, 70, 4, 3, 6, 5, 64, 1, 2]

export const worstOf = (exits: readonly number[]): number => PRECEDENCE.find((exit) => exits.includes(exit)) ?? 0

/** The exit status of an error that is known only by its code, as for one of many targets. */
export const exitOfCode = (code: string): number => Object.values(ERRORS).find((each) => each.code === code)?.exit ?? 1
