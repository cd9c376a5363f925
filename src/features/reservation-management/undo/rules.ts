export const UNDO_OVER =
  'This can no longer be undone: the time for it is over, or something was changed since.'
export const PAID_SINCE = 'This can no longer be undone: the guest has paid since.'
