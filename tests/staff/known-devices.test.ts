import { describe, expect, test } from 'vitest'
import { beginAuthenticator } from '#features/staff/two-factor/service.ts'
import { changePassword, type Session, signOutEverywhere } from '#features/staff/sign-in/service.ts'
import { changeAccount } from '#features/staff/service.ts'
import { countSignInAttempt } from '#features/staff/sign-in-attempts/service.ts'
import { useStaffSessions } from './staff-session.ts'
import { asCookie, createStaff, PASSWORD } from './sign-in.ts'

/*
 * Password guesses by strangers lock no staff member out: neither at sign-in on a known device, nor within a session.
 */

const { database, auth, now, anonymous, enter, cookieOf, asks, sessionOf } = useStaffSessions()

describe('a device on which a staff member has signed in before', () => {
  const deviceOf = (cookies: readonly string[]): string =>
    asCookie(cookies.filter((it) => it.startsWith('__Host-staff.device=')))

  /** Signs in anew and returns the device cookie alone. */
  async function knownDevice(email: string): Promise<string> {
    const entered = await enter(email)
    return entered.ok ? deviceOf(entered.value.cookies) : ''
  }

  test('signs in the whole time while a stranger guesses from many addresses, who gets 114 guesses a day at most', async () => {
    await createStaff(database(), 'target@example.com')
    const device = await knownDevice('target@example.com')
    const HOUR = 3_600_000
    const looked: number[] = []
    let signedIn = 0
    // Two days of guesses: waits restart after the first. The stranger retries the moment each wait is over.
    for (let ms = 0; ms < 28 * HOUR;) {
      const at = new Date(now.getTime() + ms)
      // oxlint-disable no-await-in-loop -- time goes by
      // Counted as sign-ins are, without the hash that each one would take a tenth of a second for.
      const { waitMs } = await countSignInAttempt({ ...auth(), now: at }, 'target@example.com', anonymous())
      if (waitMs === null) looked.push(ms)
      else ms += waitMs
      if (looked.length % 12 === 0 && waitMs !== null) {
        const own = await enter('target@example.com', PASSWORD, { browser: anonymous(device), at })
        if (!own.ok) throw new Error(`kept out after ${ms / HOUR} hours`)
        signedIn += 1
      }
      // oxlint-enable no-await-in-loop
    }
    expect(signedIn).toBeGreaterThan(6)
    const inADay = looked.map((from) => looked.filter((it) => it >= from && it < from + 24 * HOUR).length)
    expect(inADay[0]).toBe(104)
    expect(Math.max(...inADay)).toBeLessThanOrEqual(114)
  }, 300_000)

  test('is not kept out by a colleague or a guest who tries from the same address', async () => {
    await createStaff(database(), 'shared@example.com')
    const device = await knownDevice('shared@example.com')
    const { address: same } = anonymous()
    const from = (cookie = '') => ({ headers: new Headers(cookie ? { cookie } : {}), address: same })
    await Promise.all(
      Array.from({ length: 9 }, (_, i) => enter(`unknown${i}@example.com`, 'wrong', { browser: from() })),
    )
    expect(await enter('ama@example.com', PASSWORD, { browser: from() })).toMatchObject({
      reason: { why: 'too_many' },
    })
    expect((await enter('shared@example.com', PASSWORD, { browser: from(device) })).ok).toBe(true)
  })

  test('has ten tries in a quarter of an hour of its own, and does not fall back on those of strangers', async () => {
    await createStaff(database(), 'forgetful@example.com')
    const device = await knownDevice('forgetful@example.com')
    const reasons: string[] = []
    for (let i = 0; i < 14; i += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const tried = await enter('forgetful@example.com', 'wrong', { browser: anonymous(device) })
      reasons.push(tried.ok ? 'in' : tried.reason.why)
    }
    expect(reasons.filter((it) => it === 'wrong_password')).toHaveLength(10)
    expect(reasons.slice(10)).toEqual(Array.from({ length: 4 }, () => 'too_many'))
    // No other account has used up attempts.
    expect(await enter('forgetful@example.com', 'wrong')).toMatchObject({ reason: { why: 'wrong_password' } })
  })

  test('is known to its own account only, and a forged one to none', async () => {
    await createStaff(database(), 'first@example.com')
    await createStaff(database(), 'second@example.com')
    const device = await knownDevice('first@example.com')
    const signed = auth().tokens.sign('guest', '0198c0de-0000-7000-8000-000000000000')
    await Promise.all(Array.from({ length: 6 }, () => enter('second@example.com', 'wrong')))
    for (const cookie of [device, '__Host-staff.device=made-up', `__Host-staff.device=${signed}`])
      // oxlint-disable-next-line no-await-in-loop
      expect(await enter('second@example.com', PASSWORD, { browser: anonymous(cookie) })).toMatchObject({
        reason: { why: 'too_many' },
      })
  })

  test('may be shared: a tablet is known to every account that has signed in with it', async () => {
    await createStaff(database(), 'bar@example.com')
    await createStaff(database(), 'kitchen@example.com')
    const tablet = await knownDevice('bar@example.com')
    const entered = await enter('kitchen@example.com', PASSWORD, { browser: anonymous(tablet) })
    expect(entered.ok && deviceOf(entered.value.cookies)).toBe(tablet)
    for (const email of ['bar@example.com', 'kitchen@example.com']) {
      // oxlint-disable no-await-in-loop
      await Promise.all(Array.from({ length: 6 }, () => enter(email, 'wrong')))
      expect((await enter(email, PASSWORD, { browser: anonymous(tablet) })).ok).toBe(true)
      // oxlint-enable no-await-in-loop
    }
  })

  test('is forgotten when its owner signs out everywhere, changes the password elsewhere, or loses the role', async () => {
    const owner = {
      id: await createStaff(database(), 'chief@example.com', { role: 'owner' }),
      name: 'c',
      role: 'owner',
    } as const
    const isKnown = async (email: string, device: string, password = PASSWORD): Promise<boolean> => {
      await Promise.all(Array.from({ length: 6 }, () => enter(email, 'wrong')))
      return (await enter(email, password, { browser: anonymous(device) })).ok
    }
    const id = await createStaff(database(), 'moves@example.com')
    const one = await knownDevice('moves@example.com')
    expect(await isKnown('moves@example.com', one)).toBe(true)
    await changeAccount({ db: database().db, actor: owner }, id, { role: 'host', hasAccess: true })
    expect(await isKnown('moves@example.com', one)).toBe(false)

    await createStaff(database(), 'everywhere@example.com')
    const entered = await enter('everywhere@example.com')
    const cookies = entered.ok ? entered.value.cookies : []
    await signOutEverywhere({ ...auth(), now }, await sessionOf(asCookie(cookies)))
    expect(await isKnown('everywhere@example.com', deviceOf(cookies))).toBe(false)

    await createStaff(database(), 'changes@example.com')
    const [mine, other] = [await enter('changes@example.com'), await enter('changes@example.com')]
    const own = mine.ok ? mine.value.cookies : []
    const changed = await changePassword({ ...auth(), now }, await sessionOf(asCookie(own)), {
      current: PASSWORD,
      next: 'another good one',
      again: 'another good one',
      headers: new Headers({ cookie: asCookie(own) }),
    })
    expect(changed.ok).toBe(true)
    expect(await isKnown('changes@example.com', deviceOf(own), 'another good one')).toBe(true)
    const others = other.ok ? deviceOf(other.value.cookies) : ''
    expect(await isKnown('changes@example.com', others, 'another good one')).toBe(false)
  })
})

describe('the current password', () => {
  const guess = async (session: Session, current: string, minutes = 0) => {
    const at = new Date(now.getTime() + minutes * 60_000)
    const form = { current, next: 'a quite new one', again: 'a quite new one' }
    const changed = await changePassword({ ...auth(), now: at }, session, form)
    return changed.ok ? 'changed' : changed.reason.why
  }

  test('can be guessed three times within a session, then with growing waits, and the sixth guess ends the session', async () => {
    await createStaff(database(), 'left-open@example.com')
    const cookie = await cookieOf('left-open@example.com')
    const session = await sessionOf(cookie)
    const atOnce = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(session, `guess ${i}`)))
    expect(atOnce.filter((it) => it === 'wrong_password')).toHaveLength(3)
    expect(atOnce.filter((it) => it === 'too_many')).toHaveLength(37)
    expect(await guess(session, PASSWORD, 0.9)).toBe('too_many')
    expect(await guess(session, 'guess', 1)).toBe('wrong_password')
    expect(await guess(session, 'guess', 2.9)).toBe('too_many')
    expect(await guess(session, 'guess', 3)).toBe('wrong_password')
    expect(await asks(cookie)).toMatchObject({ kind: 'staff' })
    expect(await guess(session, 'guess', 7)).toBe('signed_out')
    expect(await asks(cookie)).toMatchObject({ kind: 'anonymous' })
  })

  test('that is right forgets the wrong ones, and other sessions of the account are not kept waiting', async () => {
    await createStaff(database(), 'typist@example.com')
    const [one, two] = [await cookieOf('typist@example.com'), await cookieOf('typist@example.com')]
    const session = await sessionOf(one)
    for (let i = 0; i < 4; i += 1)
      // oxlint-disable-next-line no-await-in-loop
      await guess(session, 'wrong')
    expect(await guess(session, PASSWORD)).toBe('too_many')
    const told = await changePassword({ ...auth(), now }, session, {
      current: 'x',
      next: 'a quite new one',
      again: 'a quite new one',
    })
    expect(told).toMatchObject({
      reason: { text: 'Too many wrong passwords. Please try again in a minute.' },
    })
    expect(await guess(await sessionOf(two), PASSWORD)).toBe('changed')
  })

  test('shown to set up an authenticator is counted with the others', async () => {
    await createStaff(database(), 'counted@example.com')
    const cookie = await cookieOf('counted@example.com')
    const session = await sessionOf(cookie)
    const begin = (password: string) =>
      beginAuthenticator({ ...auth(), now }, session, {
        password,
        headers: new Headers({ cookie }),
        issuer: 'x',
      })
    expect(await begin('wrong')).toMatchObject({ reason: { why: 'wrong_password' } })
    await guess(session, 'wrong')
    await guess(session, 'wrong')
    expect(await begin(PASSWORD)).toMatchObject({ reason: { why: 'too_many' } })
  })
})
