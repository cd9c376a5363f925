/** An error response in Stripe's format. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly details: RefusalDetails

  constructor(status: number, details: RefusalDetails) {
    super(details.message)
    this.status = status
    this.details = { type: 'invalid_request_error', ...details }
  }
}

type RefusalDetails = {
  readonly message: string
  readonly type?: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error'
  readonly code?: string
  readonly param?: string
}

export const missing = (what: string, id: string, param = 'id'): Refusal =>
  new Refusal(404, { message: `No such ${what}: '${id}'`, code: 'resource_missing', param })

export const notPossible = (message: string, code?: string, param?: string): Refusal =>
  new Refusal(400, { message, ...(code ? { code } : {}), ...(param ? { param } : {}) })
