import { type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import { Picture } from '#features/media/ui/picture.tsx'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { useCloseOnBack } from '#ui/use-close-on-back.ts'
import { galleryLabel, neighbour } from '../rules.ts'
import type { GalleryItem } from '../schema.ts'

export type LightboxProps = {
  readonly items: readonly GalleryItem[]
  readonly start: number
  readonly onClose: () => void
}

/** Modal lightbox with keyboard, swipe and thumbnail navigation. */
export function Lightbox({ items, start, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [index, setIndex] = useState(start)
  useCloseOnBack(true, onClose)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const step = (by: 1 | -1): void => setIndex((at) => neighbour(at, by, items.length))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    step(event.key === 'ArrowLeft' ? -1 : 1)
  }
  const item = items[index]
  if (!item) return null
  return (
    <dialog
      ref={dialog}
      aria-label={`${galleryLabel(item.galleryType)} gallery`}
      // React also fires this event for a dialog that was closed and immediately opened again.
      onClose={() => dialog.current?.open || onClose()}
      onKeyDown={onKeyDown}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none grid-rows-[auto_1fr_auto_auto] overflow-hidden overscroll-contain bg-night text-cream open:grid [@media(max-height:32rem)]:grid-cols-[1fr_17rem] [@media(max-height:32rem)]:grid-rows-[auto_1fr]"
    >
      <div className="col-span-full flex items-center justify-between gap-4 px-3 py-2 sm:px-5">
        <p aria-live="polite" aria-atomic="true" className="text-sm font-semibold text-sand">
          {index + 1} of {items.length} images
        </p>
        <button type="button" aria-label="Close" onClick={() => dialog.current?.close()} className={ROUND}>
          <Icon name="close" className="size-6" />
        </button>
      </div>
      <Stage items={items} index={index} onStep={step} />
      <Caption item={item} />
      <Thumbnails items={items} index={index} onPick={setIndex} />
    </dialog>
  )
}

const ROUND =
  'inline-flex size-11 items-center justify-center rounded-full border border-clay bg-night/85 text-cream transition-colors hover:border-brass hover:text-brass'

type StageProps = {
  readonly items: readonly GalleryItem[]
  readonly index: number
  readonly onStep: (by: 1 | -1) => void
}

function Stage({ items, index, onStep }: StageProps) {
  const swipe = useSwipe(onStep)
  const near = [neighbour(index, -1, items.length), neighbour(index, 1, items.length)]
  return (
    <div className="relative min-h-0 touch-pan-y touch-pinch-zoom" {...swipe}>
      {items.map((item, at) =>
        at === index || near.includes(at) ? (
          // Neighbouring pictures are rendered hidden, so that they are loaded before the guest steps to them.
          <div
            key={item.id}
            aria-hidden={at !== index}
            className={`absolute inset-0 flex items-center justify-center px-2 transition-opacity duration-200 sm:px-20 ${at === index ? '' : 'opacity-0'}`}
          >
            <Picture
              picture={item.picture}
              alt={item.alt}
              sizes="100vw"
              className="size-full bg-transparent! object-contain"
            />
          </div>
        ) : null,
      )}
      {items.length > 1 ? (
        <>
          <button
            type="button"
            aria-label="Previous image"
            onClick={() => onStep(-1)}
            className={`${ROUND} absolute top-1/2 left-2 -translate-y-1/2 sm:left-5`}
          >
            <Icon name="left" className="size-6" />
          </button>
          <button
            type="button"
            aria-label="Next image"
            onClick={() => onStep(1)}
            className={`${ROUND} absolute top-1/2 right-2 -translate-y-1/2 sm:right-5`}
          >
            <Icon name="right" className="size-6" />
          </button>
        </>
      ) : null}
    </div>
  )
}

const SWIPE_PX = 45

/** Horizontal swipe between pictures. Pinching, and panning a zoomed page, are left to the browser. */
function useSwipe(onStep: (by: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart(event: TouchEvent) {
      const [touch, second] = [event.touches[0], event.touches[1]]
      const isEnlarged = (window.visualViewport?.scale ?? 1) > 1.05
      from.current = touch && !second && !isEnlarged ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd(event: TouchEvent) {
      const touch = event.changedTouches[0]
      if (!touch || !from.current) return
      const across = touch.clientX - from.current.x
      const down = touch.clientY - from.current.y
      from.current = null
      if (Math.abs(across) > SWIPE_PX && Math.abs(across) > 1.5 * Math.abs(down)) onStep(across < 0 ? 1 : -1)
    },
  }
}

const Caption = ({ item }: { item: GalleryItem }) => (
  <div className="col-start-1 mx-auto flex min-h-44 w-full max-w-3xl flex-col items-center gap-1 px-4 pt-3 text-center sm:min-h-36 [@media(max-height:32rem)]:col-start-2">
    <div aria-live="polite" className="contents">
      <h2 className="text-xl">{item.title}</h2>
      {item.description ? <p className="font-display text-brass italic">{item.description}</p> : null}
      <p className="text-sm leading-normal text-sand">{item.alt}</p>
    </div>
    <p className="mt-1 flex flex-wrap justify-center gap-2">
      <Badge tone="brass">{galleryLabel(item.category)}</Badge>
      <Badge>{galleryLabel(item.galleryType)}</Badge>
    </p>
  </div>
)

type ThumbnailsProps = {
  readonly items: readonly GalleryItem[]
  readonly index: number
  readonly onPick: (index: number) => void
}

function Thumbnails({ items, index, onPick }: ThumbnailsProps) {
  const strip = useRef<HTMLUListElement>(null)
  useEffect(() => {
    strip.current?.children[index]?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [index])
  return (
    <ul
      ref={strip}
      aria-label="Thumbnails"
      className="flex justify-center-safe gap-2 overflow-x-auto px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] [scrollbar-width:none] [@media(max-height:32rem)]:hidden"
    >
      {items.map((item, at) => (
        <li key={item.id} className="shrink-0">
          <button
            type="button"
            aria-label={item.title || item.alt}
            aria-current={at === index ? 'true' : undefined}
            onClick={() => onPick(at)}
            className="block size-14 overflow-hidden rounded-lg border-2 border-transparent opacity-60 transition-opacity hover:opacity-100 aria-[current=true]:border-brass aria-[current=true]:opacity-100"
          >
            <Picture picture={item.picture} alt="" sizes="56px" className="size-full object-cover" />
          </button>
        </li>
      ))}
    </ul>
  )
}
