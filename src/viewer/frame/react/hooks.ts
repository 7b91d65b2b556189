import type { Component, Props } from './elements.ts'

/** What one component on the page remembers between renders. */
export interface Instance {
  readonly slots: Slot[]
  readonly contexts: ReadonlyMap<object, unknown>
  readonly again: () => void
  isGone: boolean
}

interface Slot {
  value?: unknown
  set?: unknown
  needs?: readonly unknown[] | undefined
  end?: (() => void) | undefined
}

let current: { readonly instance: Instance; at: number } | undefined
let effects: (() => void)[] = []

/** Renders a component with its own memory. */
export function renderWith(instance: Instance, component: Component, props: Props): unknown {
  const before = current
  current = { instance, at: 0 }
  try {
    return component(props)
  } finally {
    current = before
  }
}

export function runEffects(): void {
  const due = effects
  effects = []
  for (const effect of due) effect()
}

export function endInstance(instance: Instance): void {
  instance.isGone = true
  for (const { end } of instance.slots) end?.()
}

function slot(): readonly [Slot, Instance, boolean] {
  if (!current) throw new Error('a hook was called outside a component')
  const { instance } = current
  const index = current.at++
  const known = instance.slots[index]
  if (known) return [known, instance, false]
  const fresh: Slot = {}
  instance.slots.push(fresh)
  return [fresh, instance, true]
}

const isSame = (a: readonly unknown[] | undefined, b: readonly unknown[] | undefined): boolean =>
  a !== undefined && b !== undefined && a.length === b.length && a.every((each, index) => Object.is(each, b[index]))

export function useReducer<S, A>(
  reduce: (state: S, action: A) => S,
  first: S,
  start?: (first: S) => S,
): readonly [S, (action: A) => void] {
  const [own, instance, isFirst] = slot()
  if (isFirst) {
    own.value = start ? start(first) : first
    own.set = (action: A) => {
      const next = reduce(own.value as S, action)
      if (Object.is(next, own.value) || instance.isGone) return
      own.value = next
      instance.again()
    }
  }
  return [own.value as S, own.set as (action: A) => void]
}

type Update<S> = S | ((state: S) => S)

export function useState<S>(first: S | (() => S)): readonly [S, (update: Update<S>) => void] {
  const apply = (state: S, update: Update<S>): S =>
    typeof update === 'function' ? (update as (state: S) => S)(state) : update
  return useReducer<S, Update<S>>(apply, first as S, () => (typeof first === 'function' ? (first as () => S)() : first))
}

export function useMemo<T>(make: () => T, needs?: readonly unknown[]): T {
  const [own, , isFirst] = slot()
  if (isFirst || !isSame(own.needs, needs)) {
    own.value = make()
    own.needs = needs
  }
  return own.value as T
}

export const useCallback = <T>(call: T, needs?: readonly unknown[]): T => useMemo(() => call, needs)
export const useRef = <T>(first: T): { current: T } => useMemo(() => ({ current: first }), [])

export function useEffect(effect: () => unknown, needs?: readonly unknown[]): void {
  const [own, instance, isFirst] = slot()
  if (!isFirst && isSame(own.needs, needs)) return
  own.needs = needs
  effects.push(() => {
    own.end?.()
    own.end = undefined
    if (instance.isGone) return
    const end = effect()
    if (typeof end === 'function') own.end = end as () => void
  })
}

let ids = 0
export const useId = (): string => useMemo(() => `:app-${++ids}:`, [])
export const useTransition = (): readonly [boolean, (run: () => void) => void] => [false, (run) => run()]
export const useDeferredValue = <T>(value: T): T => value
export const startTransition = (run: () => void): void => run()

export interface Context {
  readonly first: unknown
  readonly Provider: Component & { readonly context?: object }
}

export function createContext(first: unknown): Context {
  const Provider: Component & { context?: object } = ({ children }) => children
  const context: Context = { first, Provider }
  Provider.context = context
  return context
}

export function useContext(context: Context): unknown {
  const known = current?.instance.contexts
  return known?.has(context) ? known.get(context) : context.first
}
