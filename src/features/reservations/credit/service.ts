export { creditOwed } from './store.ts'
