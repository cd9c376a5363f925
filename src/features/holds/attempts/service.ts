export { attemptHold, findRefusal, readHoldLimit } from './store.ts'
