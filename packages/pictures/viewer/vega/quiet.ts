import { Error as ErrorLevel } from 'vega'

/** A logger that keeps the first error and prints nothing. */
export function quietly(troubles: string[]) {
  const logger = {
    level: () => ErrorLevel,
    error: (...args: readonly unknown[]) => {
      const [first] = args
      if (troubles.length === 0) troubles.push(first instanceof Error ? first.message : String(first))
      return logger
    },
    warn: () => logger,
    info: () => logger,
    debug: () => logger,
  }
  return logger as never
}
