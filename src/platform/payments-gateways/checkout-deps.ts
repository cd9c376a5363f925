import type { Db } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { PaymentGateway } from './types.ts'

/** Dependencies of a call that reads or changes the state of a checkout at the provider. */
export type SettlementDeps = { readonly db: Db; readonly now: Date; readonly payments: PaymentGateway }

/** Dependencies of a call that opens a checkout, with the links of its guest. */
export type CheckoutDeps = SettlementDeps & { readonly tokens: SignedTokens; readonly origin: string }
