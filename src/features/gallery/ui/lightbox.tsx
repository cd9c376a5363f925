import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'

const ROUND =
  'inline-flex size-11 items-center justify-center rounded-full border border-clay bg-night/85 text-cream transition-colors hover:border-brass hover:text-brass'

type Props = { readonly label: string; readonly count: number }

/**
 * Lightbox without pictures: the gallery's script fills the parts marked `data-part` from the photos of the page. The
 * pictures stand in a row that the browser scrolls, so that a guest swipes through them as through any list.
 */
export const LightboxTemplate = ({ label, count }: Props) => (
  <template id="lightbox">
    <dialog
      aria-label={label}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none grid-rows-[auto_1fr_auto_auto] overflow-hidden overscroll-contain bg-night text-cream open:grid [@media(max-height:32rem)]:grid-cols-[1fr_17rem] [@media(max-height:32rem)]:grid-rows-[auto_1fr]"
    >
      <div className="col-span-full flex items-center justify-between gap-4 px-3 py-2 sm:px-5">
        <p
          data-part="count"
          aria-live="polite"
          aria-atomic="true"
          className="text-sm font-semibold text-sand"
        />
        <button type="button" data-close aria-label="Close" className={ROUND}>
          <Icon name="close" className="size-6" />
        </button>
      </div>
      <div className="relative min-h-0">
        <div
          data-part="stage"
          role="group"
          aria-label="Images"
          tabIndex={0}
          className="absolute inset-0 flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain outline-none [scrollbar-width:none]"
        />
        {count > 1 ? (
          <>
            <StepButton step={-1} label="Previous image" className="left-2 sm:left-5" />
            <StepButton step={1} label="Next image" className="right-2 sm:right-5" />
          </>
        ) : null}
      </div>
      <div className="col-start-1 mx-auto flex min-h-44 w-full max-w-3xl flex-col items-center gap-1 px-4 pt-3 text-center sm:min-h-36 [@media(max-height:32rem)]:col-start-2">
        <div aria-live="polite" className="contents">
          <h2 data-part="title" className="text-xl" />
          <p data-part="description" className="font-display text-brass italic empty:hidden" />
          <p data-part="alt" className="text-sm leading-normal text-sand" />
        </div>
        <p className="mt-1 flex flex-wrap justify-center gap-2">
          <Badge tone="brass">
            <span data-part="category" />
          </Badge>
          <Badge>
            <span data-part="type" />
          </Badge>
        </p>
      </div>
      <ul
        data-part="thumbnails"
        aria-label="Thumbnails"
        className="flex justify-center-safe gap-2 overflow-x-auto px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] [scrollbar-width:none] [@media(max-height:32rem)]:hidden"
      />
    </dialog>
  </template>
)

const StepButton = ({ step, label, className }: { step: -1 | 1; label: string; className: string }) => (
  <button
    type="button"
    data-step={step}
    aria-label={label}
    className={`${ROUND} absolute top-1/2 -translate-y-1/2 ${className}`}
  >
    <Icon name={step < 0 ? 'left' : 'right'} className="size-6" />
  </button>
)
