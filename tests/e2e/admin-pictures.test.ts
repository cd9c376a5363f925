import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { GALLERY_BATCH } from '#features/gallery/schema.ts'
import { loseAnswer, openTab, refuseFrom, toast } from '../staff/admin-visit.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations } from '../support/browser.ts'

/** Pictures of the gallery: one in its form, and many at once. */

const { asStaffMember, database, server } = useStaffArea()

const paint = async (name: string, red: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: { width: 640, height: 480, channels: 3, background: { r: red, g: 80, b: 40 } },
  })
    .jpeg()
    .toBuffer(),
})

let picture: string
beforeAll(async () => {
  picture = (await paint('blank.jpg', 120)).buffer.toString('base64')
})

/** Dispatches a drop or paste of image files on an element, with the events that browsers send. */
const give = (what: Locator, by: 'drop' | 'paste', names: readonly string[]): Promise<void> =>
  what.evaluate(
    (node, given) => {
      const bytes = Uint8Array.from(atob(given.picture), (it) => it.codePointAt(0) ?? 0)
      const carried = new DataTransfer()
      for (const name of given.names) carried.items.add(new File([bytes], name, { type: 'image/jpeg' }))
      const init = { bubbles: true, cancelable: true }
      node.dispatchEvent(
        given.by === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: carried })
          : new ClipboardEvent('paste', { ...init, clipboardData: carried }),
      )
    },
    { by, names: [...names], picture },
  )

test('an image is dropped on its field, and another one pasted into the form', async () => {
  const page = await asStaffMember('/admin/gallery')
  await page.getByRole('button', { name: 'Add Gallery Item' }).click()
  const form = page.getByRole('dialog', { name: 'Add Gallery Item' })
  await give(form.getByText('Drop it here, or paste.'), 'drop', ['dropped.jpg', 'second.jpg'])
  await toast(page, 'Image uploaded successfully').waitFor()
  const shown = form.getByRole('img', { name: 'Current image' })
  const first = await shown.getAttribute('src')
  // The first toast is still open: its role is dialog, but it must not receive the paste.
  await toast(page, 'Image uploaded successfully').waitFor()
  await give(form.getByLabel('Title'), 'paste', ['pasted.jpg'])
  await expect.poll(() => shown.getAttribute('src')).not.toBe(first)
})

test('several images are dropped at once on the bulk upload', async () => {
  const page = await asStaffMember('/admin/gallery')
  await page.getByRole('button', { name: 'Bulk upload' }).click()
  await give(page.getByText('Drop them here, or paste.'), 'drop', ['a.jpg', 'b.jpg', 'c.jpg'])
  await give(page.locator('body'), 'paste', ['d.jpg'])
  const rows = page.getByRole('list', { name: 'Images to upload' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(4)
})

test('one image is added with its title as alt text', async () => {
  const page = await asStaffMember('/admin/gallery')
  await page.getByRole('button', { name: 'Add Gallery Item' }).click()
  const form = page.getByRole('dialog', { name: 'Add Gallery Item' })
  await form.getByRole('group', { name: 'Image (required)' }).waitFor()
  await form.getByLabel('Title').fill('The bar at midnight')
  const buffer = await sharp({ create: { width: 500, height: 400, channels: 3, background: '#2c8c84' } })
    .png()
    .toBuffer()
  await form.getByLabel('Upload image').setInputFiles({ name: 'bar.png', mimeType: 'image/png', buffer })
  await toast(page, 'Image uploaded successfully').waitFor()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(page, 'Gallery item added successfully!').waitFor()
  await page.getByRole('img', { name: 'The bar at midnight' }).waitFor()
})

test('images are uploaded one after another; three invalid files are reported, and are not offered again', async () => {
  const page = await asStaffMember('/admin/gallery')
  await page.getByRole('button', { name: 'Bulk upload' }).click()
  await page.getByRole('button', { name: 'Upload All' }).click()
  await toast(page, 'Please add some images first').waitFor()
  const good = await Promise.all([0, 1, 2, 3, 4].map((n) => paint(`night-${n}.jpg`, n * 10)))
  const bad = [
    { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html><script>1</script></html>') },
    { name: 'cut.jpg', mimeType: 'image/jpeg', buffer: good[0]?.buffer.subarray(0, 200) ?? Buffer.alloc(0) },
    { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(9 * 1024 * 1024) },
  ]
  await page.getByLabel('Add images').setInputFiles([...good.slice(0, 3), ...bad, ...good.slice(3)])
  const rows = page.getByRole('list', { name: 'Images to upload' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(8)
  await expect.poll(() => page.getByLabel('Alt text of night-3.jpg').inputValue()).toBe('night-3')
  await page.getByRole('button', { name: 'Upload All' }).click()
  await toast(page, '8 images are missing required fields (alt text, category, or gallery type)').waitFor()
  await page.getByRole('button', { name: 'Apply to All Images' }).click()
  await toast(page, 'Please set global category and gallery type first').waitFor()
  await page.getByLabel('Category of all').selectOption('atmosphere')
  await page.getByLabel('Gallery type of all').selectOption('venue')
  await page.getByRole('button', { name: 'Apply to All Images' }).click()
  await toast(page, 'Applied global settings to all images').waitFor()
  // The pictures are delayed until their progress has been seen.
  const { promise: seen, resolve: haveSeen } = Promise.withResolvers<void>()
  await page.route('**/admin/api/pictures', async (route) => {
    await seen
    await route.continue()
  })
  await page.getByRole('button', { name: 'Upload All' }).click()
  await page.getByRole('progressbar', { name: 'Upload progress' }).waitFor()
  haveSeen()
  await toast(page, 'Uploaded 5 images, 3 failed').waitFor()
  await expect.poll(() => rows.count()).toBe(3)
  await page.getByText('Only JPEG, PNG and WebP pictures can be used.').waitFor()
  await page.getByText('The file is damaged or cut off.').waitFor()
  await page.getByText('The file is larger than 8 MB.').waitFor()
  // None of the three files could ever be accepted: they can be removed, but a retry is not offered.
  expect(await page.getByRole('button', { name: 'Retry failed' }).count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  const wall = await (await server().get('/gallery?tab=venue')).text()
  expect(wall).toContain('night-4')
  const { rows: hung } = await database().pool.query(
    "select count(*)::int as count from gallery_items where alt like 'night-%' and gallery_type = 'venue'",
  )
  expect(hung).toEqual([{ count: 5 }])
})

test('many images keep the chosen order, show their progress, and offer a retry only where it can succeed', async () => {
  const page = await asStaffMember('/admin/gallery')
  await page.getByRole('button', { name: 'Bulk upload' }).click()
  const names = ['delta', 'alpha', 'echo', 'bravo', 'charlie', 'foxtrot', 'golf', 'hotel']
  const good = await Promise.all(names.map((name, index) => paint(`${name}.jpg`, index * 20)))
  const bad = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }
  await page.getByLabel('Add images').setInputFiles([...good, bad])
  const rows = page.getByRole('list', { name: 'Images to upload' }).getByRole('listitem')
  await rows.filter({ hasText: 'Only JPEG, PNG and WebP pictures can be used.' }).waitFor()
  await page.getByLabel('Category of all').selectOption('food')
  await page.getByLabel('Gallery type of all').selectOption('food')
  await page.getByRole('button', { name: 'Apply to All Images' }).click()
  let sent = 0
  await page.route('**/admin/api/pictures', async (route) => {
    sent += 1
    await new Promise((resolve) => setTimeout(resolve, 300))
    await (sent === 3 ? route.abort() : route.continue())
  })
  await page.getByRole('button', { name: 'Upload All' }).click()
  await page.getByRole('progressbar', { name: 'Upload of delta.jpg' }).waitFor()
  await openTab(page, 'Menu')
  await page.getByRole('dialog', { name: 'Discard what you typed?' }).waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await toast(page, 'Uploaded 7 images, 2 failed').waitFor()
  await page.getByRole('button', { name: 'Retry failed' }).click()
  await toast(page, 'Successfully uploaded 1 images!').waitFor()
  expect(await page.getByRole('button', { name: 'Retry failed' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Remove invalid files' }).click()
  await expect.poll(() => rows.count()).toBe(0)
  const shown = await page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents()
  const uploaded = shown.filter((it) => names.includes(it))
  expect(uploaded).toEqual(['echo', ...names.filter((it) => it !== 'echo')])
  expect(sent).toBe(9)
})

test('images on their way make the browser ask before its tab is closed', async () => {
  const page = await asStaffMember('/admin/gallery')
  await page.getByRole('button', { name: 'Bulk upload' }).click()
  await page.getByLabel('Add images').setInputFiles([await paint('late.jpg', 10)])
  const asked = page.waitForEvent('dialog')
  page.on('dialog', (dialog) => void dialog.accept())
  await Promise.all([asked, page.reload()])
  expect((await asked).type()).toBe('beforeunload')
})

test('images whose answer was lost are added once, and their texts of meanwhile are said to be missing', async () => {
  const page = await asStaffMember('/admin/gallery')
  await page.getByRole('button', { name: 'Bulk upload' }).click()
  await page
    .getByLabel('Add images')
    .setInputFiles([await paint('lost-one.jpg', 30), await paint('lost-two.jpg', 60)])
  await page.getByLabel('Category of all').selectOption('food')
  await page.getByLabel('Gallery type of all').selectOption('venue')
  await page.getByRole('button', { name: 'Apply to All Images' }).click()
  await loseAnswer(page, '/admin/api/gallery/bulk')
  await page.getByRole('button', { name: 'Upload All' }).click()
  await toast(page, 'Error adding gallery item').waitFor()
  await page.getByLabel('Alt text of lost-one.jpg').fill('lost-one, seen from the bar')
  await page.getByRole('button', { name: /Upload All|Retry failed/ }).click()
  await toast(page, 'Added before, as first described: 2 images').waitFor()
  const { rows } = await database().pool.query(
    "select alt from gallery_items where alt like 'lost-%' order by alt",
  )
  expect(rows).toEqual([{ alt: 'lost-one' }, { alt: 'lost-two' }])
})

test('more images than fit one request are added in batches, and those of one that failed at the next try', async () => {
  const page = await asStaffMember('/admin/gallery')
  await page.getByRole('button', { name: 'Bulk upload' }).click()
  const image = await paint('one.jpg', 90)
  await page
    .getByLabel('Add images')
    .setInputFiles(Array.from({ length: GALLERY_BATCH + 1 }, (_, n) => ({ ...image, name: `many-${n}.jpg` })))
  await page.getByLabel('Category of all').selectOption('food')
  await page.getByLabel('Gallery type of all').selectOption('archive')
  await page.getByRole('button', { name: 'Apply to All Images' }).click()
  const stored = await database().pool.query('select id, width, height from media limit 1')
  await page.route('**/admin/api/pictures', (route) => route.fulfill({ json: { picture: stored.rows[0] } }))
  await refuseFrom(page, '/admin/api/gallery/bulk', 2)
  await page.getByRole('button', { name: 'Upload All' }).click()
  await page.getByRole('region').getByText(`${GALLERY_BATCH} images added.`).first().waitFor()
  const left = page.getByRole('list', { name: 'Images to upload' }).getByRole('listitem')
  expect(await left.count()).toBe(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Upload All' }).click()
  await toast(page, 'Successfully uploaded 1 images!').waitFor()
  const { rows } = await database().pool.query(
    "select count(distinct alt)::int as different, count(*)::int from gallery_items where alt like 'many-%'",
  )
  expect(rows).toEqual([{ different: GALLERY_BATCH + 1, count: GALLERY_BATCH + 1 }])
})
