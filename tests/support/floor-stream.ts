import { get, type IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'
import { eventually } from './eventually.ts'

export type Tables = [id: string, state: string][]
export type Follower = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: () => string
  readonly ids: () => number[]
  /** The tables of the last event. */
  readonly tables: () => Tables
  readonly stateOf: (table: string) => string | undefined
  readonly isOver: () => boolean
  readonly leave: () => void
}

/** Opens a floor stream as a browser's EventSource does, and records its events. */
export const follow = (url: string, headers: Record<string, string> = {}): Promise<Follower> =>
  new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers }, (response) => {
      let text = ''
      let isOver = false
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('close', () => (isOver = true)).on('error', () => undefined)
      const tables = (): Tables =>
        JSON.parse(
          text
            .match(/^data: (.*)$/gm)
            ?.at(-1)
            ?.slice(6) ?? '{}',
        ).tables
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        ids: () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)),
        tables,
        stateOf: (table) => tables().find(([id]) => id === table)?.[1],
        isOver: () => isOver,
        leave: () => request.destroy(),
      })
    })
    request.on('error', reject)
  })

/** A floor stream that has received its first event. */
export async function watchNight(origin: string, night: string, variant = 3): Promise<Follower> {
  const follower = await follow(`${origin}/live/floor/${night}?variant=${variant}`)
  await eventually(() => expect(follower.ids()).toHaveLength(1))
  return follower
}

export const freeTable = (tables: Tables): string =>
  tables.find(([, state]) => state === 'available')?.[0] ?? ''

export type Hold = { readonly status?: 'pending' | 'confirmed'; readonly heldUntil?: Date | null }

/** Occupies a table for a night, as a booking does. */
export async function holdTable(
  { pool }: TestDatabase,
  { night, table }: { night: string; table: string },
  { status = 'pending', heldUntil = null }: Hold = {},
): Promise<void> {
  await pool.query(
    `insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_count, status, held_until)
     select id, $2, 'nightlife', date, starts_at, ends_at, 'G', 'g@example.com', 2, $3, $4 from events where id = $1`,
    [night, table, status, heldUntil],
  )
}
