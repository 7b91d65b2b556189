export { applyModel } from './model/apply.ts'
export {
  compileBranch,
  dropScratch,
  readDeployBranch,
  readScratch,
  scratchMark,
  serveBranch,
} from './model/scratch.ts'
export { notForForks } from './model/text.ts'
export { mergeModel, mergeWay } from './model-merge.ts'
export { createWriter } from './writer.ts'
