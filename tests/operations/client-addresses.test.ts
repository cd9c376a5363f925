import { beforeAll, beforeEach, expect, test } from 'vitest'
import { askFor, findNight, type Night, tableOf } from '../booking/booking-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { type Answer, askNginx, startCaddy, startNginx } from './in-front.ts'
import { describeWith, type RunningServer } from './servers.ts'

/*
 * A CDN (nginx), a proxy (Caddy) and the server behind both: rate limits count by the guest's address. One address may
 * hold 8 tables.
 */

describeWith(['nginx', 'caddy', 'openssl'], 'the address of a guest behind nginx and Caddy', () => {
  let database: TestDatabase
  let night: Night
  beforeAll(async () => {
    database = await cloneDatabase(TODAY_TEMPLATE)
  })
  beforeEach(async () => {
    await database.pool.query(
      "update reservations set status = 'cancelled', cancel_reason = 'guest' where status = 'pending' and hold_key is not null",
    )
    night = await findNight(database.db, new Date())
  })

  const openChain = async (trustProxy: string): Promise<RunningServer> => {
    const env = { DATABASE_URL: database.url, TRUST_PROXY: trustProxy, LOG_LEVEL: 'warn' }
    const { origin } = await startApp({ env })
    const caddy = await startCaddy(origin)
    return startNginx(caddy.port)
  }

  type Guest = { readonly from: string; readonly headers?: Readonly<Record<string, string>> }
  /** Ten guests hold a table each; returns how often each status was the response. */
  const holdTen = async (nginx: RunningServer, guestOf: (index: number) => Guest) => {
    const answers: Answer[] = []
    for (let index = 0; index < 10; index += 1) {
      const { from, headers = {} } = guestOf(index)
      answers.push(
        // oxlint-disable-next-line no-await-in-loop -- the order decides who is refused
        await askNginx(nginx, '/holds', {
          method: 'POST',
          from,
          headers: { 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify(askFor(night, { table: tableOf(night, index) })),
        }),
      )
    }
    return answers.map(({ status }) => status)
  }
  const TEN_HELD = Array.from({ length: 10 }, () => 201)
  const EIGHT_HELD = [...TEN_HELD.slice(0, 8), 429, 429]
  const ownAddress = (index: number): Guest => ({ from: `127.0.0.${11 + index}` })
  const spoofing = (index: number): Guest => ({
    from: '127.0.0.77',
    headers: {
      'X-Forwarded-For': `198.51.100.${index}, 198.51.100.${index}, 198.51.100.${index}`,
      Forwarded: `for=198.51.100.${index}`,
      'X-Real-IP': `198.51.100.${index}`,
    },
  })

  test.each(['2', '127.0.0.1', '127.0.0.1/32, private'])(
    'TRUST_PROXY=%s counts guests: ten addresses hold ten tables, one address holds eight whatever it claims',
    async (trustProxy) => {
      const nginx = await openChain(trustProxy)
      expect(await holdTen(nginx, ownAddress)).toEqual(TEN_HELD)
      await database.pool.query(
        "update reservations set status = 'cancelled', cancel_reason = 'guest' where status = 'pending' and hold_key is not null",
      )
      expect(await holdTen(nginx, spoofing)).toEqual(EIGHT_HELD)
    },
  )

  test('control: TRUST_PROXY=1 counts the CDN as one guest', async () => {
    const nginx = await openChain('1')
    expect(await holdTen(nginx, ownAddress)).toEqual(EIGHT_HELD)
  })
})
