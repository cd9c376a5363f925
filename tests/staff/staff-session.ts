import { beforeAll } from 'vitest'
import { type Session, signIn, authenticate } from '#features/staff/sign-in/service.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { asCookie, openSignIn, PASSWORD } from './sign-in.ts'

/** The moment of these tests. */
const now = new Date('2026-11-20T20:00:00Z')

/** A database of its own, and browsers that sign in at one moment, each from an address of its own. */
export function useStaffSessions() {
  let database: TestDatabase
  let auth: Awaited<ReturnType<typeof openSignIn>>
  beforeAll(async () => {
    database = await cloneDatabase()
    auth = await openSignIn(database)
  })

  let address = 0
  const anonymous = (cookie = '') => ({
    headers: new Headers(cookie ? { cookie } : {}),
    address: `address ${(address += 1)}`,
  })
  const enter = (email: string, password = PASSWORD, { browser = anonymous(), at = now } = {}) =>
    signIn({ ...auth, now: at }, { email, password }, browser)
  const asks = (cookie: string) => authenticate({ ...auth, now }, new Headers({ cookie }))
  return {
    now,
    database: () => database,
    auth: () => auth,
    anonymous,
    enter,
    asks,
    cookieOf: async (email: string, password = PASSWORD): Promise<string> => {
      const entered = await enter(email, password)
      if (!entered.ok) throw new Error(`not let in: ${entered.reason.why}`)
      return asCookie(entered.value.cookies)
    },
    sessionOf: async (cookie: string): Promise<Session> => {
      const asking = await asks(cookie)
      if (asking.kind !== 'staff') throw new Error(`this is ${asking.kind}`)
      return asking.session
    },
  }
}
