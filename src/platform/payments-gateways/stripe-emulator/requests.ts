import type { Stripe } from 'stripe'
import { z } from 'zod'
import { ApiError } from './api-error.ts'

type Form = { [key: string]: string | Form }

/** Parses `a[b][0][c]=d`, Stripe's form encoding of nested values. */
export function parseForm(text: string): Form {
  const form = emptyForm()
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''))
    let place = form
    let key = first
    for (const part of rest) {
      const inner = place[key]
      const next = typeof inner === 'object' ? inner : emptyForm()
      place[key] = next
      place = next
      key = part === '' ? String(Object.keys(next).length) : part
    }
    place[key] = value
  }
  return form
}

// Without a prototype, so that no form field can reach one.
const emptyForm = (): Form => Object.create(null)

/** Request keys by the types of the `stripe` package; an unknown key does not compile. */
type Shape<Params> = { readonly [Key in keyof Params]?: z.ZodType<Params[Key]> }

const wholeNumber = z
  .string()
  .regex(/^-?\d{1,15}$/, 'Invalid integer')
  .transform(Number)
const cents = wholeNumber.pipe(z.number().int().min(1, 'This value must be greater than or equal to 1.'))
const words = z.string().min(1, 'You passed an empty string.').max(5000)
const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((it) => Object.keys(it).length <= 50, 'Metadata can have at most 50 keys.')
const address = z.url({ protocol: /^https?$/, error: 'Not a valid URL' }).max(5000)

const emailAddress = z.email({ error: ({ input }) => `Invalid email address: ${String(input)}` }).max(800)

const isNumbered = (it: unknown): it is Form =>
  typeof it === 'object' && it !== null && Object.keys(it).every((key, at) => key === String(at))
const listOf = <Item extends z.ZodType>(items: z.ZodArray<Item>) =>
  z.preprocess((it) => (isNumbered(it) ? Object.values(it) : it), items)

const expand = listOf(z.array(words)).exactOptional()
const range = z.strictObject({
  gt: wholeNumber.exactOptional(),
  gte: wholeNumber.exactOptional(),
  lt: wholeNumber.exactOptional(),
  lte: wholeNumber.exactOptional(),
} satisfies Shape<Stripe.RangeQueryParam>)
const pagination = {
  limit: wholeNumber.pipe(z.number().min(1).max(100)).exactOptional(),
  starting_after: words.exactOptional(),
} satisfies Shape<Stripe.PaginationParams>

const line = z.strictObject({
  quantity: cents,
  price_data: z.strictObject({
    currency: z.literal('usd'),
    unit_amount: cents,
    product_data: z.strictObject({
      name: words.max(250),
      description: words.exactOptional(),
    } satisfies Shape<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData>),
  } satisfies Shape<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>),
} satisfies Shape<Stripe.Checkout.SessionCreateParams.LineItem>)

/** The supported subset: a hosted checkout that is paid at once. Other parameters are refused. */
export const sessionCreate = z.strictObject({
  mode: z.literal('payment'),
  ui_mode: z.literal('hosted_page').exactOptional(),
  line_items: listOf(z.array(line).min(1).max(100)),
  client_reference_id: words.max(200).exactOptional(),
  customer_email: emailAddress.exactOptional(),
  metadata: metadata.exactOptional(),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.exactOptional(),
    } satisfies Shape<Stripe.Checkout.SessionCreateParams.PaymentIntentData>)
    .exactOptional(),
  expires_at: wholeNumber.exactOptional(),
  success_url: address,
  cancel_url: address.exactOptional(),
  expand,
} satisfies Shape<Stripe.Checkout.SessionCreateParams>) satisfies z.ZodType<Stripe.Checkout.SessionCreateParams>

export const sessionRetrieve = z.strictObject({
  expand,
} satisfies Shape<Stripe.Checkout.SessionRetrieveParams>) satisfies z.ZodType<Stripe.Checkout.SessionRetrieveParams>

const created = z.union([wholeNumber, range]).exactOptional()

export const sessionList = z.strictObject({
  created,
  status: z.enum(['open', 'complete', 'expired']).exactOptional(),
  payment_intent: words.exactOptional(),
  expand,
  ...pagination,
} satisfies Shape<Stripe.Checkout.SessionListParams>) satisfies z.ZodType<Stripe.Checkout.SessionListParams>

export const sessionExpire = z.strictObject({
  expand,
} satisfies Shape<Stripe.Checkout.SessionExpireParams>) satisfies z.ZodType<Stripe.Checkout.SessionExpireParams>

export const refundCreate = z.strictObject({
  payment_intent: words,
  amount: cents.exactOptional(),
  metadata: metadata.exactOptional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).exactOptional(),
} satisfies Shape<Stripe.RefundCreateParams>) satisfies z.ZodType<Stripe.RefundCreateParams>

export const refundList = z.strictObject({
  payment_intent: words.exactOptional(),
  created,
  ...pagination,
} satisfies Shape<Stripe.RefundListParams>) satisfies z.ZodType<Stripe.RefundListParams>

export const disputeList = z.strictObject({
  created,
  ...pagination,
} satisfies Shape<Stripe.DisputeListParams>) satisfies z.ZodType<Stripe.DisputeListParams>

export const transactionList = z.strictObject({
  created,
  currency: words.exactOptional(),
  payout: words.exactOptional(),
  expand,
  ...pagination,
} satisfies Shape<Stripe.BalanceTransactionListParams>) satisfies z.ZodType<Stripe.BalanceTransactionListParams>

export const payoutList = z.strictObject({
  created,
  status: words.exactOptional(),
  ...pagination,
} satisfies Shape<Stripe.PayoutListParams>) satisfies z.ZodType<Stripe.PayoutListParams>

export const webhookEndpointList = z.strictObject({
  ...pagination,
} satisfies Shape<Stripe.WebhookEndpointListParams>) satisfies z.ZodType<Stripe.WebhookEndpointListParams>

export const nothing = z.strictObject({})

export type SessionCreate = z.infer<typeof sessionCreate>
export type SessionList = z.infer<typeof sessionList>
export type RefundCreate = z.infer<typeof refundCreate>
export type RefundList = z.infer<typeof refundList>
export type DisputeList = z.infer<typeof disputeList>
export type TransactionList = z.infer<typeof transactionList>
export type PayoutList = z.infer<typeof payoutList>
export type WebhookEndpointList = z.infer<typeof webhookEndpointList>

/** Parses request parameters, or refuses the first invalid one as Stripe does. */
export function readParams<Params>(schema: z.ZodType<Params>, form: Form): Params {
  const read = schema.safeParse(form, { reportInput: true })
  if (read.success) return read.data
  throw refuse(read.error.issues[0])
}

const inBrackets = ([first, ...rest]: readonly PropertyKey[]): string =>
  String(first) + rest.map((part) => `[${String(part)}]`).join('')

function refuse(issue: z.core.$ZodIssue | undefined): ApiError {
  if (!issue) return new ApiError(400, { message: 'Invalid request.' })
  if (issue.code === 'unrecognized_keys') {
    const param = inBrackets([...issue.path, ...issue.keys.slice(0, 1)])
    return new ApiError(400, {
      message: `Received unknown parameter: ${param}`,
      code: 'parameter_unknown',
      param,
    })
  }
  const param = inBrackets(issue.path)
  if (issue.input === undefined)
    return new ApiError(400, {
      message: `Missing required param: ${param}.`,
      code: 'parameter_missing',
      param,
    })
  return new ApiError(400, { message: `Invalid ${param}: ${issue.message}`, param })
}
