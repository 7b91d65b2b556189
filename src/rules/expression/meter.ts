import { lazy } from '@boardwright/common'
import {
  type CelEnv,
  type CelFunc,
  CelScalar,
  celEnv,
  celFunc,
  celMethod,
  isCelError,
  isCelList,
  isCelMap,
  listType,
} from '@bufbuild/cel'
import { compileMatcher, MOST_STEPS } from '../matcher.ts'
import { work } from '../work.ts'

/** A hundred widgets can still be compared with each other. It takes a tenth of a second. */
const MOST_WORK = 50_000
/** Characters, list items and steps of a pattern are cheaper than a call. */
const SHARE = 8

/** Counts the work of one evaluation, and refuses more than the limit. All functions count; nothing else repeats. */
class Meter {
  #left = MOST_WORK

  refill(): void {
    this.#left = MOST_WORK
  }

  get left(): number {
    return this.#left
  }

  takes(units: number): boolean {
    work(units)
    if (this.#left >= 0) this.#left -= units
    return this.#left >= 0
  }

  charge(units: number): void {
    if (!this.takes(units)) throw SPENT
  }
}

/** Made once, because a stack costs more than what it would interrupt. */
const SPENT = new Error('it takes too long')

/** The functions of CEL, each of which counts what it does. */
export const meteredEnvironment = lazy((): { readonly meter: Meter; readonly environment: CelEnv } => {
  const meter = new Meter()
  const metered = [...celEnv().funcs].map((each) => withMeter(each, meter))
  const funcs = [...metered, joining(meter), loop(meter)]
  return { meter, environment: celEnv({ funcs, re2: { compile: (pattern) => matching(pattern, meter) } }) }
})

/** How large a value is, with all that is in it; counting ends where it would cost too much. */
function weigh(value: unknown, most: number): number {
  if (typeof value === 'string') return 1 + value.length / SHARE
  const isMap = isCelMap(value)
  if (!isMap && !isCelList(value)) return 1
  let weight = SHARE
  for (const each of isMap ? value.values() : value) {
    weight += weigh(each, most - weight)
    if (weight > most) return weight
  }
  return weight
}

/** Comparisons look into lists of lists, and the same list may be in one many times. */
const IS_DEEP = new Set(['_==_', '_!=_', '@in'])
const workOf = (name: string, value: unknown, most: number): number =>
  isCelList(value) && !IS_DEEP.has(name) ? 1 + value.size / SHARE : weigh(value, most)

function withMeter(own: CelFunc, meter: Meter): CelFunc {
  const { name, target, arguments: args, result } = own
  const call = (self: never, ...values: never[]): never => {
    meter.charge(1)
    for (const value of [self, ...values]) meter.charge(workOf(name, value, meter.left))
    const answer = own.call(0, target && self, values)
    if (isCelError(answer)) throw answer
    return answer as never
  }
  return target
    ? celMethod(name, target, args, result, function (...values) {
        return call(this as never, ...(values as never[]))
      })
    : celFunc(name, args, result, (...values) => call(undefined as never, ...(values as never[])))
}

const LIST = listType(CelScalar.DYN)

/** Lists are joined by copying: the library's own way gets slower with every join. */
const joining = (meter: Meter): CelFunc =>
  celFunc('_+_', [LIST, LIST], LIST, (one, other) => {
    meter.charge(1 + (one.size + other.size) / SHARE)
    return [...one, ...other]
  })

export const COUNTED_LOOP = '@loop'

/** Stands around what a loop runs over, and charges for its rounds in advance. `work` is that of one round. */
const loop = (meter: Meter): CelFunc =>
  celFunc(COUNTED_LOOP, [LIST, CelScalar.INT], LIST, (list, work) => {
    if (meter.takes(1 + list.size * Number(work))) return list
    return UNREADABLE
  })

/**
 * An error of a function is a value in CEL, which loops go on with. This one is thrown where no function is called, so
 * it ends the evaluation.
 */
const UNREADABLE: bigint[] = Object.assign([0n], {
  values() {
    throw SPENT
  },
})

const MOST_PATTERNS = 100
const compiled = new Map<string, ReturnType<typeof compileMatcher>>()

function matching(pattern: string, meter: Meter): { readonly test: (text: string) => boolean } {
  if (compiled.size > MOST_PATTERNS) compiled.clear()
  const matcher = compiled.get(pattern) ?? compileMatcher(pattern)
  compiled.set(pattern, matcher)
  if ('fault' in matcher) throw new Error(`the pattern cannot be used: ${matcher.fault}`)
  return {
    test(text) {
      const steps = matcher.stepsFor(text)
      meter.charge(steps / SHARE / SHARE)
      const found = matcher.matches(text)
      if (found === undefined) throw new Error(`a pattern would take ${steps} steps, more than ${MOST_STEPS}`)
      return found
    },
  }
}
