import { LinkedParagraph } from './email-template.tsx'

type Props = {
  /** The guest's page; null where no passes are offered. */
  readonly link: string | null | undefined
}

/** Leads to the passes on the guest's page. It names no pass itself: programs that check emails open every link. */
export const PassParagraph = ({ link }: Props) =>
  link ? (
    <LinkedParagraph
      of={{ text: 'Have your entry code at hand:', label: 'add it to the wallet of your phone', link }}
    />
  ) : null
