import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../button.tsx'
import { StateNote } from '../../state.tsx'
import { TabHead } from '../panel.tsx'
import { ListStates } from './list-states.tsx'

/** The list that a record's page leads back to. */
type Back = { readonly to: string; readonly label: string }

/** Heading of a record's own page, with its actions and the way back to the list. */
export const RecordPageHead = ({
  title,
  back,
  children,
}: {
  readonly title: string
  readonly back: Back
  readonly children?: ReactNode
}) => (
  <TabHead title={title}>
    {children}
    <Link to={back.to} className={buttonClass('outline')}>
      {back.label}
    </Link>
  </TabHead>
)

type Props<Item> = {
  readonly id: string
  readonly what: string
  /** The list that the record is read with. */
  readonly list: {
    readonly data: readonly Item[] | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  readonly back: Back
  readonly titleOf: (item: Item | undefined) => string
  readonly missing: { readonly title: string; readonly text: string }
  readonly draftNotice: ReactNode
  readonly dialogs: ReactNode
  readonly children: (item: Item) => ReactNode
}

/** Page of one record that is read with its list. */
export function ListedRecordPage<Item extends { readonly id: string }>({
  id,
  what,
  list,
  back,
  titleOf,
  missing,
  draftNotice,
  dialogs,
  children,
}: Props<Item>) {
  const found = list.data?.filter((it) => it.id === id)
  return (
    <>
      <RecordPageHead title={titleOf(found?.[0])} back={back} />
      {draftNotice}
      <ListStates
        what={what}
        query={{ data: found, error: list.error, refetch: list.refetch }}
        empty={<StateNote {...missing} />}
      >
        {([item]) => (item ? children(item) : null)}
      </ListStates>
      {dialogs}
    </>
  )
}
