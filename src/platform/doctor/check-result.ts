/** Result of one check, with advice if it is not ok. */
export type Finding = {
  readonly what: string
  readonly verdict: 'ok' | 'warn' | 'fail'
  readonly says: string
  readonly advice?: string
}

export const well = (what: string, says: string): Finding => ({ what, verdict: 'ok', says })

type Trouble = { readonly says: string; readonly advice: string }

export const warn = (what: string, trouble: Trouble): Finding => ({ what, verdict: 'warn', ...trouble })

export const fail = (what: string, trouble: Trouble): Finding => ({ what, verdict: 'fail', ...trouble })

export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  const message = error.message || error.name
  return error.cause instanceof Error ? `${message}: ${reasonOf(error.cause)}` : message
}
