import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PassContent } from '#lib/pass-content.ts'
import type { AppleWalletSettings } from '../config/settings/wallet.ts'
import { APPLE_WEB_SERVICE_PATH } from './types.ts'

/** Read from the checkout, as migrations are: the built server is one file. */
const ART = join(process.cwd(), 'src/platform/wallet/art')

/** Images of every pass, which scripts/draw-pass-images.ts draws. */
const IMAGES = [
  'icon.png',
  'icon@2x.png',
  'icon@3x.png',
  'logo.png',
  'logo@2x.png',
  'strip.png',
  'strip@2x.png',
  'strip@3x.png',
] as const

const COLORS = {
  backgroundColor: 'rgb(27, 17, 13)',
  foregroundColor: 'rgb(251, 241, 223)',
  labelColor: 'rgb(233, 183, 101)',
} as const

type MakeOptions = {
  readonly settings: AppleWalletSettings
  /** Public URL of the site. */
  readonly origin: string
}

/** Finished files that are kept: a changed pass is fetched by each of its devices, and a button is pressed again. */
const KEPT_FILES = 50

/**
 * Returns the function that makes the signed file of a pass. The library signs in JavaScript and holds up everything else meanwhile,
 * so one is made at a time, and the last ones are kept.
 */
export function createPassMaker({ settings, origin }: MakeOptions) {
  // The library reads keys in the older form only, so the key is decrypted here.
  const signerKey = createPrivateKey({
    key: settings.key,
    ...(settings.keyPassphrase === null ? {} : { passphrase: settings.keyPassphrase }),
  }).export({ type: 'pkcs1', format: 'pem' })
  const certificates = { wwdr: settings.issuerCertificate, signerCert: settings.certificate, signerKey }
  const files = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()

  const sign = async (json: string): Promise<Buffer> => {
    // A process that makes no pass never loads the library.
    const { PKPass } = await import('passkit-generator')
    const images = await readImages()
    return new PKPass({ ...images, 'pass.json': Buffer.from(json) }, certificates).getAsBuffer()
  }

  return (content: PassContent): Promise<Buffer> => {
    const json = JSON.stringify(describePass(content, { settings, origin }))
    const kept = files.get(json)
    if (kept) return kept
    const file = last.then(() => sign(json))
    files.set(json, file)
    last = file.catch(() => files.delete(json))
    const [oldest] = files.keys()
    if (files.size > KEPT_FILES && oldest !== undefined) files.delete(oldest)
    return file
  }
}

async function readImages(): Promise<Record<string, Buffer>> {
  const read = await Promise.all(IMAGES.map(async (name) => [name, await readFile(join(ART, name))] as const))
  return Object.fromEntries(read)
}

const fieldOf = ({ key, label, value, changeText }: PassContent['header']) => ({
  key,
  label,
  value,
  ...(changeText === undefined ? {} : { changeMessage: changeText }),
})

/** Facts of a pass in Apple's format (`pass.json`). */
function describePass(content: PassContent, { settings, origin }: MakeOptions) {
  const { latitude, longitude } = content.place
  return {
    formatVersion: 1,
    passTypeIdentifier: settings.passTypeId,
    teamIdentifier: settings.teamId,
    serialNumber: content.serial,
    organizationName: content.organization,
    logoText: content.organization,
    description: content.description,
    ...COLORS,
    relevantDate: momentText(content.startsAt),
    expirationDate: momentText(content.endsAt),
    voided: content.isVoided,
    // The code opens the guest's page. Friends get passes of their own.
    sharingProhibited: true,
    locations: [{ latitude, longitude }],
    barcodes: [
      {
        format: 'PKBarcodeFormatQR',
        message: content.barcode.message,
        messageEncoding: 'iso-8859-1',
        altText: content.barcode.code,
      },
    ],
    // Devices talk to a web service by HTTPS only.
    ...(origin.startsWith('https:')
      ? {
          webServiceURL: `${origin}${APPLE_WEB_SERVICE_PATH}`,
          authenticationToken: content.authenticationToken,
        }
      : {}),
    eventTicket: {
      headerFields: [fieldOf(content.header)],
      primaryFields: [{ key: 'title', label: '', value: content.title }],
      secondaryFields: content.main.map(fieldOf),
      auxiliaryFields: content.further.map(fieldOf),
      backFields: content.back.map(fieldOf),
    },
  }
}

/** A moment in UTC, to the second. */
const momentText = (moment: Date): string => moment.toISOString().replace(/\.\d+Z$/, 'Z')
