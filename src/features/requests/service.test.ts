import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { purgeTrash } from '#jobs/purge-trash.ts'
import { listTrash, restoreFromTrash } from '#web/admin/api/management/trash-kinds.ts'
import { replyAddress } from './rules.ts'
import type { RequestFilter } from './schema.ts'
import {
  countRequests,
  deleteRequest,
  editRequest,
  findRequest,
  listAssignees,
  listMatchingRequests,
  listRequests,
} from './service.ts'

const now = new Date('2026-11-21T00:00:00Z')
let database: TestDatabase
let ama = ''
beforeAll(async () => {
  database = await cloneDatabase()
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into staff_users (name, email, role) values ('Ama', 'ama@venue.example', 'manager') returning id`,
  )
  ama = rows[0]?.id ?? ''
})
beforeEach(async () => {
  await database.pool.query('delete from email_queue')
  await database.pool.query('delete from inquiries')
})

const deps = (role: 'manager' | 'host' = 'manager') => ({
  db: database.db,
  now,
  actor: { id: ama, name: 'Ama', role },
})
const ALL: RequestFilter = { status: null, assignee: null, search: null, sort: 'newest', page: 1 }

async function ask(name: string, at = '2026-11-20T12:00:00Z'): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into inquiries (name, email, phone, event_type, guest_count, event_details, created_at)
     values ($1, lower($1) || '@example.com', '972 555 0100', 'wedding', 40, 'A garden wedding', $2) returning id`,
    [name, at],
  )
  return rows[0]?.id ?? ''
}

const auditEntries = async (id: string) =>
  (
    await database.pool.query<{ action: string; actor: string; after: unknown }>(
      'select action, actor, after from activity where entity_id = $1 order by created_at, id',
      [id],
    )
  ).rows

describe('a request', () => {
  test('is listed newest first with its summary, and found by name, status and assignee', async () => {
    await ask('Kofi')
    const efua = await ask('Efua', '2026-11-20T13:00:00Z')
    await editRequest(deps(), { kind: 'inquiry', id: efua, version: 1 }, edit({ assignee: ama }))
    const listed = await listRequests(deps(), 'inquiry', ALL)
    expect(listed.map((it) => it.name)).toEqual(['Efua', 'Kofi'])
    expect(listed[1]).toMatchObject({ about: 'Wedding, 40 guests', status: 'new', assigneeName: null })
    const names = async (filter: Partial<RequestFilter>) =>
      (await listRequests(deps(), 'inquiry', { ...ALL, ...filter })).map((it) => it.name)
    expect(await names({ search: 'KOF' })).toEqual(['Kofi'])
    expect(await names({ search: '%' })).toEqual([])
    expect(await names({ status: 'offered' })).toEqual(['Efua'])
    expect(await names({ assignee: 'unassigned' })).toEqual(['Kofi'])
    expect(await names({ assignee: ama })).toEqual(['Efua'])
    expect(await countRequests(database.db, 'inquiry', ALL)).toMatchObject({ new: 1, offered: 1, won: 0 })
  })

  test('is found among all that match, on whichever page, up to a limit', async () => {
    for (const name of ['Kofi', 'Efua', 'Kojo']) await ask(name)
    const matching = async (search: string, limit: number) => {
      const filter = { ...ALL, search, sort: 'name', page: 2 } as const
      const { items, hasMore } = await listMatchingRequests(deps(), { kind: 'inquiry', filter, limit })
      return [items.map(({ name }) => name), hasMore]
    }
    expect(await matching('ko', 2)).toEqual([['Kofi', 'Kojo'], false])
    expect(await matching('ko', 1)).toEqual([['Kofi'], true])
  })

  test('is listed by date, name or status', async () => {
    for (const [name, hour] of [
      ['kofi', 10],
      ['Efua', 11],
      ['Yaw', 12],
    ] as const)
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await ask(name, `2026-11-20T${hour}:00:00Z`)
    const [latest] = await listRequests(deps(), 'inquiry', ALL)
    await editRequest(deps(), { kind: 'inquiry', id: latest?.id ?? '', version: 1 }, edit())
    const names = async (sort: RequestFilter['sort']) =>
      (await listRequests(deps(), 'inquiry', { ...ALL, sort })).map((it) => it.name)
    expect(await names('oldest')).toEqual(['kofi', 'Efua', 'Yaw'])
    expect(await names('name')).toEqual(['Efua', 'kofi', 'Yaw'])
    expect(await names('status')).toEqual(['Efua', 'kofi', 'Yaw'])
  })

  test('is read alone, until it is deleted', async () => {
    const id = await ask('Kofi')
    expect(await findRequest(deps(), 'inquiry', id)).toMatchObject({
      name: 'Kofi',
      about: 'Wedding, 40 guests',
    })
    expect(await findRequest(deps(), 'application', id)).toBeNull()
    await deleteRequest(deps(), 'inquiry', id)
    expect(await findRequest(deps(), 'inquiry', id)).toBeNull()
  })

  test('is listed page by page', async () => {
    for (let i = 0; i < 27; i += 1)
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await ask(`Guest ${i}`, new Date(now.getTime() + i * 1000).toISOString())
    const [first, second] = await Promise.all([
      listRequests(deps(), 'inquiry', ALL),
      listRequests(deps(), 'inquiry', { ...ALL, page: 2 }),
    ])
    expect([first.length, first[0]?.name]).toEqual([25, 'Guest 26'])
    expect(second.map((it) => it.name)).toEqual(['Guest 1', 'Guest 0'])
  })

  test('is edited, and the audit log names the actor', async () => {
    const id = await ask('Kofi')
    const done = await editRequest(deps(), { kind: 'inquiry', id, version: 1 }, edit({ assignee: ama }))
    expect(done).toMatchObject({ ok: true, value: { status: 'offered', assigneeName: 'Ama', version: 2 } })
    expect(await auditEntries(id)).toMatchObject([
      { action: 'updated', actor: 'Ama', after: { status: 'offered', assignee: 'Ama', notes: 'called' } },
    ])
  })

  test('is not overwritten with an outdated version, edited by a host, or assigned to an unknown account', async () => {
    const id = await ask('Kofi')
    const at = { kind: 'inquiry', id, version: 1 } as const
    expect(await editRequest(deps('host'), at, edit())).toMatchObject({ reason: { why: 'not_allowed' } })
    expect(await editRequest(deps(), at, edit({ assignee: '0198c0de-0000-7000-8000-000000000000' }))).toEqual(
      {
        ok: false,
        reason: { why: 'no_such_assignee' },
      },
    )
    await editRequest(deps(), at, edit())
    expect(await editRequest(deps(), at, edit({ notes: 'mine' }))).toMatchObject({
      reason: { why: 'version_conflict', current: { notes: 'called', version: 2 } },
    })
    expect(await auditEntries(id)).toHaveLength(1)
  })

  test('is deleted, restored, and purged with its emails after thirty days', async () => {
    const id = await ask('Kofi')
    await database.pool.query(`insert into email_queue (inquiry_id, kind) values ($1, 'inquiry_received')`, [
      id,
    ])
    expect(await deleteRequest(deps('host'), 'inquiry', id)).toMatchObject({ ok: false })
    expect(await deleteRequest(deps(), 'inquiry', id)).toMatchObject({ ok: true })
    expect(await listRequests(deps(), 'inquiry', ALL)).toEqual([])
    expect((await listTrash(deps())).map((it) => [it.entity, it.name])).toContainEqual(['inquiry', 'Kofi'])
    expect(await restoreFromTrash(deps(), { entity: 'inquiry', id })).toMatchObject({ ok: true })
    expect(await listRequests(deps(), 'inquiry', ALL)).toHaveLength(1)
    await deleteRequest(deps(), 'inquiry', id)
    expect(await purgeTrash({ db: database.db, now: new Date('2026-12-20T23:00:00Z') })).toBe(0)
    expect(await purgeTrash({ db: database.db, now: new Date('2026-12-21T01:00:00Z') })).toBe(1)
    expect((await auditEntries(id)).map((it) => it.action)).toEqual(['deleted', 'restored', 'deleted'])
  })

  test('for a table or from a performer has a summary, too', async () => {
    await database.pool.query(
      `insert into table_requests (name, email, phone, party_size, table_preference)
       values ('Yaw', 'yaw@example.com', '972 555 0100', 4, 'vip')`,
    )
    await database.pool.query(
      `insert into performer_applications (name, email, phone, performance_type, experience, availability)
       values ('Esi', 'esi@example.com', '972 555 0100', 'Saxophonists', 'Ten years of jazz', 'Fridays')`,
    )
    expect(await listRequests(deps(), 'table_request', ALL)).toMatchObject([
      { about: '4 guests, VIP table, any night' },
    ])
    expect(await listRequests(deps(), 'application', ALL)).toMatchObject([{ about: 'Saxophonists' }])
  })
})

test('blocked accounts are not offered as assignees', async () => {
  await database.pool.query(
    `insert into staff_users (name, email, banned) values ('Left', 'left@venue.example', true)`,
  )
  expect((await listAssignees(deps())).map((it) => it.name)).not.toContain('Left')
})

test('a reply link has a subject and escapes the address', () =>
  expect(replyAddress('inquiry', 'a&b?c@example.com', 'Baobab & Olive')).toBe(
    'mailto:a%26b%3Fc@example.com?subject=Your%20private%20event%20at%20Baobab%20%26%20Olive',
  ))

function edit(change: { assignee?: string; notes?: string } = {}) {
  return { status: 'offered', assignee: null, notes: 'called', ...change } as const
}
