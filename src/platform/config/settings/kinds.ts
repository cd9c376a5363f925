import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { readTrustProxy } from '#platform/network/client-address.ts'
import { parseJson } from '#lib/text/parse-json.ts'
import { DatabaseUrlError, readDatabaseUrl } from './database-url.ts'
import { readSmtpUrl, SmtpUrlError } from './smtp-url.ts'

/** Thrown by a parser of a setting; the message completes "NAME=value: ". */
class Mistake extends Error {}

/** Schema of a setting parsed by a function that throws on invalid input. */
const readBy = <Value>(read: (text: string) => Value) =>
  z.string().transform((text, context): Value => {
    try {
      return read(text)
    } catch (error) {
      const isMistake =
        error instanceof Mistake || error instanceof DatabaseUrlError || error instanceof SmtpUrlError
      if (!isMistake) throw error
      context.addIssue({ code: 'custom', message: error.message })
      return z.NEVER
    }
  })

export const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((text) => text === 'true' || text === '1')

export const oneOf = <const Copy extends readonly [string, ...string[]]>(words: Copy) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)

export const wholeNumber = ({ from, to, such }: { from: number; to: number; such: number }) =>
  readBy((text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(number >= from && number <= to))
      throw new Mistake(`must be a whole number from ${from} to ${to}, such as ${such}`)
    return number
  })

export const port = (such: number) => wholeNumber({ from: 0, to: 65_535, such })

export const trustProxy = readBy((text) => {
  const trust = readTrustProxy(text)
  if (trust) return trust
  throw new Mistake(
    'must be false, true, a number of proxies in a row (1 to 10), or their networks, such as loopback,10.0.0.0/8',
  )
})

const MOST_PROCESSES = 64

export const processes = readBy((text) => {
  if (text === 'auto') return Math.min(MOST_PROCESSES, availableParallelism())
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > MOST_PROCESSES)
    throw new Mistake(`must be auto or a number of processes from 1 to ${MOST_PROCESSES}`)
  return number
})

/** Local address to listen on. */
export const listenHost = z
  .string()
  .regex(/^([\w.-]+|[\da-f:.]*:[\da-f:.]*)$/i, 'must be an address of this machine, such as 0.0.0.0 or ::')

/** `127.0.0.1:4242`: local address and port. */
export const hostAndPort = readBy((text) => {
  const [, host = '', number = ''] = /^([\w.-]+):(\d{1,5})$/.exec(text) ?? []
  if (!host) throw new Mistake('must be an address and a port, such as 127.0.0.1:4242')
  if (Number(number) < 1 || Number(number) > 65_535) throw new Mistake('must have a port between 1 and 65535')
  return { host, port: Number(number) }
})

export const directory = readBy((text) => {
  if (text.startsWith('~')) throw new Mistake('must be a whole path: ~ is not expanded here')
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text))
    throw new Mistake('must be a directory of this machine, such as ./data')
  return text
})

/** http(s) URL without parts that would be ignored. */
const webAddress = (text: string, such: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new Mistake(`must be an address such as ${such}`)
  if (url.username || url.password) throw new Mistake('must be without a user and a password')
  if (url.search || url.hash) throw new Mistake('must be without ? and #')
  return url
}

export const origin = readBy((text) => {
  const url = webAddress(text, 'https://example.com')
  if (url.pathname !== '/')
    throw new Mistake(`must be without a path (${url.origin}): the site is served at the root of its address`)
  return url.origin
})

/** Without a trailing slash. */
export const endpoint = (such: string) => readBy((text) => webAddress(text, such).href.replace(/\/+$/, ''))

/** The Stripe emulator speaks only plain HTTP. */
export const testPaymentsUrl = readBy((text) => {
  const url = webAddress(text, 'http://127.0.0.1:4242')
  if (url.protocol !== 'http:' || url.pathname !== '/' || !url.port)
    throw new Mistake('must be an address such as http://127.0.0.1:4242')
  return url.origin
})

export const databaseUrl = readBy((text) => {
  readDatabaseUrl(text)
  return text
})

export const replicaUrl = readBy((text) => {
  if (readDatabaseUrl(text).hosts.length > 1) throw new Mistake('must name one host')
  return text
})

export const smtpUrl = readBy((text) => {
  readSmtpUrl(text)
  return text
})

const ADDRESS = /^[^\s<>()[\]\\,;:"@]+@[a-z\d]([a-z\d.-]*[a-z\d])?$/i

/** `person@example.com` or `Name <person@example.com>`. */
export const sender = readBy((text) => {
  const [, address = text] = /^[^<>]*<([^<>]*)>$/.exec(text) ?? []
  if (!ADDRESS.test(address))
    throw new Mistake('must be an email address, such as Lounge <hello@example.com>')
  return text
})

const SHORTEST_KEY = 16

export const stripeSecretKey = readBy((text) => {
  if (text.startsWith('pk_'))
    throw new Mistake('is a publishable key; must be the secret or restricted key, such as sk_live_…')
  if (text.startsWith('whsec_'))
    throw new Mistake('is the signing secret of a webhook, which belongs into STRIPE_WEBHOOK_SECRET')
  const [, key = ''] = /^[sr]k_(?:test|live)_(\w+)$/.exec(text) ?? []
  if (!key) throw new Mistake('must be a secret or restricted key of Stripe, such as sk_live_…')
  if (key.length < SHORTEST_KEY) throw new Mistake('is shorter than a key of Stripe: copy all of it')
  return text
})

export const stripeWebhookSecret = readBy((text) => {
  const right = 'must be the signing secret of the webhook endpoint, such as whsec_…'
  if (text.startsWith('we_')) throw new Mistake(`is the id of the endpoint; ${right}`)
  if (/^[psr]k_/.test(text)) throw new Mistake(`is an API key; ${right}`)
  const [, secret = ''] = /^whsec_([\w+/=]+)$/.exec(text) ?? []
  if (!secret) throw new Mistake(right)
  if (secret.length < SHORTEST_KEY) throw new Mistake('is shorter than a signing secret: copy all of it')
  return text
})

export const bucket = z
  .string()
  .regex(
    /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/,
    'must be the name of a bucket: 3 to 63 characters of a-z, 0-9, dots and dashes',
  )

export const region = z.string().regex(/^[a-z\d-]{2,40}$/, 'must be a region such as us-east-1, or auto')

export const oneWord = z.string().regex(/^\S+$/, 'must be without spaces')

export const applePassTypeId = z
  .string()
  .regex(/^pass\.[\w.-]{1,120}$/, 'must be the identifier of the pass type, such as pass.com.example.lounge')

export const appleTeamId = z
  .string()
  .regex(/^[A-Z\d]{10}$/, 'must be the id of the team, 10 characters of A-Z and 0-9')

/** A block of PEM. Files of openssl may have other lines before it, and a variable may hold `\n` for line breaks. */
const pem = (kind: string, such: string) =>
  readBy((text) => {
    const lines = text.replaceAll('\\n', '\n').replaceAll('\r', '')
    const [block] = new RegExp(`-----BEGIN ${kind}-----[\\s\\S]+?-----END ${kind}-----`).exec(lines) ?? []
    if (block === undefined) throw new Mistake(`must be ${such} in PEM form, best in a file (NAME_FILE)`)
    return `${block}\n`
  })

export const certificate = pem('CERTIFICATE', 'a certificate')

export const privateKey = pem('(?:RSA |ENCRYPTED )?PRIVATE KEY', 'a private key')

export const googleIssuerId = z
  .string()
  .regex(/^\d{10,25}$/, 'must be the issuer id of the Google Wallet console, such as 3388000000012345678')

/** Key of a service account of Google. */
export type ServiceAccount = {
  readonly email: string
  readonly keyId: string | null
  /** PEM */
  readonly key: string
  readonly tokenUrl: string
}

const serviceAccountFile = z.object({
  client_email: z.string().min(3),
  private_key: z.string().includes('-----BEGIN'),
  private_key_id: z.string().optional(),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
})

export const serviceAccount = readBy((text): ServiceAccount => {
  const read = serviceAccountFile.safeParse(parseJson(text))
  if (!read.success)
    throw new Mistake('must be the JSON key of a service account, best in a file (NAME_FILE)')
  const {
    client_email: email,
    private_key: key,
    private_key_id: keyId = null,
    token_uri: tokenUrl,
  } = read.data
  return { email, keyId, key, tokenUrl }
})

export const twilioAccountSid = z
  .string()
  .regex(/^AC[\da-f]{32}$/i, 'must be the id of the account, AC and 32 digits of a-f and 0-9')

export const twilioAuthToken = z
  .string()
  .regex(/^[\da-f]{32}$/i, 'must be the auth token of the account, 32 digits of a-f and 0-9')

export const twilioFrom = z
  .string()
  .regex(
    /^(?:\+[1-9]\d{7,14}|MG[\da-f]{32})$/i,
    'must be a number such as +19725550100, or the id of a messaging service, MG and 32 digits',
  )
