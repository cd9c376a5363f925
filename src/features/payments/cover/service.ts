export { findCover, insertCover, insertCoverReversal, listCoverTaken, listNightCover } from './store.ts'
