import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  readonly id: string
  /** The id of the heading inside that names the dialog. */
  readonly labelledBy: string
  readonly className?: string
  readonly children: ReactNode
} & { readonly [data: `data-${string}`]: string | boolean }

/** Modal dialog of a document: rendered closed, opened by the site's script. Its close button is a form of the browser. */
export const DocumentDialog = ({ labelledBy, className = 'sm:max-w-lg', children, ...rest }: Props) => (
  <dialog
    {...rest}
    aria-labelledby={labelledBy}
    className={`dialog m-auto max-h-[calc(100dvh-2rem)] w-full max-w-none overflow-y-auto overscroll-contain rounded-card border border-clay bg-ember p-0 text-cream shadow-2xl shadow-black backdrop:bg-night/80 backdrop:backdrop-blur-sm max-sm:mb-0 max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 ${className}`}
  >
    <div data-panel tabIndex={-1} className="relative outline-none">
      <form method="dialog">
        <button
          aria-label="Close"
          className="absolute top-3 right-3 z-10 inline-flex size-11 items-center justify-center rounded-full bg-night/75 text-cream hover:bg-night"
        >
          <Icon name="close" />
        </button>
      </form>
      {children}
    </div>
  </dialog>
)
