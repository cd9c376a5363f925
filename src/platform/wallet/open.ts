import type { Config } from '../config/config.ts'
import type { Log } from '../observability/log.ts'
import { createPassMaker } from './apple-pass.ts'
import { createPusher } from './apple-push.ts'
import { readCertificates, validityProblem } from './certificates.ts'
import { type ApplePasses, NO_WALLET, type Wallet } from './types.ts'

type Options = Pick<Config, 'wallet' | 'origin'> & { readonly log: Log }

/** Opens the configured wallets. Passes whose certificate cannot be used are not offered, which is logged once. */
export function openWallet({ wallet: { apple: settings }, origin, log }: Options): Wallet {
  if (!settings) return NO_WALLET
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
