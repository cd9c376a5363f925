import { describe, expect, test } from 'vitest'
import { useGuestPages } from '../booking/guest-pages.ts'
import { eventually } from '../support/eventually.ts'
import { useChangeForms } from './change-forms.ts'

const { app, faults, read, pay } = useGuestPages()
const { send, changeOf, successOf } = useChangeForms(read)

describe('a change that waits for its payment', () => {
  test('can go on to the payment, or drop the change that waits for it', async () => {
    const paying = await app().confirm()
    const { fields } = await changeOf(paying, 'packages=chosen&package=birthday_shoutout')
    await send(paying, fields)
    const waiting = await read(`${paying.link}/change`)
    expect(waiting.words).toContain('A change waits for your payment')
    expect(waiting.html).toMatch(/href="[^"]*\/test-payment\/[^"]+"/)
    expect((await read(paying.link)).words).toContain('A change waits for your payment')
    const left = await read(paying.cancelledPath)
    expect(left.response.headers.get('location')).toBe(`${paying.link}/change`)
    const { db } = app().database
    const setStatus = (status: 'cancelled' | 'confirmed') =>
      db.updateTable('reservations').set({ status, cancelReason: null }).where('id', '=', paying.id).execute()
    await setStatus('cancelled')
    expect((await read(`${paying.link}/change`)).words).not.toContain('waits for your payment')
    await setStatus('confirmed')
    // A reservation that staff made began without a hold.
    await db.updateTable('reservations').set({ holdKey: null }).where('id', '=', paying.id).execute()
    expect((await read(paying.cancelledPath)).response.headers.get('location')).toBe(`${paying.link}/change`)
    const dropped = await send(paying, new URLSearchParams({ intent: 'drop' }))
    const after = `${paying.link}/change?change=dropped`
    expect([dropped.status, dropped.response.headers.get('location')]).toEqual([303, after])
    const { words } = await read(after)
    expect(words).not.toContain('waits for your payment')
    expect(words).toContain('Your change is dropped. Your reservation stays as it was.')
    expect((await read(paying.cancelledPath)).response.headers.get('location')).toBe(paying.link)
  })

  test('says in its window that another one replaced it, and what the guest keeps', async () => {
    const paying = await app().confirm()
    const begin = async (query: string) => {
      const { fields } = await changeOf(paying, query)
      const sessionId = (await send(paying, fields)).response.headers.get('location')?.split('/').at(-1) ?? ''
      const { words, html } = await read(`${paying.link}/change`)
      return { sessionId, words, id: /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? '' }
    }
    const first = await begin('packages=chosen&package=birthday_shoutout')
    const second = await begin('packages=chosen&package=birthday_shoutout&package=screen_display')
    const told =
      'The change in this window was replaced by one that you chose in another window. Nothing was charged for it.'
    const waits = `${told} Your reservation stays as it is until the other change is paid.`
    for (const path of [
      `${successOf(paying, first.sessionId)}&wait=1`,
      `${paying.cancelledPath}&change=${first.id}`,
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const to = (await read(path)).response.headers.get('location') ?? ''
      expect(to).toBe(`${paying.link}?change=replaced#status`)
      // oxlint-disable-next-line no-await-in-loop
      expect((await read(to)).words).toMatch(new RegExp(`${waits}.*A change waits for your payment`))
    }
    // The other change stays: neither form of the former window acts on it.
    for (const intent of ['drop', 'pay_again']) {
      // oxlint-disable-next-line no-await-in-loop -- one form after the other
      const refused = await send(paying, new URLSearchParams({ intent, seen: first.id }))
      expect([refused.status, refused.words.includes(waits)]).toEqual([409, true])
      expect(refused.words).toContain('A change waits for your payment')
    }
    // A change that costs nothing takes the place of the second at once.
    const { fields } = await changeOf(paying, 'guests=2')
    expect((await send(paying, fields)).response.headers.get('location')).toBe(
      `${paying.link}?change=made#status`,
    )
    const after = await send(paying, new URLSearchParams({ intent: 'drop', seen: second.id }))
    expect([after.status, after.words]).toEqual([
      409,
      expect.stringContaining(`${told} You see your reservation here`),
    ])
    expect((await read(`${paying.cancelledPath}&change=${second.id}`)).response.headers.get('location')).toBe(
      `${paying.link}?change=replaced#status`,
    )
  })

  test('reads what became of a payment that their bank was still working on', async () => {
    const paying = await app().confirm()
    const { fields } = await changeOf(paying, 'packages=chosen&package=screen_display')
    const sent = await send(paying, fields)
    const sessionId = sent.response.headers.get('location')?.split('/').at(-1) ?? ''
    await faults({ settleAfterMs: 1500 })
    await pay({ ...paying, sessionId }, 'late')
    const returned = await read(`${successOf(paying, sessionId)}&wait=1`)
    const waitingPath = `${paying.link}?change=waiting`
    expect(returned.response.headers.get('location')).toBe(`${waitingPath}#status`)
    for (const path of [waitingPath, paying.link, `${paying.link}/change`]) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const { words, html } = await read(path)
      expect(html).toContain('data-live="page"')
      expect(words).toContain('Your bank is working on a payment')
      expect(words).not.toMatch(/Continue to payment|Your change is made/)
    }
    await eventually(async () => {
      await read(`${successOf(paying, sessionId)}&wait=1`)
      expect((await read(waitingPath)).words).toContain('Your change is made.')
    })
    expect((await read(paying.link)).html).not.toContain('data-live="page"')
    expect((await read(paying.link)).words).not.toMatch(/bank is working|Your change is made/)
  })

  test('whose payment comes through after the cancellation is told of as a later refund', async () => {
    const paying = await app().confirm()
    const { fields } = await changeOf(paying, 'packages=chosen&package=birthday_shoutout')
    const sessionId = (await send(paying, fields)).response.headers.get('location')?.split('/').at(-1) ?? ''
    await app().database.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'guest' where id = $1`,
      [paying.id],
    )
    await pay({ ...paying, sessionId })
    const back = await read(`${successOf(paying, sessionId)}&wait=1`)
    expect(back.response.headers.get('location')).toBe(`${paying.link}?change=refunded#status`)
    const { words } = await read(paying.link)
    expect(words).toMatch(
      /You cancelled this reservation\..*\$50\.00 for a change came through after the cancellation\. It goes back to the card/,
    )
    expect(words).not.toContain('refunded to you before')
  })

  test('that was paid and is dropped too late for it is told that the payment goes back', async () => {
    const paying = await app().confirm()
    const { fields } = await changeOf(paying, 'packages=chosen&package=birthday_shoutout')
    const sessionId = (await send(paying, fields)).response.headers.get('location')?.split('/').at(-1) ?? ''
    await pay({ ...paying, sessionId })
    // Staff changed the party meanwhile.
    const { db } = app().database
    await db.updateTable('reservations').set({ guestCount: 2 }).where('id', '=', paying.id).execute()
    const dropped = await send(paying, new URLSearchParams({ intent: 'drop' }))
    expect([dropped.status, dropped.response.headers.get('location')]).toEqual([
      303,
      `${paying.link}?change=refunded#status`,
    ])
    expect((await read(`${paying.link}?change=refunded`)).words).toContain('You keep this reservation')
    await db
      .updateTable('reservations')
      .set({ status: 'cancelled', cancelReason: 'guest' })
      .where('id', '=', paying.id)
      .execute()
    const cancelled = await read(`${paying.link}?change=refunded`)
    expect(cancelled.words).toContain('Your payment for it goes back.')
    expect(cancelled.words).not.toContain('You keep this reservation')
  })
})
