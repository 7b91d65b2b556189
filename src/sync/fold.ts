export { fold } from '../plan/render/fold.ts'
