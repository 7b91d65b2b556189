export { givenPlace } from '../workspace/disk.ts'
export { isTracked } from '../workspace/git.ts'
