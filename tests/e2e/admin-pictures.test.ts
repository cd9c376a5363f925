import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { useStaffArea } from '../staff/staff-area.ts'

const { asStaffMember } = useStaffArea()
let picture: string
beforeAll(async () => {
  const blank = sharp({ create: { width: 480, height: 360, channels: 3, background: '#7a3b1d' } })
  picture = (await blank.jpeg().toBuffer()).toString('base64')
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
