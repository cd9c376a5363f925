export {
  countAhead,
  hasUndoableDinner,
  listOpenLines,
  listWaitingDates,
  listWaitingParties,
  lockNightLine,
} from './store.ts'
