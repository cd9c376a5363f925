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

export type GooglePasses = {
  /** Makes the pass at Google, or brings it up to date. Throws, as the others do, where Google refuses or cannot be reached. */
  save(content: PassContent): Promise<void>
  /** Link by which a guest adds a pass that was made. */
  saveLink(serial: string): string
  /** Brings a pass up to date. Returns whether Google has it. */
  update(content: PassContent): Promise<boolean>
  /** Makes a pass void and takes the guest's name from it. Returns whether Google has it. */
  withdraw(serial: string): Promise<boolean>
  /** Throws where the account may not make passes for the issuer. */
  check(): Promise<void>
}

/** Passes for the guests' wallets. */
export type Wallet = {
  /** Null where passes are not configured, or their certificate cannot be used at this time. */
  apple(now: Date): ApplePasses | null
  /** Pass type of the settings, whether its certificate can be used or not: devices keep their registrations. */
  readonly applePassTypeId: string | null
  /** Null where passes are not configured, or their key cannot be read. */
  google(): GooglePasses | null
  /** Whether there are settings, whether the key can be read or not. */
  readonly hasGoogle: boolean
}

/** Link to the passes on a guest's page; null where none can be made now. */
export const passLinkOf = (
  { wallet, now }: { readonly wallet?: Wallet | undefined; readonly now: Date },
  guestLink: string,
): string | null =>
  wallet && (wallet.apple(now) !== null || wallet.google() !== null) ? `${guestLink}#wallet` : null

/** A server without settings for passes. */
export const NO_WALLET: Wallet = {
  apple: () => null,
  applePassTypeId: null,
  google: () => null,
  hasGoogle: false,
}
