import { randomUUID } from 'node:crypto'
import type { Db } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { addHours } from '#lib/venue-time.ts'
import { deleteOldest, deleteUnusedSince, findKnownDevice, upsertDevice } from './store.ts'

export { deleteKnownDevices } from './store.ts'

type Deps = {
  readonly db: Db
  readonly now: Date
  readonly tokens: Pick<SignedTokens, 'sign' | 'read'>
  readonly auth: { readonly options: { readonly baseURL: string } }
}

const DEVICE_DAYS = 180
const DAY_S = 86_400
const MAX_DEVICES = 20

const isSecure = ({ auth }: Pick<Deps, 'auth'>): boolean => auth.options.baseURL.startsWith('https:')
const cookieName = (deps: Pick<Deps, 'auth'>): string =>
  isSecure(deps) ? '__Host-staff.device' : 'staff.device'

/** Device id from the signed cookie; null without one. */
export function readDeviceId(deps: Pick<Deps, 'auth' | 'tokens'>, headers: Headers): string | null {
  const name = `${cookieName(deps)}=`
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/)
  const token = cookies.find((it) => it.startsWith(name))?.slice(name.length)
  return token ? deps.tokens.read('device', token) : null
}

/** Finds out whether the account has signed in on this device before; null if not. */
export async function recogniseDevice(
  deps: Deps,
  headers: Headers,
  email: string,
): Promise<{ deviceId: string; userId: string } | null> {
  const deviceId = readDeviceId(deps, headers)
  const found = deviceId ? await findKnownDevice(deps.db, deviceId, email) : undefined
  return deviceId && found ? { deviceId, userId: found.userId } : null
}

/**
 * Stores the device after a sign-in and returns its cookie. Staff who share a tablet share the device id; stored is the
 * pair of device and account.
 */
export async function rememberDevice(deps: Deps, headers: Headers, userId: string): Promise<string> {
  const deviceId = readDeviceId(deps, headers) ?? randomUUID()
  await upsertDevice(deps.db, { deviceId, userId, at: deps.now })
  await deleteOldest(deps.db, userId, MAX_DEVICES)
  const attributes = `Path=/; Max-Age=${DEVICE_DAYS * DAY_S}; HttpOnly; SameSite=Strict${isSecure(deps) ? '; Secure' : ''}`
  return `${cookieName(deps)}=${deps.tokens.sign('device', deviceId)}; ${attributes}`
}

/** Deletes devices without a sign-in for half a year. */
export const deleteUnusedDevices = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  deleteUnusedSince(db, addHours(now, -24 * DEVICE_DAYS))
