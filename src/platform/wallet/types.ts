import type { PassContent } from '#lib/pass-content.ts'

/** Path below which Apple's Wallet registers devices and fetches passes. */
export const APPLE_WEB_SERVICE_PATH = '/passes'

export const APPLE_PASS_TYPE = 'application/vnd.apple.pkpass'

/** Answer of the push service about a device. The reason of a failure names no device. */
export type PushOutcome =
  | { readonly kind: 'sent' | 'gone' }
  | { readonly kind: 'failed'; readonly reason: string }

export type ApplePasses = {
  readonly passTypeId: string
  /** Makes the signed file of a pass. */
  make(content: PassContent): Promise<Buffer>
  /** Tells devices that a pass changed; they fetch it. Throws where the service cannot be reached. */
  push(deviceTokens: readonly string[]): Promise<PushOutcome[]>
}

/** Passes for the guests' wallets. */
export type Wallet = {
  /** Null where passes are not configured, or their certificate cannot be used at this time. */
  apple(now: Date): ApplePasses | null
  /** Pass type of the settings, whether its certificate can be used or not: devices keep their registrations. */
  readonly applePassTypeId: string | null
}

/** A server without settings for passes. */
export const NO_WALLET: Wallet = { apple: () => null, applePassTypeId: null }
