import { describe, expect, test } from 'vitest'
import { beginAuthenticator, confirmAuthenticator } from '#features/staff/two-factor/service.ts'
import { changeAccount, resetStaffAccess, setRequire2fa } from '#features/staff/service.ts'
import { useStaffSessions } from './staff-session.ts'
import { asCookie, authenticatorCode, createStaff, openSignIn, PASSWORD } from './sign-in.ts'
import {
  changePassword,
  signIn,
  signInWithCode,
  signOut,
  signOutEverywhere,
} from '#features/staff/sign-in/service.ts'

const { database, auth, now, anonymous, enter, cookieOf, asks, sessionOf } = useStaffSessions()

describe('signing in', () => {
  test('with the right password gives a cookie of this host alone, out of reach of scripts and other sites', async () => {
    await createStaff(database(), 'ama@example.com')
    const entered = await enter('ama@example.com')
    const cookies = entered.ok ? entered.value.cookies : []
    expect(cookies).toHaveLength(2)
    expect(cookies[0]).toMatch(/^__Host-staff\.session_token=/)
    expect(cookies[1]).toMatch(/^__Host-staff\.device=[\w-]{43}; .*Max-Age=15552000/)
    for (const cookie of cookies) {
      for (const word of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict']) expect(cookie).toContain(word)
      expect(cookie).not.toContain('Domain')
    }
    const { who } = await sessionOf(asCookie(cookies))
    expect(who).toMatchObject({ email: 'ama@example.com', role: 'manager', block: null })
  })

  test('over plain http, as on this machine, gives a cookie without the prefix that browsers would refuse', async () => {
    const plain = await openSignIn(database(), 'http://localhost:3000')
    const entered = await signIn(
      { ...plain, now },
      { email: 'ama@example.com', password: PASSWORD },
      anonymous(),
    )
    expect(entered.ok && entered.value.cookies[0]).toMatch(/^staff\.session_token=/)
    expect(entered.ok && entered.value.cookies[0]).not.toContain('Secure')
  })

  test('gives the same response whether the account exists or not', async () => {
    const wrong = await enter('ama@example.com', 'not the password')
    const unknown = await enter('unknown@example.com', 'not the password')
    expect(wrong).toEqual({ ok: false, reason: { why: 'wrong_password' } })
    expect(unknown).toEqual(wrong)
  })

  test('takes the same time whether the account exists or not', async () => {
    await createStaff(database(), 'timed@example.com')
    // Compares processor time, not elapsed time: the machine may be loaded.
    const work = async (email: string, hours: number) => {
      const before = process.cpuUsage()
      // An hour apart: attempts that are rate limited hash no password.
      await enter(email, 'not the password', { at: new Date(now.getTime() + hours * 3_600_000) })
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const spent: Record<'there' | 'not', number[]> = { there: [], not: [] }
    for (let i = 0; i < 8; i += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one at a time, or they would be counted together
      spent.there.push(await work('timed@example.com', i))
      // oxlint-disable-next-line no-await-in-loop
      spent.not.push(await work(`unknown${i}@example.com`, i))
    }
    const [there, not] = [Math.min(...spent.there), Math.min(...spent.not)]
    expect(Math.abs(there - not)).toBeLessThan(there * 0.4)
  })

  test('is tried five times a minute from one address', async () => {
    const browser = anonymous()
    for (let i = 0; i < 5; i += 1)
      // oxlint-disable-next-line no-await-in-loop
      expect(await enter(`x${i}@example.com`, 'wrong', { browser })).toMatchObject({
        reason: { why: 'wrong_password' },
      })
    expect(await enter('ama@example.com', PASSWORD, { browser })).toMatchObject({
      reason: { why: 'too_many', waitMs: 60_000 },
    })
    const later = new Date(now.getTime() + 60_001)
    expect((await enter('ama@example.com', PASSWORD, { browser, at: later })).ok).toBe(true)
  })

  test('is not counted for its address where it is right: a whole shift signs in behind one', async () => {
    const browser = anonymous()
    for (let i = 0; i < 7; i += 1) {
      // oxlint-disable no-await-in-loop -- one after the other
      await createStaff(database(), `shift${i}@example.com`)
      expect((await enter(`shift${i}@example.com`, PASSWORD, { browser })).ok).toBe(true)
      // oxlint-enable no-await-in-loop
    }
  })

  test.each(['kofi@example.com', 'ghost@example.com'])(
    'is free five times for %s, from any number of addresses and at once; then each attempt waits longer',
    async (email) => {
      if (email.startsWith('kofi')) await createStaff(database(), email)
      const tries = await Promise.all(Array.from({ length: 12 }, () => enter(email, 'wrong')))
      const reasons = tries.map((it) => (it.ok ? 'in' : it.reason.why))
      expect(reasons.filter((it) => it === 'wrong_password')).toHaveLength(5)
      expect(reasons.filter((it) => it === 'too_many')).toHaveLength(7)
      let at = now.getTime()
      for (const minutes of [0.5, 1, 2, 4, 8, 15, 15]) {
        // oxlint-disable no-await-in-loop -- one after the other, as the waits are
        const early = await enter(email, 'wrong', { at: new Date(at + minutes * 60_000 - 1) })
        expect(early).toMatchObject({ reason: { why: 'too_many', waitMs: 1 } })
        at += minutes * 60_000
        expect(await enter(email, 'wrong', { at: new Date(at) })).toMatchObject({
          reason: { why: 'wrong_password' },
        })
        // oxlint-enable no-await-in-loop
      }
    },
  )
})

describe('a session', () => {
  test('of an account whose access was removed is refused until it ends, and the account cannot sign in again', async () => {
    const owner = {
      id: await createStaff(database(), 'boss@example.com', { role: 'owner' }),
      name: 'b',
      role: 'owner',
    } as const
    const id = await createStaff(database(), 'esi@example.com')
    const cookie = await cookieOf('esi@example.com')
    await database().pool.query('update staff_users set banned = true where id = $1', [id])
    expect(await asks(cookie)).toMatchObject({ kind: 'blocked' })
    expect(await asks(cookie)).toMatchObject({ kind: 'blocked' })
    await signOut({ ...auth(), now }, new Headers({ cookie }))
    expect(await asks(cookie)).toMatchObject({ kind: 'anonymous' })
    expect(await enter('esi@example.com')).toMatchObject({ reason: { why: 'no_access' } })
    expect(await enter('esi@example.com', 'wrong')).toMatchObject({ reason: { why: 'wrong_password' } })
    await changeAccount({ db: database().db, actor: owner }, id, { role: 'host', hasAccess: true })
    const again = await cookieOf('esi@example.com')
    expect((await sessionOf(again)).who.role).toBe('host')
    await changeAccount({ db: database().db, actor: owner }, id, { role: 'manager', hasAccess: true })
    expect(await asks(again)).toMatchObject({ kind: 'anonymous' })
  })

  test('that changes the password lives on, and every other one of the account ends', async () => {
    await createStaff(database(), 'yaw@example.com', { mustChangePassword: true })
    const [mine, other] = [await cookieOf('yaw@example.com'), await cookieOf('yaw@example.com')]
    const session = await sessionOf(mine)
    expect(session.who.block).toBe('password')
    const set = (next: string, again = next) => changePassword({ ...auth(), now }, session, { next, again })
    expect(await set('one', 'two')).toMatchObject({ reason: { title: 'Password Mismatch' } })
    expect(await set('short')).toMatchObject({ reason: { title: 'Password Too Short' } })
    for (const common of ['password', 'Welcome2026!', '12345678', '87654321', 'aaaaaaaa'])
      // oxlint-disable-next-line no-await-in-loop -- a handful of passwords, one after the other
      expect(await set(common)).toMatchObject({ reason: { title: 'Password Too Common' } })
    expect(await set(PASSWORD)).toMatchObject({ reason: { title: 'Password Update Failed' } })
    expect(await set('another good one')).toMatchObject({ ok: true })
    expect((await sessionOf(mine)).who.block).toBeNull()
    expect(await asks(other)).toMatchObject({ kind: 'anonymous' })
    const unproven = await changePassword({ ...auth(), now }, await sessionOf(mine), {
      current: 'a guess',
      next: 'a third good one',
      again: 'a third good one',
    })
    expect(unproven).toMatchObject({ ok: false, reason: { title: 'Password Update Failed' } })
  })

  test('ends everywhere when its owner says so', async () => {
    await createStaff(database(), 'abena@example.com')
    const [mine, other] = [await cookieOf('abena@example.com'), await cookieOf('abena@example.com')]
    await signOutEverywhere({ ...auth(), now }, await sessionOf(mine))
    expect(await asks(mine)).toMatchObject({ kind: 'anonymous' })
    expect(await asks(other)).toMatchObject({ kind: 'anonymous' })
  })

  test('with a forged cookie is rejected', async () => {
    const cookie = await cookieOf('ama@example.com')
    expect(await asks(cookie.replace(/=.{5}/, '=aaaaa'))).toMatchObject({ kind: 'anonymous' })
  })
})

describe('an authenticator', () => {
  test('is asked for a code at each sign-in, and takes a code once', async () => {
    const id = await createStaff(database(), 'safe@example.com', { role: 'owner' })
    const cookie = await cookieOf('safe@example.com')
    const deps = { ...auth(), now }
    const headers = new Headers({ cookie })
    const begun = await beginAuthenticator(deps, await sessionOf(cookie), {
      password: PASSWORD,
      headers,
      issuer: 'Venue',
    })
    const setUp = begun.ok ? begun.value : null
    expect(setUp?.backupCodes).toHaveLength(10)
    const secret = setUp?.secret ?? ''
    const first = authenticatorCode(secret)
    const confirmed = await confirmAuthenticator(deps, await sessionOf(cookie), { code: first, headers })
    expect(confirmed.ok).toBe(true)

    const challenge = async () => {
      const entered = await enter('safe@example.com')
      expect(entered).toMatchObject({ ok: true, value: { needsCode: true } })
      const cookies = entered.ok ? entered.value.cookies : []
      expect(await asks(asCookie(cookies))).toMatchObject({ kind: 'anonymous' })
      return asCookie(cookies)
    }
    const answer = async (code: string, kind: 'authenticator' | 'backup' = 'authenticator') =>
      signInWithCode(deps, { code, kind }, anonymous(await challenge()))

    expect(await answer('000000')).toMatchObject({ reason: { why: 'wrong_code' } })
    // One sign-in has five attempts. Those of strangers behind the address, who have no sign-in, count for no staff member.
    const tried = await challenge()
    const reasons: string[] = []
    for (const from of [...Array.from({ length: 6 }, () => ''), ...Array.from({ length: 6 }, () => tried)]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const refused = await signInWithCode(deps, { code: '111111', kind: 'authenticator' }, anonymous(from))
      reasons.push(refused.ok ? 'in' : refused.reason.why)
    }
    const times = (count: number, why: string) => Array.from({ length: count }, () => why)
    expect(reasons).toEqual([...times(6, 'challenge_over'), ...times(5, 'wrong_code'), 'challenge_over'])
    expect(await answer(first)).toMatchObject({ reason: { why: 'code_used' } })
    await database().pool.query('delete from used_totp_codes where user_id = $1', [id])
    const code = authenticatorCode(secret)
    const both = await Promise.all([answer(code), answer(code)])
    expect(both.filter((it) => it.ok)).toHaveLength(1)
    const sessions = await database().pool.query('select 1 from staff_sessions where user_id = $1', [id])
    expect(sessions.rows).toHaveLength(2)

    const backup = setUp?.backupCodes[0] ?? ''
    expect((await answer(backup, 'backup')).ok).toBe(true)
    expect(await answer(backup, 'backup')).toMatchObject({ reason: { why: 'wrong_code' } })
  })

  test('can be asked of owners, who set one up before anything else', async () => {
    const actor = {
      id: await createStaff(database(), 'o@example.com', { role: 'owner' }),
      name: 'o',
      role: 'owner',
    } as const
    expect(
      await setRequire2fa({ db: database().db, actor: { ...actor, role: 'manager' } }, true),
    ).toMatchObject({
      reason: 'not_allowed',
    })
    await setRequire2fa({ db: database().db, actor }, true)
    expect((await sessionOf(await cookieOf('o@example.com'))).who.block).toBe('codes')
    expect((await sessionOf(await cookieOf('ama@example.com'))).who.block).toBeNull()
    await setRequire2fa({ db: database().db, actor }, false)
  })

  test('that was lost is removed with the staff command on the server', async () => {
    const given = await resetStaffAccess(database(), 'Safe@Example.com')
    expect(given).toMatchObject({ isNew: false, email: 'safe@example.com' })
    const entered = await enter('safe@example.com', given.password)
    expect(entered).toMatchObject({ ok: true, value: { needsCode: false } })
  })
})
