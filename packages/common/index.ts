export { networkCause } from './causes.ts'
export { contrast, hexColour, type Rgb } from './contrast.ts'
export { counted } from './counted.ts'
export {
  BoardwrightError,
  ERRORS,
  type ErrorName,
  type Exchange,
  errorData,
  exitOfCode,
  kindOfCode,
  type Place,
} from './errors.ts'
export { EXIT, worstOf } from './exits.ts'
export { fits, testOf } from './fits.ts'
export { JsonError, JsonNumber, jsonIn, objectOf, parseJson, stringifyJson } from './json.ts'
export { lazy, onceInARow, oncePer, oncePerKey, shared } from './lazy.ts'
export { createLimit, type Limit } from './limit.ts'
export { addAll, largest, smallest } from './many.ts'
export { type AnyMap, isMap, itemsOf } from './maps.ts'
export { askIfMeant, didYouMean, isSlipOf, nearest, nearestPath } from './nearest.ts'
export { type Path, pathsIn, specOf } from './parts.ts'
export { joined, pattern } from './pattern.ts'
export {
  createHide,
  createStreamHide,
  type Hide,
  isKeyName,
  keysIn,
  SHORTEST_SECRET,
  UNFILLED,
  withoutPasswords,
} from './secrets.ts'
export { snake, snakeKeys } from './snake-case.ts'
