import { useEffect, useRef, useState } from 'react'
import { BULK_CATEGORIES, STAFF_GALLERY_TYPES } from '#features/gallery/schema.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/admin/forms/field.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { FileDrop } from '#web/admin/pictures/file-drop.tsx'
import { optionsOf } from './gallery-fields.ts'
import { type BulkItem, useBulkUpload } from './use-bulk-upload.tsx'

const CHOOSE = { value: '', label: 'Please choose' }
const CATEGORIES = [CHOOSE, ...optionsOf(BULK_CATEGORIES)]
const TYPES = [CHOOSE, ...optionsOf(STAFF_GALLERY_TYPES)]

/** Uploads many images, each with alt text, category and type. */
export function BulkUploader() {
  const { items, isRunning, add, change, remove, removeInvalid, upload, applyToAll } = useBulkUpload()
  const [category, setCategory] = useState('')
  const [galleryType, setGalleryType] = useState('')
  const sendable = items.filter((it) => it.canRetry)
  const done = sendable.filter((it) => it.state === 'success' || it.state === 'error').length
  const hasFailed = sendable.length > 0 && sendable.every((it) => it.state === 'error')
  return (
    <Panel className="flex flex-col gap-4">
      <h3 className="text-xl">Bulk upload</h3>
      <FileDrop label="Add images" isMany isBusy={isRunning} onFiles={add} />
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <SelectField
          label="Category of all"
          options={CATEGORIES}
          value={category}
          onChange={(event) => setCategory(event.target.value)}
        />
        <SelectField
          label="Gallery type of all"
          options={TYPES}
          value={galleryType}
          onChange={(event) => setGalleryType(event.target.value)}
        />
        <Button look="outline" onClick={() => applyToAll(category, galleryType)}>
          Apply to All Images
        </Button>
      </div>
      {items.length > 0 ? (
        <ul aria-label="Images to upload" className="flex flex-col divide-y divide-bark">
          {items.map((item) => (
            <BulkRow
              key={item.key}
              item={item}
              isRunning={isRunning}
              onChange={(next) => change(item.key, next)}
              onRemove={() => remove(item.key)}
            />
          ))}
        </ul>
      ) : null}
      {isRunning ? (
        <div className="flex items-center gap-3">
          <progress
            aria-label="Upload progress"
            value={done}
            max={sendable.length}
            className="h-3 flex-1 accent-brass"
          />
          <span role="status" className="text-sm text-sand tabular-nums">
            {done} of {sendable.length}
          </span>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button disabled={isRunning} onClick={() => void upload()}>
          {isRunning ? 'Uploading…' : hasFailed ? 'Retry failed' : 'Upload All'}
        </Button>
        {sendable.length < items.length ? (
          <Button look="outline" disabled={isRunning} onClick={removeInvalid}>
            Remove invalid files
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}

type RowProps = {
  readonly item: BulkItem
  readonly isRunning: boolean
  readonly onChange: (next: Partial<BulkItem>) => void
  readonly onRemove: () => void
}

const TONES = { pending: 'plain', uploading: 'brass', success: 'teal', error: 'burgundy' } as const

function BulkRow({ item, isRunning, onChange, onRemove }: RowProps) {
  const { name } = item.file
  return (
    <li className="grid items-end gap-3 py-3 md:grid-cols-[5rem_2fr_1fr_1fr_auto]">
      <Thumbnail file={item.file} />
      <TextField
        label={`Alt text of ${name}`}
        value={item.alt}
        disabled={isRunning}
        maxLength={300}
        onChange={(event) => onChange({ alt: event.target.value })}
      />
      <SelectField
        label="Category"
        aria-label={`Category of ${name}`}
        options={CATEGORIES}
        value={item.category}
        disabled={isRunning}
        onChange={(event) => onChange({ category: event.target.value })}
      />
      <SelectField
        label="Gallery type"
        aria-label={`Gallery type of ${name}`}
        options={TYPES}
        value={item.galleryType}
        disabled={isRunning}
        onChange={(event) => onChange({ galleryType: event.target.value })}
      />
      <div className="flex min-h-11 items-center gap-2">
        {item.state === 'uploading' ? (
          <progress
            aria-label={`Upload of ${name}`}
            value={item.progress}
            max={1}
            className="h-3 w-20 accent-brass"
          />
        ) : (
          <Badge tone={TONES[item.state]}>{item.state}</Badge>
        )}
        <Button
          look="quiet"
          className="px-3 text-sm"
          aria-label={`Remove ${name}`}
          disabled={isRunning}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
      {item.message ? <p className="text-sm text-rose md:col-span-5">{item.message}</p> : null}
    </li>
  )
}

const THUMB = 80

/** Thumbnail of a picked file. A file that is not an image leaves it empty. */
function Thumbnail({ file }: { file: File }) {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const draw = async (): Promise<void> => {
      const bitmap = await createImageBitmap(file, { resizeWidth: THUMB, resizeQuality: 'medium' })
      ref.current?.getContext('2d')?.drawImage(bitmap, 0, (THUMB - bitmap.height) / 2)
      bitmap.close()
    }
    draw().catch(() => undefined)
  }, [file])
  return (
    <canvas
      ref={ref}
      width={THUMB}
      height={THUMB}
      aria-hidden="true"
      className="size-16 rounded-lg bg-cocoa"
    />
  )
}
