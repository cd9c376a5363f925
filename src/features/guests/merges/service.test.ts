import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { readGuestQuery } from '#features/guests/rules.ts'
import { editGuest, findGuestDetails, listGuests } from '#features/guests/service.ts'
import { now, openGuestBook } from '../../../../tests/staff/guest-book.ts'
import { mergeGuests, undoMerge } from './service.ts'

type Book = Awaited<ReturnType<typeof openGuestBook>>
let book: Book
beforeAll(async () => {
  book = await openGuestBook()
})

describe('two guests who are one person', () => {
  async function two() {
    const [one, other] = [book.newPhone(), book.newPhone()]
    await book.book({ name: 'Ada Obi', phone: one })
    await book.book({ name: 'Ada O.', phone: other })
    const [kept, merged] = [await book.guestOf(one), await book.guestOf(other)]
    await editGuest(book.as(), kept.id, { ...kept, tags: ['vip'], note: 'Booth 4', allergies: '' })
    await editGuest(book.as(), merged.id, {
      ...merged,
      tags: ['access'],
      note: 'Likes jazz',
      allergies: 'nuts',
    })
    return { one, other, kept: kept.id, merged: merged.id }
  }

  test('are merged: reservations, contacts and notes of both; a later booking comes to the kept one', async () => {
    const { one, other, kept, merged } = await two()
    expect(await mergeGuests(book.as(), kept, merged)).toMatchObject({ ok: true })
    await book.book({ phone: other })
    const guest = await book.guestOf(other)
    expect(guest).toMatchObject({
      id: kept,
      tags: ['vip', 'access'],
      note: 'Booth 4\nLikes jazz',
      allergies: 'nuts',
      merged: [{ id: merged, name: 'Ada O.' }],
    })
    expect(guest.reservations).toHaveLength(3)
    expect(guest.phones.toSorted()).toEqual([one, other].toSorted())
    expect((await findGuestDetails(book.as(), merged))?.id).toBe(kept)
    expect(
      (await listGuests(book.as(), readGuestQuery(new URLSearchParams({ q: other })))).items,
    ).toHaveLength(1)
  })

  test('are separated by Undo exactly, also from a third one that was merged before', async () => {
    const { one, other, kept, merged } = await two()
    const third = book.newPhone()
    await book.book({ name: 'A. Obi', phone: third })
    const thirdId = (await book.guestOf(third)).id
    await mergeGuests(book.as(), merged, thirdId)
    const before = [await book.guestOf(one), await book.guestOf(other)]
    const done = await mergeGuests(book.as(), kept, merged)
    if (!done.ok) throw new Error(done.reason.why)
    expect((await book.guestOf(third)).id).toBe(kept)
    expect(await undoMerge(book.as(), kept, done.value.mergeId)).toMatchObject({ ok: true })
    const facts = (it: (typeof before)[number]) => ({ ...it, version: 0, editedBy: '' })
    expect([await book.guestOf(one), await book.guestOf(other)].map(facts)).toEqual(before.map(facts))
    expect((await book.guestOf(third)).id).toBe(merged)
    expect(await undoMerge(book.as(), kept, done.value.mergeId)).toMatchObject({ ok: false })
  })

  test('stay merged, where the time is over or staff wrote since', async () => {
    const { kept, merged, one } = await two()
    const done = await mergeGuests(book.as(), kept, merged)
    if (!done.ok) throw new Error(done.reason.why)
    const late = book.as('manager', new Date(now.getTime() + 60_000))
    expect(await undoMerge(late, kept, done.value.mergeId)).toMatchObject({ reason: { why: 'refused' } })
    const guest = await book.guestOf(one)
    await editGuest(book.as(), kept, { ...guest, tags: [...guest.tags], note: 'New' })
    expect(await undoMerge(book.as(), kept, done.value.mergeId)).toMatchObject({ reason: { why: 'refused' } })
    expect((await book.guestOf(one)).note).toBe('New')
  })

  test('are refused where one is merged into itself, into an erased one, or twice at once', async () => {
    const { kept, merged } = await two()
    expect(await mergeGuests(book.as(), kept, kept)).toMatchObject({ reason: { why: 'refused' } })
    expect(await mergeGuests(book.as(), randomUUID(), kept)).toMatchObject({ reason: { why: 'not_found' } })
    expect(await mergeGuests(book.as(), kept, randomUUID())).toMatchObject({ reason: { why: 'refused' } })
    const both = await Promise.all([
      mergeGuests(book.as(), kept, merged),
      mergeGuests(book.as(), merged, kept),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  })
})
