/** Files may nest a little deeper. Anything deeper in live is not genuine content, and would overflow the stack. */
const DEEPEST = 200

export const nestsTooDeep = (row: unknown): boolean => isDeeperThan(row, DEEPEST)

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((each) => isDeeperThan(each, levels - 1))
  for (const key in value) if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true
  return false
}
