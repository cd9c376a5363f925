import { expect, test } from 'vitest'
import { LOOKUP_FORM } from '#features/reservation-management/lookup/schema.ts'
import { hydrated, PHONE } from '../support/browser.ts'
import { ageForm } from '../support/old-form-token.ts'
import { useGuestSite } from '../support/guest-site.ts'

/* Forms of one step, which the browser sends itself. */

const { visitor, database } = useGuestSite()

test('a plain form that is sent without a connection stays with what was typed, and says why', async () => {
  const guest = await visitor.newGuest()
  const page = await guest.newPage()
  await page.goto('/find-my-booking')
  await hydrated(page)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.context().setOffline(true)
  await page.getByLabel('Email').press('Enter')
  await page.getByText('You are offline').first().waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com')
  await page.context().setOffline(false)
  await page.getByLabel('Email').press('Enter')
  await page.waitForLoadState()
  await expect.poll(() => page.getByText('You are offline').count()).toBe(0)
})

test('a plain form that is on its way is not sent again, and one that was stopped can be', async () => {
  const page = await visitor.open('/find-my-booking', PHONE)
  await page.clock.install()
  await page.reload()
  await hydrated(page)
  // The page stays, as after the browser's Stop button.
  await page.evaluate(() => {
    const sent = { times: 0 }
    Object.assign(globalThis, { sent })
    addEventListener('submit', (event) => {
      if (!event.defaultPrevented) sent.times += 1
      event.preventDefault()
    })
  })
  const timesSent = () => page.evaluate<number>('sent.times')
  const email = page.getByLabel('Email or phone number')
  await email.fill('ada@example.com')
  await email.press('Enter')
  await email.press('Enter')
  await page.clock.runFor(5000)
  await email.press('Enter')
  expect(await timesSent()).toBe(1)
  await page.clock.runFor(5000)
  await email.press('Enter')
  expect(await timesSent()).toBe(2)
})

test('Back leads to a plain form that was refused, not to the question of the browser whether to send it again', async () => {
  const page = await visitor.open('/find-my-booking')
  const email = page.getByLabel('Email')
  await email.fill('nope')
  await ageForm(page, database(), LOOKUP_FORM.name)
  await email.press('Enter')
  await page.getByRole('alert').first().waitFor()
  await hydrated(page)
  await email.fill('ada@example.com')
  await email.press('Enter')
  await page.waitForURL('**sent=1**')
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Find my booking' }).waitFor()
  await email.waitFor()
})
