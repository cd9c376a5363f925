import type { CloseOut, CoverNote } from '#features/close-out/schema.ts'
import { countText } from '#lib/text/count.ts'
import { Panel } from '#ui/admin/panel.tsx'
import { PartyLine } from './party-line.tsx'

/**
 * Parties that came in without cover, and those that have it for more guests than came. Both are questions to the entrance and
 * hold nothing up: until the night is closed, check-in records cover; the cover of the night below is corrected at any time.
 */
export const CoverNotes = ({
  night: { uncovered, overcovered, closing },
}: {
  readonly night: Pick<CloseOut, 'uncovered' | 'overcovered' | 'closing'>
}) => (
  <>
    <Notes
      notes={uncovered}
      title={`Cover of ${countText(uncovered.length, 'party', 'parties')} is not recorded`}
      hint={closing ? null : 'Check-in records it until the night is closed.'}
    />
    <Notes
      notes={overcovered}
      title={`Cover of ${countText(overcovered.length, 'party', 'parties')} may have been taken twice`}
      hint="It is recorded for more guests than the party has. A wrong one is corrected in the cover of the night, below."
    />
  </>
)

type NotesProps = {
  readonly notes: readonly CoverNote[]
  readonly title: string
  readonly hint: string | null
}

const Notes = ({ notes, title, hint }: NotesProps) =>
  notes.length === 0 ? null : (
    <Panel>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-display text-xl">{title}</summary>
        {hint === null ? null : <p className="text-sand">{hint}</p>}
        <ul>
          {notes.map(({ id, guestName, text, list }) => (
            <PartyLine key={id} party={{ id, guestName, list }}>
              {text}
              {list ? ` · on the list ${list.name}` : null}
            </PartyLine>
          ))}
        </ul>
      </details>
    </Panel>
  )
