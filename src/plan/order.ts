/** By code unit, so that every machine has the same order. */
export const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
