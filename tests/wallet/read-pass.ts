import { createHash, createVerify, X509Certificate } from 'node:crypto'
import { unzipSync } from 'fflate'
import forge from 'node-forge'
import { z } from 'zod'

const field = z.object({
  key: z.string(),
  label: z.string(),
  value: z.string(),
  changeMessage: z.string().includes('%@').optional(),
})
const fields = z.array(field)

const pass = z.object({
  formatVersion: z.literal(1),
  passTypeIdentifier: z.string(),
  teamIdentifier: z.string(),
  serialNumber: z.string(),
  organizationName: z.string().min(1),
  description: z.string().min(1),
  relevantDate: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.000)?Z$/),
  expirationDate: z.string(),
  voided: z.boolean(),
  sharingProhibited: z.literal(true),
  webServiceURL: z.string().startsWith('https://').optional(),
  authenticationToken: z.string().min(16).optional(),
  locations: z.array(z.object({ latitude: z.number(), longitude: z.number() })).length(1),
  barcodes: z
    .array(
      z.object({
        format: z.literal('PKBarcodeFormatQR'),
        message: z.string(),
        messageEncoding: z.literal('iso-8859-1'),
        altText: z.string(),
      }),
    )
    .length(1),
  eventTicket: z.object({
    headerFields: fields,
    primaryFields: fields,
    secondaryFields: fields,
    auxiliaryFields: fields,
    backFields: fields,
  }),
})

export type ReadPass = z.output<typeof pass>

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString()

/**
 * Opens a pass as a wallet does: every file is in the manifest with its SHA-1, and the manifest is signed by a certificate that
 * the authority issued. Throws where one of these does not hold.
 */
export function readPass(file: Uint8Array, authority: string): ReadPass {
  const files = unzipSync(file)
  const manifest = z.record(z.string(), z.string()).parse(JSON.parse(text(files['manifest.json'])))
  const names = Object.keys(files).filter((name) => !['manifest.json', 'signature'].includes(name))
  if (names.toSorted().join() !== Object.keys(manifest).toSorted().join())
    throw new Error(`the manifest names ${Object.keys(manifest).join()}, the file holds ${names.join()}`)
  for (const name of ['icon.png', 'icon@2x.png', 'pass.json'])
    if (!(name in manifest)) throw new Error(`${name} is missing`)
  for (const [name, hash] of Object.entries(manifest))
    if (
      createHash('sha1')
        .update(files[name] ?? '')
        .digest('hex') !== hash
    )
      throw new Error(`${name} is not what the manifest says`)
  verifySignature(Buffer.from(files['signature'] ?? []), Buffer.from(files['manifest.json'] ?? []), authority)
  return pass.parse(JSON.parse(text(files['pass.json'])))
}

type Node = forge.asn1.Asn1

const childOf = (node: Node | undefined, at: number): Node => {
  const child = Array.isArray(node?.value) ? node.value.at(at) : undefined
  if (typeof child !== 'object') throw new Error('the signature has another form')
  return child
}
const childrenOf = (node: Node): Node[] =>
  Array.isArray(node.value) ? node.value.filter((it) => typeof it === 'object') : []
const derOf = (node: Node): Buffer => Buffer.from(forge.asn1.toDer(node).getBytes(), 'binary')
const textOf = ({ value }: Node): string => (typeof value === 'string' ? value : '')
const bytesOf = (node: Node): Buffer => Buffer.from(textOf(node), 'binary')

/** Tag 0, of whichever class. */
const NO_TYPE = forge.asn1.Type.NONE
const MESSAGE_DIGEST = forge.pki.oids['messageDigest'] ?? ''

/** Verifies a detached PKCS#7 signature with one signer and signed attributes. */
function verifySignature(signature: Buffer, content: Buffer, authority: string): void {
  const signedData = childOf(childOf(forge.asn1.fromDer(signature.toString('binary')), 1), 0)
  const [, , encapsulated, ...rest] = childrenOf(signedData)
  if (childrenOf(encapsulated ?? signedData).length !== 1) throw new Error('the signature is not detached')
  const certificates = childrenOf(childOf({ ...signedData, value: rest }, 0)).map(
    (it) => new X509Certificate(derOf(it)),
  )
  const info = childOf(rest.at(-1), 0)
  const attributes = childrenOf(info).find(
    (it) => it.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && it.type === NO_TYPE,
  )
  if (!attributes) throw new Error('the signature has no attributes')
  const digest = childrenOf(attributes).find(
    (it) => forge.asn1.derToOid(textOf(childOf(it, 0))) === MESSAGE_DIGEST,
  )
  const hash = bytesOf(childOf(childOf(digest, 1), 0))
  const algorithm = hash.length === 20 ? 'sha1' : 'sha256'
  if (!createHash(algorithm).update(content).digest().equals(hash))
    throw new Error('another manifest was signed')
  const issuer = new X509Certificate(authority)
  const signer = certificates.find((it) => it.subject !== issuer.subject)
  if (!signer?.verify(issuer.publicKey)) throw new Error('the certificate is not of the authority')
  // Attributes are signed as a set, whatever their tag is in the message.
  const signed = derOf(attributes)
  signed[0] = 0x31
  const value = childrenOf(info).find(
    (it) => it.tagClass === forge.asn1.Class.UNIVERSAL && it.type === forge.asn1.Type.OCTETSTRING,
  )
  if (!value || !createVerify(algorithm).update(signed).verify(signer.publicKey, bytesOf(value)))
    throw new Error('the signature does not fit')
}
