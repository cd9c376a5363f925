import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'
import type { AppleWalletSettings } from '#platform/config/settings/wallet.ts'

export const PASS_TYPE = 'pass.com.example.lounge'
export const TEAM = 'ABCDE12345'
const PASSPHRASE = 'hunter2'
const UID = '0.9.2342.19200300.100.1.1'
const YEAR_MS = 31_536_000_000

type Pair = {
  readonly certificate: forge.pki.Certificate
  readonly key: forge.pki.rsa.PrivateKey
  readonly pem: string
}

function pair(): { key: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

type Facts = {
  readonly subject: forge.pki.CertificateField[]
  readonly issuer?: Pair
  readonly from: Date
  readonly until: Date
}

function issue({ subject, issuer, from, until }: Facts): Pair {
  const { key: pem, publicKey } = pair()
  const key = forge.pki.privateKeyFromPem(pem)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = '01'
  certificate.validity.notBefore = from
  certificate.validity.notAfter = until
  certificate.setSubject(subject)
  certificate.setIssuer(issuer ? issuer.certificate.subject.attributes : subject)
  certificate.setExtensions([
    issuer
      ? { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }
      : { name: 'basicConstraints', cA: true },
  ])
  certificate.sign(issuer?.key ?? key, forge.md.sha256.create())
  return { certificate, key, pem }
}

const named = (value: string): forge.pki.CertificateField[] => [{ name: 'commonName', value }]

export type TestWallet = {
  readonly settings: AppleWalletSettings
  readonly env: Readonly<Record<string, string>>
  /** Certificate of the authority, and a certificate of a server with its key. */
  readonly ca: string
  readonly server: { readonly cert: string; readonly key: string }
}

/** An authority as Apple is one, with a pass certificate that it issued and whose key has a passphrase. */
export function makeWallet({
  until = new Date(Date.now() + YEAR_MS),
  pushUrl = 'https://127.0.0.1:1',
}: { until?: Date; pushUrl?: string } = {}): TestWallet {
  const dates = { from: new Date(until.getTime() - 2 * YEAR_MS), until }
  const authority = issue({
    subject: named('Test WWDR'),
    from: dates.from,
    until: new Date(Date.now() + 2 * YEAR_MS),
  })
  const signer = issue({
    subject: [
      { type: UID, value: PASS_TYPE },
      ...named(`Pass Type ID: ${PASS_TYPE}`),
      { shortName: 'OU', value: TEAM },
    ],
    issuer: authority,
    ...dates,
  })
  const server = issue({ subject: named('localhost'), issuer: authority, ...dates })
  const pemOf = (it: Pair): string => forge.pki.certificateToPem(it.certificate)
  const settings = {
    passTypeId: PASS_TYPE,
    teamId: TEAM,
    certificate: pemOf(signer),
    key: forge.pki.encryptRsaPrivateKey(signer.key, PASSPHRASE, { algorithm: 'aes256' }),
    keyPassphrase: PASSPHRASE,
    issuerCertificate: pemOf(authority),
    pushUrl,
  }
  return {
    settings,
    env: {
      APPLE_PASS_TYPE_ID: PASS_TYPE,
      APPLE_TEAM_ID: TEAM,
      APPLE_PASS_CERTIFICATE: settings.certificate,
      APPLE_PASS_KEY: settings.key,
      APPLE_PASS_KEY_PASSPHRASE: PASSPHRASE,
      APPLE_WWDR_CERTIFICATE: settings.issuerCertificate,
      APPLE_PUSH_URL: pushUrl,
    },
    ca: settings.issuerCertificate,
    server: { cert: pemOf(server), key: server.pem },
  }
}
