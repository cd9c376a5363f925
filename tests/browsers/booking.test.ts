import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { newPhone } from '../booking/booking-fixtures.ts'
import { comeAlive, describeInBrowsers, SIZES } from './browsers.ts'
import type { Guest } from './webdriver.ts'

const rejectCookies = async (guest: Guest): Promise<void> => {
  await guest.click({ css: '#cookie-settings button', name: 'Reject' })
  await guest.isGone('#cookie-settings')
}

/** Types name, email and phone, and returns the email. */
async function typeContact(guest: Guest, scope: string, names: readonly [string, string, string]) {
  const email = `guest-${randomInt(1e9)}@example.com`
  const [name, mail, phone] = names.map((it) => `${scope} [name=${it}]`)
  await guest.type(name ?? '', 'Amara Okafor')
  await guest.type(mail ?? '', email)
  await guest.type(phone ?? '', newPhone())
  return email
}

describeInBrowsers('a booking', ({ arrive, app }) => {
  const reservationsOf = (email: string) =>
    app()
      .database.db.selectFrom('reservations')
      .where('guestEmail', '=', email)
      .select(['status', 'paymentStatus', 'guestCount'])
      .execute()

  test.each(SIZES)(
    'of a night table is paid for on %s, from the chart to the confirmation',
    async (_name, size) => {
      const guest = await arrive('/events/lone-star-highlife?view=reserve', size)
      await rejectCookies(guest)
      const table = await guest.run(
        () =>
          document.querySelector('svg [role=radio][href]:not([aria-disabled])')?.getAttribute('data-table') ??
          '',
      )
      await guest.click({ css: `svg [data-table="${table}"]` })
      await guest.shows({ css: 'dialog h2', name: `Reserve Table ${table}` })
      const email = await typeContact(guest, 'dialog', ['guestName', 'guestEmail', 'guestPhone'])
      const chart = await guest.currentTab()
      await guest.click({ css: 'dialog button', name: 'Continue' })
      await guest.switchToOther(chart)
      await guest.waitForUrl('/test-payment/')
      await guest.click({ css: 'button', name: 'Approve' })
      await guest.shows({ css: 'h1', name: 'Payment Successful!' })
      await guest.shows({ css: 'main svg[role=img], main img', name: '' })
      await guest.switchTo(chart)
      await guest.shows({ css: 'dialog h2', name: 'Your table is yours' })
      await guest.click({ css: 'dialog a', name: 'See your reservation' })
      await guest.waitForUrl('/my-reservation/')
      await guest.shows({ css: 'main *', name: 'Reservation Confirmed' })
      expect(await reservationsOf(email)).toMatchObject([{ status: 'confirmed', paymentStatus: 'paid' }])
      expect(guest.errors()).toEqual([])
    },
  )

  test.each(SIZES)('of a dinner is requested on %s', async (_name, size) => {
    const guest = await arrive('/reservations?service=dining', size)
    await rejectCookies(guest)
    await choose(guest, 'guests', 2)
    await choose(guest, 'date', -1)
    // The calendar of its month may be higher: it moves the times, and WebKit does not keep them under the pointer.
    await guest.until(
      'the month and the times of the date',
      () =>
        document.querySelector('main [aria-current=date]') !== null &&
        document.querySelector('main [aria-busy=true]') === null,
    )
    await guest.click({ css: 'main input[type=radio]', name: '6:30 PM' })
    const email = await typeContact(guest, 'main', ['name', 'email', 'phone'])
    // A form that is sent sooner was filled in by no person.
    await guest.until('three seconds', () => performance.now() > 4000)
    await guest.click({ css: 'main button', name: 'Reserve Table' })
    await guest.waitForUrl('/thank-you?booking=')
    await comeAlive(guest)
    await guest.shows({ css: 'h1', name: 'Your table is reserved' })
    expect(await reservationsOf(email)).toMatchObject([{ status: 'pending', guestCount: 3 }])
    expect(guest.errors()).toEqual([])
  })

  /** Chooses an option of a select by its place; a negative one counts from the last that can be chosen. */
  async function choose(guest: Guest, name: string, place: number): Promise<void> {
    await guest.run(
      (field, at) => {
        const select = document.querySelector<HTMLSelectElement>(`select[name=${field}]`)
        const option = [...(select?.options ?? [])].filter((it) => !it.disabled).at(at)
        if (!select || !option) throw new Error(`no ${field}`)
        // React sets its own `value`, and notices only what the browser's own setter writes.
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, option.value)
        select.dispatchEvent(new Event('change', { bubbles: true }))
      },
      name,
      place,
    )
  }
})
