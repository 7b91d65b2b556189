export { selectTargets } from '../config/targets.ts'
