export { givenPlace, isThere } from '../workspace/disk.ts'
export { isTracked } from '../workspace/git.ts'
