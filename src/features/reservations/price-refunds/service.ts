export { addOwed, countPriceRefund, setPriceRefunded } from './store.ts'
