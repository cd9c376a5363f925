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

export type WalletSettings = { readonly apple: AppleWalletSettings | null }

type Given = {
  readonly APPLE_PASS_TYPE_ID?: string | undefined
  readonly APPLE_TEAM_ID?: string | undefined
  readonly APPLE_PASS_CERTIFICATE?: string | undefined
  readonly APPLE_PASS_KEY?: string | undefined
  readonly APPLE_PASS_KEY_PASSPHRASE?: string | undefined
  readonly APPLE_WWDR_CERTIFICATE?: string | undefined
  readonly APPLE_PUSH_URL: string
}

/** Settings of wallet passes, or an error message. */
export function readWallet(it: Given): WalletSettings | string {
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
  if (missing.length === Object.keys(given).length) return { apple: null }
  if (
    !APPLE_PASS_TYPE_ID ||
    !APPLE_TEAM_ID ||
    !APPLE_PASS_CERTIFICATE ||
    !APPLE_PASS_KEY ||
    !APPLE_WWDR_CERTIFICATE
  )
    return `${missing.join(', ')}: must be set too; passes for Apple Wallet need ${Object.keys(given).join(', ')}`
  return {
    apple: {
      passTypeId: APPLE_PASS_TYPE_ID,
      teamId: APPLE_TEAM_ID,
      certificate: APPLE_PASS_CERTIFICATE,
      key: APPLE_PASS_KEY,
      keyPassphrase: it.APPLE_PASS_KEY_PASSPHRASE ?? null,
      issuerCertificate: APPLE_WWDR_CERTIFICATE,
      pushUrl: it.APPLE_PUSH_URL,
    },
  }
}
