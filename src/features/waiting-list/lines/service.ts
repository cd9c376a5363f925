export {
  countAhead,
  hasUndoableDinner,
  isMailHeldUp,
  listOpenLines,
  listPartiesToOffer,
  listWaitingDates,
  listWaitingParties,
  lockNightLine,
} from './store.ts'
