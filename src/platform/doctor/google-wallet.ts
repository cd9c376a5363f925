import type { Config } from '../config/config.ts'
import { openGooglePasses } from '../wallet/google-pass.ts'
import { readSigner } from '../wallet/google-token.ts'
import { type CheckResult, fail, pass, reasonOf } from './check-result.ts'

const PASSES = 'Google Wallet'

const ADVICE =
  'Make a new key for the service account in the Google Cloud console, and see that its email is a user of the issuer in the Google Pay & Wallet console. Guests are told that no pass can be made.'

/** Checks the account of passes for Google Wallet: whether its key can be read, and whether Google lets it make passes. */
export async function checkGoogleWallet({
  wallet: { google },
  origin,
}: Pick<Config, 'wallet' | 'origin'>): Promise<CheckResult> {
  if (!google) return pass(PASSES, 'no passes are offered')
  const signer = readSigner(google.account)
  if (!signer.ok) return fail(PASSES, { message: signer.reason, advice: ADVICE })
  try {
    await openGooglePasses({ settings: google, signJwt: signer.value, origin }).check()
    return pass(PASSES, `Google lets ${google.account.email} make passes`)
  } catch (error) {
    return fail(PASSES, { message: reasonOf(error), advice: ADVICE })
  }
}
