import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createVerify, generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { z } from 'zod'

/*
 * Google's token service and Wallet API as the documentation describes them, written without the server's own code: what has
 * another form is refused as Google would.
 */

export const ISSUER = '3388000000012345678'
const EMAIL = 'passes@lounge.iam.gserviceaccount.example'
const LINK = 'https://pay.google.com/gp/v/save/'

const text = z.strictObject({
  defaultValue: z.strictObject({ language: z.string().min(2), value: z.string().min(1) }),
})
const moment = z.iso.datetime({ offset: true })
const name = z.string().regex(/^\d+\.[\w.-]+$/)

const ticketClass = z.strictObject({
  id: name,
  issuerName: z.string().min(1),
  reviewStatus: z.enum(['UNDER_REVIEW', 'DRAFT']),
  eventName: text,
  venue: z.strictObject({ name: text, address: text }),
  dateTime: z.strictObject({ start: moment, end: moment }),
  countryCode: z.string().length(2),
  hexBackgroundColor: z.string().regex(/^#[\da-f]{6}$/),
  multipleDevicesAndHoldersAllowedStatus: z.enum([
    'MULTIPLE_HOLDERS',
    'ONE_USER_ALL_DEVICES',
    'ONE_USER_ONE_DEVICE',
  ]),
  logo: z.strictObject({ sourceUri: z.strictObject({ uri: z.url() }), contentDescription: text }).optional(),
})

const ticketObject = z.strictObject({
  id: name,
  classId: name,
  state: z.enum(['ACTIVE', 'COMPLETED', 'EXPIRED', 'INACTIVE']),
  ticketHolderName: z.string().min(1),
  barcode: z.strictObject({
    type: z.literal('QR_CODE'),
    value: z.string().min(1),
    alternateText: z.string(),
  }),
  validTimeInterval: z.strictObject({ end: z.strictObject({ date: moment }) }),
  textModulesData: z.array(
    z.strictObject({ id: z.string().regex(/^[\w-]+$/), header: z.string(), body: z.string() }),
  ),
})

const SHAPES = { eventTicketClass: ticketClass, eventTicketObject: ticketObject }

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Claims of a JWT that the service account signed. Throws where the signature is not its own. */
function readJwt(jwt: string): unknown {
  const [header = '', claims = '', signature = ''] = jwt.split('.')
  z.strictObject({ alg: z.literal('RS256'), typ: z.literal('JWT'), kid: z.literal('key-1') }).parse(
    decode(header),
  )
  const verified = createVerify('RSA-SHA256')
    .update(`${header}.${claims}`)
    .verify(publicKey, signature, 'base64url')
  if (!verified) throw new Error('the signature is not that of the service account')
  return decode(claims)
}

const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())

const saving = z.strictObject({
  iss: z.literal(EMAIL),
  aud: z.literal('google'),
  typ: z.literal('savetowallet'),
  iat: z.int(),
  origins: z.array(z.url()).min(1),
  payload: z.strictObject({
    eventTicketObjects: z.array(z.strictObject({ id: name, classId: name })).length(1),
  }),
})

/** Opens a link as Google does when a guest adds a pass. Returns the names of the pass and its class. */
export function readSaveLink(link: string): { readonly id: string; readonly classId: string } {
  // Longer addresses are cut by browsers, says Google.
  if (!link.startsWith(LINK) || link.length > LINK.length + 1800)
    throw new Error(`no link to add a pass: ${link}`)
  const { iat, payload } = saving.parse(readJwt(link.slice(LINK.length)))
  if (Math.abs(Date.now() / 1000 - iat) > 600) throw new Error('the link is of another time')
  const [pass] = payload.eventTicketObjects
  if (!pass) throw new Error('the link adds nothing')
  return pass
}

const serviceAccountOf = (tokenUrl: string): string =>
  JSON.stringify({
    type: 'service_account',
    client_email: EMAIL,
    private_key_id: 'key-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: tokenUrl,
  })

const read = <Shape extends z.ZodType>(shape: Shape, it: unknown): z.output<Shape> | undefined =>
  it === undefined ? undefined : shape.parse(it)

type Stored = Record<string, unknown>
type Reply = readonly [status: number, body?: unknown]

const refuse = (code: number, status: string): Reply => [code, { error: { code, status, message: 'no' } }]

const grant = z.object({
  grant_type: z.literal('urn:ietf:params:oauth:grant-type:jwt-bearer'),
  assertion: z.string(),
})

/** Starts the service. Tests tell it when to refuse. */
export async function startGoogle() {
  const stored = { eventTicketClass: new Map<string, Stored>(), eventTicketObject: new Map<string, Stored>() }
  const tokens = new Set<string>()
  const requests: string[] = []
  /** Answers of the next requests to the API, and of all to the token service; what happens before a pass is stored. */
  const faults: { api: Reply[]; token: Reply | null; before: (() => Promise<void>) | null } = {
    api: [],
    token: null,
    before: null,
  }
  let url = ''

  const giveToken = (body: string): Reply => {
    if (faults.token) return faults.token
    const { assertion } = grant.parse(Object.fromEntries(new URLSearchParams(body)))
    const claims = z
      .strictObject({
        iss: z.literal(EMAIL),
        scope: z.literal('https://www.googleapis.com/auth/wallet_object.issuer'),
        aud: z.literal(`${url}/token`),
        iat: z.int(),
        exp: z.int(),
      })
      .parse(readJwt(assertion))
    if (claims.exp - claims.iat > 3600) return [400, { error: 'invalid_grant' }]
    const token = randomBytes(16).toString('hex')
    tokens.add(token)
    return [200, { access_token: token, expires_in: 3599, token_type: 'Bearer' }]
  }

  const insert = (kind: keyof typeof SHAPES, sent: Stored): Reply => {
    const shaped = SHAPES[kind].safeParse(sent)
    if (!shaped.success || !shaped.data.id.startsWith(`${ISSUER}.`)) return refuse(400, 'INVALID_ARGUMENT')
    const { id } = shaped.data
    if ('classId' in shaped.data && !stored.eventTicketClass.has(shaped.data.classId))
      return refuse(404, 'NOT_FOUND')
    if (stored[kind].has(id)) return refuse(409, 'ALREADY_EXISTS')
    stored[kind].set(id, sent)
    return [200, sent]
  }

  const patch = (kind: keyof typeof SHAPES, id: string, sent: Stored): Reply => {
    const known = stored[kind].get(id)
    if (!known) return refuse(404, 'NOT_FOUND')
    const next = { ...known, ...sent }
    if (!SHAPES[kind].safeParse(next).success || sent['id'] !== id) return refuse(400, 'INVALID_ARGUMENT')
    stored[kind].set(id, next)
    return [200, next]
  }

  const answer = (request: IncomingMessage, body: string): Reply => {
    const { method = '', url: path = '' } = request
    requests.push(`${method} ${path.replace('/walletobjects/v1/', '')}`)
    if (path === '/token') return giveToken(body)
    const fault = faults.api.shift()
    if (fault) return fault
    const [, bearer = ''] = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '') ?? []
    if (!tokens.has(bearer)) return refuse(401, 'UNAUTHENTICATED')
    const [, kind, id] = /^\/walletobjects\/v1\/(\w+)(?:\/(.+))?$/.exec(path) ?? []
    if (kind === 'issuer') return id === ISSUER ? [200, {}] : refuse(403, 'PERMISSION_DENIED')
    if (kind !== 'eventTicketClass' && kind !== 'eventTicketObject') return refuse(404, 'NOT_FOUND')
    const sent = z.record(z.string(), z.unknown()).parse(JSON.parse(body))
    return method === 'POST' ? insert(kind, sent) : patch(kind, id ?? '', sent)
  }

  const tryAnswer = (request: IncomingMessage, body: string): Reply => {
    try {
      return answer(request, body)
    } catch (error) {
      // A request of another form than Google's.
      return [400, { error: String(error) }]
    }
  }

  const reply = async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> => {
    if (request.method === 'POST' && request.url?.endsWith('/eventTicketObject')) await faults.before?.()
    const [status, sent = {}] = tryAnswer(request, body)
    if (status === 0) return void request.socket.destroy()
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(sent))
  }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => void reply(request, response, body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => void server.close())
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    url,
    env: {
      GOOGLE_WALLET_ISSUER_ID: ISSUER,
      GOOGLE_WALLET_KEY: serviceAccountOf(`${url}/token`),
      GOOGLE_WALLET_URL: url,
    },
    requests,
    faults,
    /** Ends all tokens, as a change of the key does. */
    endTokens: () => tokens.clear(),
    objectOf: (serial: string) => read(ticketObject, stored.eventTicketObject.get(`${ISSUER}.${serial}`)),
    classOf: (serial: string) => read(ticketClass, stored.eventTicketClass.get(`${ISSUER}.class-${serial}`)),
  }
}
