import { beforeAll, expect, test } from 'vitest'
import { type AppWithPayments, startAppWithPayments } from '../booking/server-with-payments.ts'
import { PHONE, useBrowser } from '../support/browser.ts'

let at: AppWithPayments
beforeAll(async () => {
  at = await startAppWithPayments()
})
const visitor = useBrowser(() => at.app.origin)

const both = { birthdayPackage: true, screenDisplay: true }
const PROBLEM = 'The picture is larger than 8 MB. Please choose a smaller one.'
const photo = (megabytes: number) => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.alloc(megabytes * 1024 * 1024),
})

test('a picture that is too large is refused beside its field before it is sent', async () => {
  const { link } = await at.confirm(both)
  const page = await visitor.open(link, PHONE)
  const screen = page.getByRole('group', { name: 'Screen Display' })
  await screen.getByLabel('Message').fill('See you at midnight')
  await screen.getByLabel('Picture for the screen').setInputFiles(photo(13))
  await screen.getByText(PROBLEM).waitFor()
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect(await screen.getByLabel('Message').inputValue()).toBe('See you at midnight')
  await screen.getByLabel('Picture for the screen').setInputFiles([])
  await expect.poll(() => screen.getByText(PROBLEM).isVisible()).toBe(false)
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved. Our team has it.').waitFor()
})

test('without JavaScript a picture that is too large leads back to the form', async () => {
  const { link } = await at.confirm(both)
  const page = await visitor.open(link, { ...PHONE, javaScriptEnabled: false })
  const screen = page.getByRole('group', { name: 'Screen Display' })
  await screen.getByLabel('Picture for the screen').setInputFiles(photo(30))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(`${PROBLEM} Nothing was saved.`).waitFor()
  await screen.getByLabel('Message').waitFor()
  expect(new URL(page.url()).pathname).toBe(link)
})
