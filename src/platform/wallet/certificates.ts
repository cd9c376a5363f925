import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { no, ok, type Result } from '#lib/result.ts'
import type { AppleWalletSettings } from '../config/settings/wallet.ts'

/** Time during which both certificates are valid. */
export type Validity = { readonly from: Date; readonly until: Date }

/** Reads the certificates and the key of Apple's passes and checks that they belong together; else says what is wrong. */
export function readCertificates(settings: AppleWalletSettings): Result<Validity, string> {
  const certificate = parse(settings.certificate)
  if (!certificate) return no('APPLE_PASS_CERTIFICATE cannot be read')
  const issuer = parse(settings.issuerCertificate)
  if (!issuer) return no('APPLE_WWDR_CERTIFICATE cannot be read')
  const key = parseKey(settings)
  if (!key) return no('APPLE_PASS_KEY cannot be read; with a passphrase it needs APPLE_PASS_KEY_PASSPHRASE')
  const problem = findMismatch(settings, { certificate, issuer, key })
  if (problem !== null) return no(problem)
  const [from, until] = [certificate, issuer].reduce(
    ([start, end], it) => [
      Math.max(start, it.validFromDate.getTime()),
      Math.min(end, it.validToDate.getTime()),
    ],
    [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number],
  )
  return ok({ from: new Date(from), until: new Date(until) })
}

/** Says why certificates cannot be used at a time; null where they can. */
export function validityProblem({ from, until }: Validity, now: Date): string | null {
  if (now < from) return `the certificate of the passes is valid from ${dayOf(from)} on`
  return now >= until ? `the certificate of the passes expired on ${dayOf(until)}` : null
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

type Parsed = {
  readonly certificate: X509Certificate
  readonly issuer: X509Certificate
  readonly key: KeyObject
}

function findMismatch(
  { passTypeId, teamId }: AppleWalletSettings,
  { certificate, issuer, key }: Parsed,
): string | null {
  const subject = certificate.subject.split('\n')
  if (key.asymmetricKeyType !== 'rsa') return 'APPLE_PASS_KEY must be an RSA key'
  if (!certificate.checkPrivateKey(key)) return 'APPLE_PASS_KEY is not the key of APPLE_PASS_CERTIFICATE'
  if (!subject.includes(`UID=${passTypeId}`))
    return `APPLE_PASS_CERTIFICATE is not for the pass type ${passTypeId}`
  if (!subject.includes(`OU=${teamId}`)) return `APPLE_PASS_CERTIFICATE is not of the team ${teamId}`
  return certificate.verify(issuer.publicKey)
    ? null
    : 'APPLE_WWDR_CERTIFICATE did not issue APPLE_PASS_CERTIFICATE'
}

function parse(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

function parseKey({ key, keyPassphrase }: AppleWalletSettings): KeyObject | null {
  try {
    return createPrivateKey({ key, ...(keyPassphrase === null ? {} : { passphrase: keyPassphrase }) })
  } catch {
    return null
  }
}
