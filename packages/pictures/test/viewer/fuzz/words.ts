/** Names that lead somewhere: to functions, to prototypes, to the page and to the insides of the chart library. */
export const NAMES = [
  ...['constructor', 'prototype', '__proto__', 'slice', 'join', 'indexOf', 'lastIndexOf', 'reverse', 'sort', 'map'],
  ...['call', 'apply', 'bind', 'toString', 'valueOf', 'toJSON', 'then', 'getPrototypeOf', 'getOwnPropertyDescriptors'],
  ...['defineProperties', 'defineProperty', 'assign', 'entries', 'fromEntries', 'create', 'get', 'set', 'value', 'has'],
  ...['__defineGetter__', '__lookupGetter__', 'hasOwnProperty', 'a', 'b', 'c', '0', '1', 'length', 'name', 'key'],
  ...['mark', 'group', 'items', 'datum', 'context', 'source', 'dataflow', 'bounds', 'shape', 'item', 'vega', 'view'],
  ...['_svg', '_el', 'functions', 'signals', 'scales', 'data', 'stop', 'start', 'step', 'units', 'fname', 'fields'],
  ...['values', 'from', 'of', 'raw', 'split', 'replace', 'exec', 'test', 'flags', 'lastIndex', 'getTime', 'r', 'stops'],
  ...['target', 'ownerDocument', 'defaultView', 'globalThis', 'process', 'require', 'column', 'parent', 'children'],
]

/** Functions that expressions can call, and some that they must not. */
export const FUNCTIONS = [
  ...['slice', 'join', 'indexof', 'lastindexof', 'reverse', 'sort', 'length', 'replace', 'split', 'substring', 'test'],
  ...['regexp', 'upper', 'lower', 'trim', 'parseFloat', 'parseInt', 'merge', 'pluck', 'peek', 'extent', 'span', 'lerp'],
  ...['inrange', 'clampRange', 'flush', 'pad', 'truncate', 'toString', 'toNumber', 'toBoolean', 'toDate', 'isArray'],
  ...['isObject', 'isTuple', 'isValid', 'isDefined', 'format', 'timeFormat', 'utcFormat', 'timeParse', 'utcParse'],
  ...['timeOffset', 'utcOffset', 'timeUnitSpecifier', 'monthFormat', 'dayFormat', 'datetime', 'date', 'year', 'time'],
  ...['quarter', 'week', 'dayofyear', 'rgb', 'hsl', 'lab', 'hcl', 'luminance', 'contrast', 'warn', 'info', 'debug'],
  ...['setdata', 'modify', 'geoArea', 'geoBounds'],
  ...['geoCentroid', 'geoScale', 'geoTranslate', 'vlSelectionTuples', 'intersect', 'inScope', 'encode', 'lassoAppend'],
  ...['lassoPath', 'intersectLasso', 'item', 'group', 'xy', 'x', 'y', 'pinchDistance', 'pinchAngle', 'containerSize'],
  ...['windowSize', 'bandspace', 'panLinear', 'zoomLog', 'interpolateLinear', 'easeCubicIn', 'sampleNormal', 'max'],
  ...['min', 'pow', 'clamp', 'isNaN', 'btoa', 'atob', 'encodeURIComponent', 'sequence'],
]

/** These need the name of data as a text. */
export const OF_DATA = [
  ...['data', 'indata', 'setdata', 'modify', 'treePath', 'treeAncestors', 'vlSelectionTest', 'vlSelectionIdTest'],
  ...['vlSelectionResolve'],
]
/** These need the name of a scale. */
export const OF_SCALE = [
  'scale',
  'invert',
  'domain',
  'range',
  'bandwidth',
  'gradient',
  '_scale',
  '_range',
  '_bandwidth',
]

/** These give functions or parts of the page: a chart that calls one is not drawn. */
export const REFUSED = ['copy', 'geoShape', 'pathShape', 'screen', 'view']

/** Names of signals that hide functions and what expressions already know. */
export const SIGNALS = ['slice', 'join', 'merge', 'datum', 'item', 'event', 'PI', 'unit', 'scale', 'data', 'NaN']
export const UPDATED = ['s1', 's2', 'toNumber']
/** Names that no table of the library has for itself. */
export const HOSTILE = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf']

export const MADE = Array.from({ length: 30 }, (_, index) => `tx${index}`)
/** The first is there before all others. */
export const DATA = ['plain', 'rows', 'more']
export const SCALES = ['sx', 'sc']
