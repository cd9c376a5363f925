import type { Stripe } from 'stripe'
import { newId } from './ledger.ts'
import type { SessionCreate } from './requests.ts'

/*
 * Stripe's objects as JSON: complete, so that the types of the `stripe` package hold, with values of a plain card
 * payment.
 */

type SessionFacts = {
  readonly params: SessionCreate
  readonly amount: number
  readonly created: number
  readonly expiresAt: number
  readonly id: string
  readonly url: string
}

export const sessionShape = (facts: SessionFacts): Stripe.Checkout.Session => ({
  ...ANY_SESSION,
  id: facts.id,
  amount_subtotal: facts.amount,
  amount_total: facts.amount,
  cancel_url: facts.params.cancel_url ?? null,
  client_reference_id: facts.params.client_reference_id ?? null,
  created: facts.created,
  customer_email: facts.params.customer_email ?? null,
  expires_at: facts.expiresAt,
  metadata: facts.params.metadata ?? {},
  success_url: facts.params.success_url,
  url: facts.url,
  payment_intent: null,
  payment_status: 'unpaid',
  status: 'open',
})

const ANY_SESSION = {
  object: 'checkout.session',
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency: 'usd',
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_account: null,
  customer_creation: 'if_required',
  customer_details: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  mode: 'payment',
  origin_context: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>

type IntentFacts = {
  readonly amount: number
  readonly created: number
  readonly metadata: Record<string, string>
}

export const intentShape = (facts: IntentFacts): Stripe.PaymentIntent => ({
  id: newId('pi'),
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount: facts.amount,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  client_secret: null,
  confirmation_method: 'automatic',
  created: facts.created,
  currency: 'usd',
  customer: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  metadata: facts.metadata,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'requires_payment_method',
  transfer_data: null,
  transfer_group: null,
})

export const chargeShape = (intent: Stripe.PaymentIntent, created: number): Stripe.Charge => ({
  id: newId('ch'),
  object: 'charge',
  amount: intent.amount,
  amount_captured: intent.amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: newId('txn'),
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: 'TEST PAYMENT',
  captured: true,
  created,
  currency: intent.currency,
  customer: null,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  metadata: intent.metadata,
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_intent: intent.id,
  payment_method: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
})

type RefundFacts = {
  readonly charge: Stripe.Charge
  readonly amount: number
  readonly created: number
  readonly status: 'pending' | 'succeeded'
  readonly reason: Stripe.Refund['reason']
  readonly metadata: Record<string, string>
}

export const refundShape = (facts: RefundFacts): Stripe.Refund => ({
  id: newId('re'),
  object: 'refund',
  amount: facts.amount,
  balance_transaction: newId('txn'),
  charge: facts.charge.id,
  created: facts.created,
  currency: facts.charge.currency,
  customer: null,
  customer_account: null,
  metadata: facts.metadata,
  payment_intent: facts.charge.payment_intent,
  payment_method: null,
  reason: facts.reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: facts.status,
  transfer_reversal: null,
})

type DisputeFacts = {
  readonly charge: Stripe.Charge
  readonly amount: number
  readonly reason: string
  readonly created: number
}

const DAYS_TO_ANSWER = 7

export const disputeShape = (facts: DisputeFacts): Stripe.Dispute => ({
  id: newId('du'),
  object: 'dispute',
  amount: facts.amount,
  balance_transactions: [],
  charge: facts.charge.id,
  created: facts.created,
  currency: facts.charge.currency,
  enhanced_eligibility_types: [],
  evidence: NO_EVIDENCE,
  evidence_details: {
    due_by: facts.created + DAYS_TO_ANSWER * 86_400,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: facts.charge.payment_intent,
  reason: facts.reason,
  status: 'needs_response',
})

const NO_EVIDENCE: Stripe.Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
