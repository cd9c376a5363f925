import type { PassContent } from '#lib/pass-content.ts'
import type { GoogleWalletSettings } from '../config/settings/wallet.ts'
import { ask, type Answer, GoogleWalletError } from './google-request.ts'
import { describeClass, describeObject, NAMELESS, namesOf } from './google-format.ts'
import { keepToken, type SignJwt } from './google-token.ts'
import type { GooglePasses } from './types.ts'

const SAVE_URL = 'https://pay.google.com/gp/v/save'

type Options = {
  readonly settings: GoogleWalletSettings
  readonly signJwt: SignJwt
  /** Public URL of the site. */
  readonly origin: string
}

type Kind = 'eventTicketClass' | 'eventTicketObject'
type Body = { readonly id: string }

const NOT_FOUND = 404
const CONFLICT = 409

/** Passes at Google: each is an object, which is that of one guest, and a class that says which night it is for. */
export function openGooglePasses({ settings, signJwt, origin }: Options): GooglePasses {
  const { issuerId, account } = settings
  const request = createRequest({ settings, signJwt })
  const insert = (kind: Kind, body: Body) => request('POST', kind, { body, expected: CONFLICT })
  const patch = async (kind: Kind, body: Body): Promise<boolean> => {
    const { status } = await request('PATCH', `${kind}/${body.id}`, { body, expected: NOT_FOUND })
    return status !== NOT_FOUND
  }
  /** One that Google has already is brought up to date. */
  const put = async (kind: Kind, body: Body): Promise<void> => {
    if ((await insert(kind, body)).status === CONFLICT) await patch(kind, body)
  }
  const describe = (content: PassContent) => ({
    ticketClass: describeClass(content, { issuerId, origin }),
    object: describeObject(content, { issuerId, now: new Date() }),
  })
  return {
    async save(content) {
      const { ticketClass, object } = describe(content)
      await put('eventTicketClass', ticketClass)
      await put('eventTicketObject', object)
    },
    saveLink(serial) {
      const { classId, id } = namesOf(issuerId, serial)
      const claims = {
        iss: account.email,
        aud: 'google',
        typ: 'savetowallet',
        iat: Math.floor(Date.now() / 1000),
        origins: [origin],
        payload: { eventTicketObjects: [{ id, classId }] },
      }
      return `${SAVE_URL}/${signJwt(claims)}`
    },
    async update(content) {
      const { ticketClass, object } = describe(content)
      return (await patch('eventTicketClass', ticketClass)) && patch('eventTicketObject', object)
    },
    withdraw: (serial) => patch('eventTicketObject', { id: namesOf(issuerId, serial).id, ...NAMELESS }),
    async check() {
      await request('GET', `issuer/${issuerId}`, {})
    },
  }
}

type RequestOptions = {
  readonly body?: Body
  /** A status besides those of success that the caller knows what to do with. */
  readonly expected?: number
}

/** Returns the function that sends requests to the API, with a new token where the old one is refused. Throws where one fails. */
function createRequest({ settings, signJwt }: Pick<Options, 'settings' | 'signJwt'>) {
  const token = keepToken(settings.account, signJwt)
  const send = async (method: string, path: string, body: Body | undefined): Promise<Answer> => {
    const bearer = await token.read()
    const answer = await ask(`${settings.url}/walletobjects/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (answer.status === 401) await token.drop(bearer)
    return answer
  }
  return async (method: string, path: string, { body, expected }: RequestOptions): Promise<Answer> => {
    const first = await send(method, path, body)
    const answer = first.status === 401 ? await send(method, path, body) : first
    const { status, reason } = answer
    if (status >= 300 && status !== expected)
      throw new GoogleWalletError(
        `Google Wallet refused ${method} ${path.split('/')[0]} (${status}, ${reason})`,
      )
    return answer
  }
}
