/** Result of one check, with advice if it is not ok. */
export type CheckResult = {
  readonly what: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly message: string
  readonly advice?: string
}

export const pass = (what: string, message: string): CheckResult => ({ what, status: 'ok', message })

type Problem = { readonly message: string; readonly advice: string }

export const warn = (what: string, trouble: Problem): CheckResult => ({ what, status: 'warn', ...trouble })

export const fail = (what: string, trouble: Problem): CheckResult => ({ what, status: 'fail', ...trouble })

export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  if (!(error instanceof Error)) return String(error)
  const message = error.message || error.name
  return error.cause instanceof Error ? `${message}: ${reasonOf(error.cause)}` : message
}
