export { LOOKS, type Look } from '../serialize/first-charts.ts'
