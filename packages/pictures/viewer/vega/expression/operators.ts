// biome-ignore-all lint/suspicious/noDoubleEquals: the language of expressions has both
type Binary = (a: never, b: never) => unknown
type Unary = (a: never) => unknown

export const BINARY: ReadonlyMap<string, (a: unknown, b: unknown) => unknown> = tableOf({
  '*': (a: number, b: number) => a * b,
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
  '>': (a: number, b: number) => a > b,
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>=': (a: number, b: number) => a >= b,
  '==': (a: unknown, b: unknown) => a == b,
  '!=': (a: unknown, b: unknown) => a != b,
  '===': (a: unknown, b: unknown) => a === b,
  '!==': (a: unknown, b: unknown) => a !== b,
  '&': (a: number, b: number) => a & b,
  '|': (a: number, b: number) => a | b,
  '^': (a: number, b: number) => a ^ b,
  '<<': (a: number, b: number) => a << b,
  '>>': (a: number, b: number) => a >> b,
  '>>>': (a: number, b: number) => a >>> b,
} satisfies Record<string, Binary>)

export const UNARY: ReadonlyMap<string, (a: unknown) => unknown> = tableOf({
  '+': (a: number) => +a,
  '-': (a: number) => -a,
  '~': (a: number) => ~a,
  '!': (a: unknown) => !a,
} satisfies Record<string, Unary>)

function tableOf<T>(rows: Readonly<Record<string, unknown>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(rows) as [string, T][])
}
