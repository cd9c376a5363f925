import type { ServiceAccount } from './kinds.ts'

/** Certificates and keys of Apple's passes as they were given. Whether they can be used is decided where the wallet is opened. */
export type AppleWalletSettings = {
  readonly passTypeId: string
  readonly teamId: string
  readonly certificate: string
  readonly key: string
  readonly keyPassphrase: string | null
  /** Apple's intermediate certificate (WWDR), which issued the other one. */
  readonly issuerCertificate: string
  /** Address of the push service, without a trailing slash. */
  readonly pushUrl: string
}

/** Account of Google Wallet, as it was given. */
export type GoogleWalletSettings = {
  readonly issuerId: string
  readonly account: ServiceAccount
  /** Address of the API, without a trailing slash. */
  readonly url: string
}

export type WalletSettings = {
  readonly apple: AppleWalletSettings | null
  readonly google: GoogleWalletSettings | null
}

export const GOOGLE_WALLET_URL = 'https://walletobjects.googleapis.com'

type Given = {
  readonly APPLE_PASS_TYPE_ID?: string | undefined
  readonly APPLE_TEAM_ID?: string | undefined
  readonly APPLE_PASS_CERTIFICATE?: string | undefined
  readonly APPLE_PASS_KEY?: string | undefined
  readonly APPLE_PASS_KEY_PASSPHRASE?: string | undefined
  readonly APPLE_WWDR_CERTIFICATE?: string | undefined
  readonly APPLE_PUSH_URL: string
  readonly GOOGLE_WALLET_ISSUER_ID?: string | undefined
  readonly GOOGLE_WALLET_KEY?: ServiceAccount | undefined
  readonly GOOGLE_WALLET_URL: string
}

/** Settings of wallet passes, or an error message. */
export function readWallet(it: Given): WalletSettings | string {
  const [apple, google] = [readApple(it), readGoogle(it)]
  if (typeof apple !== 'string' && typeof google !== 'string') return { apple, google }
  return [apple, google].filter((read) => typeof read === 'string').join('\n')
}

function readGoogle(it: Given): GoogleWalletSettings | null | string {
  const { GOOGLE_WALLET_ISSUER_ID: issuerId, GOOGLE_WALLET_KEY: account, GOOGLE_WALLET_URL: url } = it
  if (issuerId && account) return { issuerId, account, url }
  if (!issuerId && !account) return null
  const missing = issuerId ? 'GOOGLE_WALLET_KEY' : 'GOOGLE_WALLET_ISSUER_ID'
  return `${missing}: must be set too; passes for Google Wallet need GOOGLE_WALLET_ISSUER_ID and GOOGLE_WALLET_KEY`
}

function readApple(it: Given): AppleWalletSettings | null | string {
  const {
    APPLE_PASS_TYPE_ID,
    APPLE_TEAM_ID,
    APPLE_PASS_CERTIFICATE,
    APPLE_PASS_KEY,
    APPLE_WWDR_CERTIFICATE,
  } = it
  const given = {
    APPLE_PASS_TYPE_ID,
    APPLE_TEAM_ID,
    APPLE_PASS_CERTIFICATE,
    APPLE_PASS_KEY,
    APPLE_WWDR_CERTIFICATE,
  }
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length === Object.keys(given).length) return null
  if (
    !APPLE_PASS_TYPE_ID ||
    !APPLE_TEAM_ID ||
    !APPLE_PASS_CERTIFICATE ||
    !APPLE_PASS_KEY ||
    !APPLE_WWDR_CERTIFICATE
  )
    return `${missing.join(', ')}: must be set too; passes for Apple Wallet need ${Object.keys(given).join(', ')}`
  return {
    passTypeId: APPLE_PASS_TYPE_ID,
    teamId: APPLE_TEAM_ID,
    certificate: APPLE_PASS_CERTIFICATE,
    key: APPLE_PASS_KEY,
    keyPassphrase: it.APPLE_PASS_KEY_PASSPHRASE ?? null,
    issuerCertificate: APPLE_WWDR_CERTIFICATE,
    pushUrl: it.APPLE_PUSH_URL,
  }
}
