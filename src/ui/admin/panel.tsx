import type { ReactNode } from 'react'

/** Heading of a tab with its actions. */
export const TabHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <h2 tabIndex={-1} className="text-heading lg:text-2xl lg:leading-8">
      {title}
    </h2>
    <div className="flex flex-wrap items-center gap-2 pointer-fine:lg:[&>*]:min-h-9 pointer-fine:lg:[&>*]:py-1">
      {children}
    </div>
  </div>
)

export const Panel = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <section className={`rounded-card border border-bark bg-ember p-4 sm:p-5 ${className}`}>{children}</section>
)

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="rounded-md border border-clay bg-night px-1.5 py-0.5 font-sans text-xs font-semibold text-sand">
    {children}
  </kbd>
)
