import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { GALLERY_BATCH, type StaffGalleryItem } from '#features/gallery/schema.ts'
import type { Picture } from '#features/media/schema.ts'
import { countText } from '#lib/text/count.ts'
import { useUnsaved } from '#ui/admin/forms/unsaved.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetchAny, isRetryable, failureText } from '#web/admin/data/api-client.ts'
import { sendInBatches, type SentBatch, type SentBatches } from '#web/admin/data/batches.ts'
import { useKeyedSending } from '#web/admin/data/idempotency/use-keyed-sending.ts'
import { fileError, uploadPicture } from '#web/admin/pictures/upload-picture.ts'
import { GALLERY_KEY, GALLERY_PATH } from './gallery-fields.ts'

/** One image of a bulk upload. */
export type BulkItem = {
  readonly key: number
  readonly file: File
  readonly alt: string
  readonly category: string
  readonly galleryType: string
  readonly state: 'pending' | 'uploading' | 'success' | 'error'
  readonly message: string
  /** Whether a retry can succeed. A file of a wrong type or size never does. */
  readonly canRetry: boolean
  /** Share of the file that was uploaded, from 0 to 1. */
  readonly progress: number
  readonly picture: Picture | null
}

const bad = (title: string): void => showToast({ tone: 'bad', title })
const good = (title: string): void => showToast({ tone: 'good', title })

const isComplete = (it: BulkItem): boolean =>
  it.alt.trim() !== '' && it.category !== '' && it.galleryType !== ''

const nameWithoutEnding = (name: string): string => name.replace(/\.[^.]+$/, '')

/** Row of the gallery for an uploaded image. */
const rowOf = ({ picture, alt, category, galleryType }: BulkItem) => ({
  imageId: picture?.id,
  alt,
  category,
  galleryType,
})

type Added = { readonly item: readonly StaffGalleryItem[] }

/** Image that is in the gallery; `isFormer` where it was added before, with the texts that it had then. */
type AddedImage = { readonly key: number; readonly isFormer: boolean }

/** Adds a batch of uploaded images to the gallery. It was added before where the first answer was lost. */
function useAddToGallery() {
  const sendKeyed = useKeyedSending()
  return async (uploaded: readonly BulkItem[]): Promise<SentBatch<BulkItem, AddedImage>> => {
    const json = { items: uploaded.map(rowOf) }
    const { answer, isFormer } = await sendKeyed(
      (key) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route returns the rows that it added
        apiFetchAny(`${GALLERY_PATH}/bulk`, { method: 'POST', json, key }) as Promise<Added>,
    )
    const saved = new Set(answer.item.map(({ picture }) => picture.id))
    const added = uploaded.filter(({ picture }) => picture && saved.has(picture.id))
    return { outcomes: added.map(({ key }) => ({ key, isFormer })), left: [] }
  }
}

/** Shows how many images were added, after `lost` of them did not arrive. */
function toastOutcome({ outcomes, failed }: SentBatches<BulkItem, AddedImage>, lost: number): void {
  const former = outcomes.filter(({ isFormer }) => isFormer).length
  if (failed) {
    const before = outcomes.length > 0 ? `${countText(outcomes.length, 'image')} added. ` : ''
    const text = `${before}${failureText(failed.error)}`
    showToast({ tone: 'bad', title: 'Error adding gallery item', text })
  } else if (former > 0) bad(`Added before, as first described: ${countText(former, 'image')}`)
  else if (lost === 0) good(`Successfully uploaded ${outcomes.length} images!`)
  else bad(`Uploaded ${outcomes.length} images, ${lost} failed`)
}

/** Uploads images one after another. The failed ones can be retried without the others. */
export function useBulkUpload() {
  const queries = useQueryClient()
  const [items, setItems] = useState<readonly BulkItem[]>([])
  const [isRunning, setRunning] = useState(false)
  const nextKey = useRef(0)
  const addToGallery = useAddToGallery()
  useUnsaved({ isDirty: () => items.length > 0, discard: () => setItems([]) })

  const change = (key: number, next: Partial<BulkItem>): void =>
    setItems((all) => all.map((it) => (it.key === key ? { ...it, ...next } : it)))

  const add = (files: readonly File[]): void => {
    const added = files.map((file): BulkItem => {
      nextKey.current += 1
      const trouble = fileError(file)
      return {
        key: nextKey.current,
        file,
        alt: nameWithoutEnding(file.name),
        category: '',
        galleryType: '',
        state: 'pending',
        message: trouble ?? '',
        canRetry: true,
        progress: 0,
        picture: null,
      }
    })
    setItems((all) => [...all, ...added])
  }

  async function sendOne(item: BulkItem): Promise<BulkItem> {
    if (item.picture) return item
    const trouble = fileError(item.file)
    if (trouble) {
      const refused = { ...item, state: 'error', message: trouble, canRetry: false } as const
      change(item.key, refused)
      return refused
    }
    change(item.key, { state: 'uploading', message: '', progress: 0 })
    try {
      const picture = await uploadPicture(item.file, (progress) => change(item.key, { progress }))
      const sent = { ...item, state: 'success', message: '', progress: 1, picture } as const
      change(item.key, sent)
      return sent
    } catch (error) {
      const message = failureText(error) || 'Upload failed'
      const failed = { ...item, state: 'error', message, canRetry: isRetryable(error) } as const
      change(item.key, failed)
      return failed
    }
  }

  async function upload(): Promise<void> {
    const waiting = items.filter((it) => it.state !== 'uploading' && it.canRetry)
    if (items.length === 0) return bad('Please add some images first')
    if (waiting.length === 0) return bad('None of these images can be uploaded. Remove them and add others.')
    const missing = waiting.filter((it) => !isComplete(it)).length
    if (missing > 0)
      return bad(`${missing} images are missing required fields (alt text, category, or gallery type)`)
    setRunning(true)
    const sent: BulkItem[] = []
    for (const item of waiting) {
      // oxlint-disable-next-line no-await-in-loop -- one after another: a phone's line is shared by all of them
      sent.push(await sendOne(item))
    }
    await finish(sent)
    setRunning(false)
  }

  /** Adds the images that arrived. Those of a batch that fails, and of the ones after it, stay in the list for a retry. */
  async function finish(sent: readonly BulkItem[]): Promise<void> {
    const arrived = sent.filter((it) => it.picture)
    const { outcomes, failed } = await sendInBatches(arrived, { size: GALLERY_BATCH, send: addToGallery })
    await queries.invalidateQueries({ queryKey: GALLERY_KEY })
    const keys = new Set(outcomes.map(({ key }) => key))
    setItems((all) => all.filter(({ key }) => !keys.has(key)))
    toastOutcome({ outcomes, failed }, sent.length - arrived.length)
  }

  const applyToAll = (category: string, galleryType: string): void => {
    if (!category || !galleryType) return bad('Please set global category and gallery type first')
    setItems((all) => all.map((it) => ({ ...it, category, galleryType })))
    good('Applied global settings to all images')
  }
  const remove = (key: number): void => setItems((all) => all.filter((it) => it.key !== key))
  const removeInvalid = (): void => setItems((all) => all.filter((it) => it.canRetry))
  return { items, isRunning, add, change, remove, removeInvalid, upload, applyToAll }
}
