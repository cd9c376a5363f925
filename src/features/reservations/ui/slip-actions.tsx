import type { ReactNode } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { type PassPaths, PassLinks } from './pass-link.tsx'

type Props = {
  /** URL of the reservation page. */
  readonly link: string
  readonly passPaths: PassPaths
  readonly children?: ReactNode
}

/** Actions of a confirmation: print it, add it to a calendar or a wallet. */
export const SlipActions = ({ link, passPaths, children }: Props) => (
  <div id="wallet" className="no-print mt-8 scroll-mt-28 flex flex-wrap gap-3 max-sm:flex-col">
    {children}
    <Button look="outline" data-print className="noscript:hidden">
      Print Confirmation
    </Button>
    <a href={`${link}/calendar.ics`} download className={buttonClass('outline')}>
      <Icon name="calendar" /> Add to Calendar
    </a>
    <PassLinks paths={passPaths} />
  </div>
)
