import type { Call } from './library.ts'
import { admit } from './values.ts'

/** What expressions may read of an event of the page. All of it is numbers, texts and yes or no. */
const FACTS = [
  ...['type', 'timeStamp', 'detail', 'altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'button', 'buttons', 'clientX'],
  ...['clientY', 'offsetX', 'offsetY', 'pageX', 'pageY', 'screenX', 'screenY', 'movementX', 'movementY', 'deltaX'],
  ...['deltaY', 'deltaZ', 'deltaMode', 'key', 'code', 'keyCode', 'which', 'charCode', 'location', 'repeat'],
  ...['pointerId', 'pointerType', 'isPrimary', 'pressure', 'width', 'height', 'tiltX', 'tiltY', 'twist', 'identifier'],
  ...['now', 'elapsed'],
]
const TOUCHES = ['touches', 'changedTouches', 'targetTouches']

type Facts = Readonly<Record<string, unknown>>

/** The event as a plain object. */
export function eventValue(event: unknown): unknown {
  if (!(event instanceof Object)) return undefined
  const from = event as Facts
  const touches = TOUCHES.flatMap((name) => {
    const list = from[name]
    return list instanceof Object ? [[name, Array.from(list as ArrayLike<Facts>, factsOf)]] : []
  })
  const item = from['item'] === undefined ? {} : { item: admit(from['item']) }
  return { ...factsOf(from), ...Object.fromEntries(touches), ...item }
}

const factsOf = (from: Facts): Facts =>
  Object.fromEntries(
    FACTS.flatMap((name) => (['number', 'string', 'boolean'].includes(typeof from[name]) ? [[name, from[name]]] : [])),
  )

const FUNCTIONS = new Set(['item', 'group', 'xy', 'x', 'y'])

/** A function that asks where an event happened. */
export function eventFunction(name: string): Call | undefined {
  if (!FUNCTIONS.has(name)) return undefined
  return (event, ...args) => admit((event as { readonly vega: Readonly<Record<string, Call>> }).vega[name]?.(...args))
}
