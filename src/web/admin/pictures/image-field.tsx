import { useId, useState } from 'react'
import type { Picture as PictureData } from '#features/media/schema.ts'
import { Picture } from '#features/media/ui/picture.tsx'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { toastFailure } from '../data/api-client.ts'
import { FileDrop } from './file-drop.tsx'
import { uploadPicture } from './upload-picture.ts'

type Props = {
  readonly label: string
  readonly picture: PictureData | null
  readonly error?: string | undefined
  readonly isRequired?: boolean
  readonly onChange: (picture: PictureData | null) => void
  /** Reports a running upload, so that the form can disable its submit button. */
  readonly onBusy?: (isBusy: boolean) => void
}

/** Uploads, replaces or removes the one image of a record. */
export function ImageField({ label, picture, error, isRequired = false, onChange, onBusy }: Props) {
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const take = async (file: File): Promise<void> => {
    setBusy(true)
    onBusy?.(true)
    try {
      onChange(await uploadPicture(file))
      showToast({ tone: 'good', title: 'Image uploaded successfully' })
    } catch (failure) {
      toastFailure('Failed to upload image', failure)
    } finally {
      setBusy(false)
      onBusy?.(false)
    }
  }
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-semibold text-sand">
        {label}
        {isRequired ? <span className="text-dune"> (required)</span> : null}
      </span>
      <FileDrop
        label={picture ? 'Change image' : 'Upload image'}
        isBusy={isBusy}
        onFiles={([file]) => file && void take(file)}
      >
        {isBusy ? (
          <span role="status" className="flex items-center gap-2 text-sand">
            <Spinner /> Uploading…
          </span>
        ) : null}
        {picture ? (
          <Picture
            picture={picture}
            alt="Current image"
            sizes="20rem"
            className="max-h-40 w-auto rounded-lg object-contain"
          />
        ) : null}
      </FileDrop>
      {picture && !isBusy ? (
        <Button look="quiet" className="self-start" onClick={() => onChange(null)}>
          Remove image
        </Button>
      ) : null}
      {error ? (
        <p role="alert" className="text-sm text-rose">
          {error}
        </p>
      ) : null}
    </div>
  )
}
