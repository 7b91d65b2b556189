export { parseShard, type Shard, selectTargets } from '../config/targets.ts'
