export { findMovedRows, findOther, moveRowsBack, readState, writeMoneyState, writeState } from './store.ts'
