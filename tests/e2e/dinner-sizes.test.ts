import { beforeAll, expect, test } from 'vitest'
import { hydrated, PHONE, useBrowser } from '../support/browser.ts'
import { cloneDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

let app: RunningApp
beforeAll(async () => {
  const database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'error' } })
})
const visitor = useBrowser(() => app.origin)

test('a party size that the list does not have is answered in words, and the form stays as it is', async () => {
  const page = await visitor.open('/reservations?service=dining&guests=4', PHONE)
  await hydrated(page)
  await page.getByLabel('Full name').fill('Amara Okafor')
  const guests = page.getByLabel('Guests', { exact: true })
  const asked: string[] = []
  page.on('request', (it) => void asked.push(it.url()))
  await guests.evaluate((select) => {
    if (!(select instanceof HTMLSelectElement)) return
    select.add(new Option('11 Guests', '11'))
    select.value = '11'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await page.getByText('Online dinners are for 1 to 10 guests. For more, please call us').waitFor()
  expect(await guests.inputValue()).toBe('4')
  expect(await page.getByLabel('Full name').inputValue()).toBe('Amara Okafor')
  expect(asked.filter((url) => url.includes('guests=11'))).toEqual([])
})
