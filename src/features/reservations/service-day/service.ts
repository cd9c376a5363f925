export { lockServiceDay } from './store.ts'
