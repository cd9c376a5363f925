import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { TAG_LABELS } from '#features/reservation-management/tonight/rules.ts'
import { countText } from '#lib/text/count.ts'
import { type CalendarDate, formatDate } from '#lib/venue-time.ts'
import type { ShownParty } from './parties.ts'
import { dueText, notesText, partyText, shortClockOf, stateText, tableText } from './tonight-copy.ts'

/** Whether the page is being printed. Rendered at once: a browser prints right after the event. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const begin = (): void => flushSync(() => setIsPrinting(true))
    const end = (): void => setIsPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

const COLUMNS = ['Here', 'Time', 'Name', 'Party', 'Table', 'Due', 'Notes', 'State']

/** All parties as a table, with a box to tick by pen. */
export const PrintList = ({ date, parties }: { date: CalendarDate; parties: readonly ShownParty[] }) => (
  <table className="w-full border-collapse text-left">
    <caption className="pb-2 text-left font-display text-2xl">
      {`${formatDate(date)}: ${countText(parties.length, 'party', 'parties')}`}
    </caption>
    <thead>
      <tr>
        {COLUMNS.map((name) => (
          <th key={name} scope="col" className="border-b border-clay py-1 pr-3">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {parties.map((party) => (
        <tr key={party.id} className="break-inside-avoid border-b border-bark align-top">
          <td className="py-1 pr-3">
            <span className="block size-4 border border-clay" />
          </td>
          <td className="py-1 pr-3 whitespace-nowrap tabular-nums">{shortClockOf(party.startsAt)}</td>
          <td className="py-1 pr-3 font-semibold">
            {[party.guestName, ...party.shownTags.map((tag) => TAG_LABELS[tag])].join(', ')}
          </td>
          <td className="py-1 pr-3 whitespace-nowrap tabular-nums">{partyText(party)}</td>
          <td className="py-1 pr-3">{tableText(party)}</td>
          <td className="py-1 pr-3">{dueText(party)}</td>
          <td className="py-1 pr-3">{notesText(party)}</td>
          <td className="py-1">{stateText(party)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
