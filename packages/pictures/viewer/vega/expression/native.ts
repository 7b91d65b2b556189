import { expressionFunction } from 'vega'
import type { Call, Context } from './library.ts'
import { selectionTest } from './selection-test.ts'
import { selectionOf, selectionRows } from './selections.ts'
import { admit, isMark } from './values.ts'

/**
 * The library's own functions that expressions may call. What they return is admitted like any other value. Missing on
 * purpose: those that return functions or parts of the page (`copy`, `geoShape`, `pathShape`, `screen`).
 */
const PLAIN = [
  ...['random', 'cumulativeNormal', 'cumulativeLogNormal', 'cumulativeUniform', 'densityNormal', 'densityLogNormal'],
  ...['densityUniform', 'quantileNormal', 'quantileLogNormal', 'quantileUniform', 'sampleNormal', 'sampleLogNormal'],
  ...['sampleUniform', 'isArray', 'isBoolean', 'isDate', 'isDefined', 'isNumber', 'isObject', 'isRegExp', 'isString'],
  ...['isTuple', 'isValid', 'toBoolean', 'toDate', 'toNumber', 'toString', 'flush', 'lerp', 'interpolateLinear'],
  ...['pad', 'peek', 'span', 'inrange', 'truncate', 'rgb', 'lab', 'hcl', 'hsl', 'luminance', 'contrast', 'format'],
  ...['utcFormat', 'utcParse', 'utcOffset', 'utcSequence', 'timeFormat', 'timeParse', 'timeOffset', 'timeSequence'],
  ...['timeUnitSpecifier', 'monthFormat', 'monthAbbrevFormat', 'dayFormat', 'dayAbbrevFormat', 'quarter', 'utcquarter'],
  ...['week', 'utcweek', 'isoweek', 'utcisoweek', 'dayofyear', 'utcdayofyear', 'warn', 'info', 'debug', 'extent'],
  ...['inScope', 'intersect', 'clampRange', 'pinchDistance', 'pinchAngle', 'containerSize', 'windowSize', 'bandspace'],
  ...['panLinear', 'panLog', 'panPow', 'panSymlog', 'zoomLinear', 'zoomLog', 'zoomPow', 'zoomSymlog', 'lassoAppend'],
  ...['lassoPath', 'intersectLasso'],
  ...['Linear', 'Quad', 'Cubic', 'Poly', 'Sin', 'Exp', 'Circle', 'Bounce', 'Back', 'Elastic'].flatMap((name) =>
    name === 'Linear' ? [`ease${name}`] : ['', 'In', 'Out', 'InOut'].map((end) => `ease${name}${end}`),
  ),
]
/** Their first argument names data of the chart. */
const ON_DATA = [...['data', 'indata', 'setdata', 'modify', 'treePath', 'treeAncestors'], ...['vlSelectionIdTest']]
/** Their first argument names a scale or a projection. Which argument may be a group of marks, whose scales count then. */
const ON_SCALE: Readonly<Record<string, number>> = {
  ...{ bandwidth: 1, domain: 1, range: 1, invert: 2, scale: 2 },
  ...{ geoArea: 2, geoBounds: 2, geoCentroid: 2, geoScale: 1, geoTranslate: 1 },
}

const GRADIENT_GROUP = 4

type Make = (context: Context, native: Call) => Call

const MADE: ReadonlyMap<string, Make> = new Map<string, Make>([
  ...PLAIN.map((name): [string, Make] => [name, calledOn]),
  ...ON_DATA.map((name): [string, Make] => [name, onData]),
  ...Object.entries(ON_SCALE).map(([name, group]): [string, Make] => [
    name,
    (context, native) => onScale(context, native, group),
  ]),
  ['gradient', onGradient],
  ['encode', onMark],
  ['vlSelectionTuples', () => selectionRows],
  ['vlSelectionResolve', (context, native) => named(context, selectionOf(context, native))],
  ['vlSelectionTest', (context) => named(context, selectionTest(context))],
])

/** A function of the library, called from the outside with values only. Undefined if expressions may not call it. */
export const nativeFunction = (name: string, context: Context): Call | undefined =>
  MADE.get(name)?.(context, expressionFunction(name))

function calledOn({ functions }: Context, native: Call): Call {
  return (...args) => admit(native.apply(functions, args))
}

function onMark(context: Context, native: Call): Call {
  const called = calledOn(context, native)
  return (item, ...args) => (isMark(item) ? called(item, ...args) : item)
}

/** The library's gradients carry a function that adds stops. */
function onGradient(context: Context, native: Call): Call {
  const called = onScale(context, native, GRADIENT_GROUP)
  return (...args) => {
    const { stop: _, ...gradient } = called(...args) as Readonly<Record<string, unknown>>
    return gradient
  }
}

function onData(context: Context, native: Call): Call {
  return named(context, calledOn(context, native))
}

type OfData = (name: string | undefined, ...args: unknown[]) => unknown

function named({ data }: Context, call: OfData): Call {
  return (name, ...args) => call(nameIn(data, name), ...args)
}

function onScale(context: Context, native: Call, groupAt: number): Call {
  const called = calledOn(context, native)
  return (name, ...args) => {
    const scope = scopeOf(args[groupAt - 1], context)
    const given = args.slice(0, groupAt - 1)
    while (given.length < groupAt - 1) given.push(undefined)
    return called(nameIn(scope.scales, name), ...given, scope === context ? undefined : { context: scope })
  }
}

/** The scales that count: those of the group of marks, if it is one. */
function scopeOf(group: unknown, context: Context): Context {
  const own: unknown = isMark(group) ? (group as { readonly context?: unknown }).context : undefined
  const isContext = own instanceof Object && Object.getPrototypeOf(own) === Object.getPrototypeOf(context)
  return isContext ? (own as Context) : context
}

/** No data and no scale has this name. */
const NONE = '\0'

/** The name, if this table has it or one of the charts around it, which are its prototypes: not what every object has. */
function nameIn(table: object, name: unknown): string | undefined {
  if (name === undefined || name === null) return undefined
  const key = String(name)
  for (let at: object | null = table; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, key)) return key
  }
  return NONE
}
