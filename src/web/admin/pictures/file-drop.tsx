import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { topmostDialog } from '#ui/topmost-dialog.ts'
import { Icon } from '#ui/icon.tsx'
import { filesOf, PICTURE_TYPES } from './upload-picture.ts'

type Props = {
  readonly label: string
  readonly isMany?: boolean
  readonly isBusy?: boolean
  readonly onFiles: (files: File[]) => void
  readonly children?: ReactNode
}

/** File input for images: by drag and drop, by paste, or from the file picker. */
export function FileDrop({ label, isMany = false, isBusy = false, onFiles, children }: Props) {
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: File[]): void => {
    if (files.length > 0 && !isBusy) onFiles(isMany ? files : files.slice(0, 1))
  }
  usePastedFiles(field, take)
  return (
    <div
      ref={field}
      className={`flex flex-col items-center gap-3 rounded-lg border border-dashed p-4 text-center ${isOver ? 'border-brass bg-cocoa' : 'border-clay bg-night'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(filesOf(event.dataTransfer))
      }}
    >
      {children}
      <input
        id={id}
        type="file"
        accept={PICTURE_TYPES}
        multiple={isMany}
        disabled={isBusy}
        className="peer sr-only"
        onChange={(event) => {
          take([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <label
        htmlFor={id}
        className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-xl border border-brass/70 px-5 py-2.5 font-semibold peer-focus-visible:outline-3 peer-focus-visible:outline-brass peer-disabled:opacity-55 hover:bg-brass/15"
      >
        <Icon name="gallery" />
        {label}
      </label>
      <p className="text-sm text-dune">
        JPEG, PNG or WebP up to 8 MB. Drop {isMany ? 'them' : 'it'} here, or paste.
      </p>
    </div>
  )
}

/** Listens for pasted files on the whole page, or in the open dialog: the keyboard focus need not be in the field. */
function usePastedFiles(field: RefObject<HTMLElement | null>, take: (files: File[]) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = filesOf(event.clipboardData)
    const dialog = topmostDialog()
    if (files.length === 0 || (dialog && !dialog.contains(field.current))) return
    event.preventDefault()
    take(files)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => paste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
