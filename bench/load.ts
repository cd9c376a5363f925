import { randomInt, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

export type Wish = { readonly eventId: string; readonly tableId: string; readonly shownTotalCents: number }
/** `status` 0: no response. */
export type Answer = { readonly status: number; readonly ms: number }

export const freshGuest = () => ({
  key: randomUUID(),
  guestName: 'Amara Okafor',
  guestEmail: `${randomUUID()}@example.com`,
  guestPhone: `+1972${randomInt(2_000_000, 10_000_000)}`,
  guestCount: 1,
  specialRequests: '',
})

/** Simulates guests from many addresses who request tables, each on a connection of their own if possible. */
export function createCrowd(origins: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  let asked = 0

  const askOne = (wish: Wish): Promise<Answer> =>
    new Promise((resolve) => {
      asked += 1
      const body = JSON.stringify({ ...freshGuest(), ...wish, birthdayPackage: false, screenDisplay: false })
      const started = performance.now()
      const done = (status: number) => resolve({ status, ms: performance.now() - started })
      const asking = request(
        new URL('/holds', origins[asked % origins.length]),
        {
          method: 'POST',
          agent,
          headers: {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
          },
        },
        (response) => {
          response.resume()
          response.once('end', () => done(response.statusCode ?? 0))
        },
      )
      asking.once('error', () => done(0))
      asking.end(body)
    })

  return {
    /** Sends all requests with limited concurrency; returns the responses in order of arrival. */
    async ask(wishes: readonly Wish[], atOnce: number): Promise<Answer[]> {
      const answers: Answer[] = []
      const waiting = wishes.values()
      const guest = async (): Promise<void> => {
        // oxlint-disable-next-line no-await-in-loop -- sequential per connection
        for (const wish of waiting) answers.push(await askOne(wish))
      }
      await Promise.all(Array.from({ length: Math.min(atOnce, wishes.length) }, guest))
      return answers
    },
    leave: () => agent.destroy(),
  }
}
