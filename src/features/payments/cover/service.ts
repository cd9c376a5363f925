export { findCover, insertCover, insertCoverReversal, listCoverTaken } from './store.ts'
