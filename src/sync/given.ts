export { givenPlace } from '../workspace/disk.ts'
