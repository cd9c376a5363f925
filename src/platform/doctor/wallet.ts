import type { Config } from '../config/config.ts'
import { readCertificates, validityProblem } from '../wallet/certificates.ts'
import { fail, type CheckResult, pass, warn } from './check-result.ts'

const PASSES = 'Apple Wallet'
const WARNED_DAYS = 30
const DAY_MS = 86_400_000

const NONE = 'Guests are offered no passes until this is mended.'
const MISMATCH = `${NONE} Give the certificate, its own key with its passphrase, and the WWDR certificate that issued it.`
const NOT_VALID = `${NONE} Make the certificate anew at developer.apple.com, for the same pass type; if Apple's WWDR certificate expired, load the one that issued the new one.`

type Facts = { readonly wallet: Pick<Config['wallet'], 'apple'>; readonly origin: string }

/** Checks the certificates of passes for Apple Wallet: whether they can be read, belong together, and for how long they are valid. */
export function checkWallet({ wallet, origin }: Facts, now: Date): CheckResult {
  if (!wallet.apple) return pass(PASSES, 'no passes are offered')
  const read = readCertificates(wallet.apple)
  if (!read.ok) return fail(PASSES, { message: read.reason, advice: MISMATCH })
  const problem = validityProblem(read.value, now)
  if (problem !== null) return fail(PASSES, { message: problem, advice: NOT_VALID })
  if (!origin.startsWith('https:'))
    return warn(PASSES, {
      message: `passes made at ${origin} never change: devices ask for changes by HTTPS only`,
      advice: 'Set ORIGIN to the address with https:.',
    })
  const days = Math.floor((read.value.until.getTime() - now.getTime()) / DAY_MS)
  return days < WARNED_DAYS
    ? warn(PASSES, {
        message: `the certificate of the passes expires in ${days} days`,
        advice: 'Make it anew at developer.apple.com, for the same pass type: passes made before stay valid.',
      })
    : pass(PASSES, `the certificate of the passes is valid for ${days} more days`)
}
