import { type ReactNode } from 'react'
import { formatDate } from '#lib/venue-time.ts'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

export type LegalSection = { readonly id: string; readonly title: string; readonly body: ReactNode }

type Props = {
  readonly title: string
  readonly intro: string
  readonly changedOn: string
  readonly sections: readonly LegalSection[]
}

/**
 * Layout of a legal page: table of contents at the side and one column of text. On phones the contents are a drawer; without a
 * script, which closes it behind a jump, they are a list above the text.
 */
export const LegalPage = ({ title, intro, changedOn, sections }: Props) => (
  <div className="wrap py-10 md:py-16">
    <a href="/" className="inline-flex min-h-11 items-center gap-2 font-semibold text-brass hover:text-cream">
      <Icon name="left" />
      Back to Home
    </a>
    <header className="mt-4 max-w-[68ch] border-b border-bark pb-8">
      <h1 className="text-title">{title}</h1>
      <p className="mt-4 text-sand">{intro}</p>
      <p className="mt-3 text-sm text-dune">
        Last updated: <time dateTime={changedOn}>{formatDate(changedOn).replace(/^\w+, /, '')}</time>
      </p>
    </header>
    <div className="legal mt-8 gap-16 lg:grid lg:grid-cols-[16rem_minmax(0,68ch)]">
      <ContentsDrawer sections={sections} />
      <div className="hidden self-start noscript:block max-lg:mb-8 lg:sticky lg:top-28 lg:block">
        <p className="eyebrow mb-3 px-4">Table of Contents</p>
        <Contents label="Contents" sections={sections} />
      </div>
      <div className="flex flex-col gap-10">
        {sections.map(({ id, title: heading, body }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="flex flex-col gap-4">
            <h2 id={`${id}-title`} className="text-heading">
              {heading}
            </h2>
            <div className="legal-text flex flex-col gap-4 text-sand">{body}</div>
          </section>
        ))}
      </div>
    </div>
  </div>
)

const DRAWER = 'contents-drawer'

/** The contents on phones: a native popover. */
const ContentsDrawer = ({ sections }: { sections: readonly LegalSection[] }) => (
  <div className="mb-8 noscript:hidden lg:hidden">
    <button type="button" popoverTarget={DRAWER} className={buttonClass('outline', 'w-full justify-between')}>
      Table of Contents
      <Icon name="list" />
    </button>
    <div
      id={DRAWER}
      popover="auto"
      className="drawer fixed inset-y-0 right-auto left-0 m-0 h-dvh w-[min(22rem,86vw)] flex-col overflow-y-auto border-r border-bark bg-ember p-4 text-cream open:flex"
    >
      <div className="mb-3 flex items-center justify-between">
        <p className="eyebrow px-4">Table of Contents</p>
        <button
          type="button"
          popoverTarget={DRAWER}
          popoverTargetAction="hide"
          aria-label="Close the contents"
          className="inline-flex size-11 items-center justify-center rounded-full text-cream hover:bg-cocoa"
        >
          <Icon name="close" className="size-6" />
        </button>
      </div>
      <Contents label="Contents, in a drawer" sections={sections} />
    </div>
  </div>
)

const Contents = ({ label, sections }: { label: string; sections: readonly LegalSection[] }) => (
  <nav aria-label={label}>
    <ol className="legal-contents flex flex-col pb-3">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center border-l-2 border-bark px-4 text-sand hover:text-cream"
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  </nav>
)

export const List = ({ items }: { items: readonly ReactNode[] }) => (
  <ul className="flex list-disc flex-col gap-2 pl-6 marker:text-brass">
    {items.map((item, i) => (
      // oxlint-disable-next-line react/no-array-index-key -- a printed list: its order never changes
      <li key={i}>{item}</li>
    ))}
  </ul>
)
