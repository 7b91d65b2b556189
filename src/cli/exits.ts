/** Of several endings the one that the program ends with: the first of these that is among them. */
const PRECEDENCE = [130, 70, 4, 3, 6, 5, 64, 1, 2]

export const worstOf = (exits: readonly number[]): number => PRECEDENCE.find((exit) => exits.includes(exit)) ?? 0
