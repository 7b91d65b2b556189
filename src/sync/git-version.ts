export { gitVersion } from '../workspace/run-git.ts'
