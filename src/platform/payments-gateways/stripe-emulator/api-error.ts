/** An error response in Stripe's format. */
export class ApiError extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly details: ApiErrorDetails

  constructor(status: number, details: ApiErrorDetails) {
    super(details.message)
    this.status = status
    this.details = { type: 'invalid_request_error', ...details }
  }
}

type ApiErrorDetails = {
  readonly message: string
  readonly type?: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error'
  readonly code?: string
  readonly param?: string
}

export const missing = (what: string, id: string, param = 'id'): ApiError =>
  new ApiError(404, { message: `No such ${what}: '${id}'`, code: 'resource_missing', param })

export const notPossible = (message: string, code?: string, param?: string): ApiError =>
  new ApiError(400, { message, ...(code ? { code } : {}), ...(param ? { param } : {}) })
