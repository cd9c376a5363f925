import type { Config } from '../config/config.ts'
import type { AppleWalletSettings, GoogleWalletSettings } from '../config/settings/wallet.ts'
import type { Log } from '../observability/log.ts'
import { createPassMaker } from './apple-pass.ts'
import { createPusher } from './apple-push.ts'
import { readCertificates, validityProblem } from './certificates.ts'
import { openGooglePasses } from './google-pass.ts'
import { readSigner } from './google-token.ts'
import { type ApplePasses, NO_WALLET, type Wallet } from './types.ts'

type Options = {
  readonly wallet: Partial<Config['wallet']>
  /** Public URL of the site. */
  readonly origin: string
  readonly log: Log
}

/** Opens the configured wallets. Passes whose certificate or key cannot be used are not offered, which is logged once. */
export function openWallet({ wallet: { apple, google }, ...options }: Options): Wallet {
  return {
    ...NO_WALLET,
    ...(apple ? openApple(apple, options) : {}),
    ...(google ? openGoogle(google, options) : {}),
  }
}

type Opening = Omit<Options, 'wallet'>

function openApple(
  settings: AppleWalletSettings,
  { origin, log }: Opening,
): Pick<Wallet, 'apple' | 'applePassTypeId'> {
  const read = readCertificates(settings)
  let isReported = false
  const report = (problem: string): null => {
    if (!isReported)
      log.error({ event: 'wallet.certificate_unusable', problem }, 'no passes for Apple Wallet are offered')
    isReported = true
    return null
  }
  let passes: ApplePasses | undefined
  return {
    applePassTypeId: settings.passTypeId,
    apple(now) {
      if (!read.ok) return report(read.reason)
      const problem = validityProblem(read.value, now)
      if (problem !== null) return report(problem)
      return (passes ??= {
        passTypeId: settings.passTypeId,
        make: createPassMaker({ settings, origin }),
        push: createPusher({ settings }),
      })
    },
  }
}

function openGoogle(
  settings: GoogleWalletSettings,
  { origin, log }: Opening,
): Pick<Wallet, 'google' | 'hasGoogle'> {
  const signer = readSigner(settings.account)
  if (!signer.ok)
    log.error(
      { event: 'wallet.key_unusable', problem: signer.reason },
      'no passes for Google Wallet are offered',
    )
  const passes = signer.ok ? openGooglePasses({ settings, signJwt: signer.value, origin }) : null
  return { google: () => passes, hasGoogle: true }
}
