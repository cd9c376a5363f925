/** Request header with the key of a form: however often it is sent, its record is added once. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'
