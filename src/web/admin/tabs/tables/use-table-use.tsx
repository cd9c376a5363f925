import { useMutation } from '@tanstack/react-query'
import type { StaffTable } from '#features/floor-plan/tables/schema.ts'
import { keptUntilMoved } from '#features/reservations/affected-guests/rules.ts'
import type { TableParty } from '#features/reservations/affected-guests/schema.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { type BulkChange, useBulkChange } from '#web/admin/selection/use-bulk-change.tsx'
import { TABLE_PAGES, tableFieldsOf, TABLES_KEY, TABLES_PATH } from './table-fields.ts'
import { PartyAtTable } from './table-parties.tsx'

/** A table with the parties that staff saw at it, and leave there. */
type SeenTable = StaffTable & { readonly agreedParties: readonly string[] }

async function saveTable({ agreedParties, ...table }: SeenTable, version: number): Promise<SeenTable> {
  const json = { ...tableFieldsOf(table), version, agreedParties: [...agreedParties] }
  const { item } = await apiFetch(`${TABLES_PATH}/${table.id}`, { method: 'PUT', json })
  return { ...item, agreedParties }
}

type Wanted = {
  readonly ids: readonly string[]
  readonly isAvailable: boolean
  readonly words: BulkChange<SeenTable>['words']
  /** Question about one table; the selected ones without it. */
  readonly question?: (tableNumber: number) => string
}

/** The tables as they are now, with the parties that have them: the question is about what is true. */
async function readTables({ ids, ...wanted }: Wanted) {
  const query = new URLSearchParams(ids.map((id) => ['table', id]))
  const [{ items: tables }, { items: parties }] = await Promise.all([
    apiFetch(TABLES_PATH),
    apiFetch(`${TABLES_PATH}/parties?${query}`),
  ])
  const seen = tables
    .filter(({ id }) => ids.includes(id))
    .map((table): SeenTable => ({
      ...table,
      agreedParties: parties.filter(({ tableId }) => tableId === table.id).map(({ id }) => id),
    }))
  return { ...wanted, tables: seen, parties }
}

/**
 * Takes tables out of use and puts them back. The parties that have them are named before: they keep them until they are moved.
 * No other guest gets the tables from then on.
 */
export function useTableUse() {
  const { ask, dialogs } = useBulkChange<SeenTable>({
    noun: 'table',
    plural: 'tables',
    queryKey: TABLES_KEY,
    nameOf: ({ tableNumber }) => `Table ${tableNumber}`,
    pageOf: ({ id }) => `${TABLE_PAGES}/${id}`,
    save: saveTable,
  })
  const reading = useMutation({
    mutationFn: readTables,
    onSuccess({ tables, parties, isAvailable, words, question }) {
      const [first] = tables
      ask({
        items: tables,
        words,
        change: (table) => ({ ...table, isAvailable }),
        isSo: (table) => table.isAvailable === isAvailable,
        ...(question && first ? { question: question(first.tableNumber) } : {}),
        note: isAvailable ? null : <Kept {...{ tables, parties }} />,
      })
    },
    onError: (error) => toastFailure('Error loading tables', error),
  })
  return {
    setUse: reading.mutate,
    /** Takes one table out of use, or puts it back. */
    toggle: ({ id, isAvailable }: Pick<StaffTable, 'id' | 'isAvailable'>) =>
      reading.mutate({ ids: [id], isAvailable: !isAvailable, ...(isAvailable ? TAKE_OUT : PUT_BACK) }),
    dialogs,
  }
}

const TAKE_OUT = {
  words: { verb: 'Take', done: 'taken', to: 'out of use' },
  question: (number: number) => `Take table ${number} out of use?`,
}
const PUT_BACK = {
  words: { verb: 'Put', done: 'put', to: 'back in use' },
  question: (number: number) => `Put table ${number} back in use?`,
}

/** Label of the act on one table. */
export const labelOfUse = ({ isAvailable }: Pick<StaffTable, 'isAvailable'>): string =>
  isAvailable ? 'Take out of use' : 'Put back in use'

type KeptProps = { readonly tables: readonly SeenTable[]; readonly parties: readonly TableParty[] }

/** The parties that keep their tables, and what becomes of those. */
function Kept({ tables, parties }: KeptProps) {
  const named = tables.flatMap((table) =>
    parties.filter(({ tableId }) => tableId === table.id).map((party) => ({ table, party })),
  )
  return (
    <div className="flex flex-col gap-3">
      {parties.length === 0 ? null : (
        <ul aria-label="Parties that have a table" className="flex flex-col gap-1">
          {named.map(({ table, party }) => (
            <li key={`${party.tableId} ${party.id}`} className="wrap-anywhere">
              {tables.length === 1 ? null : `Table ${table.tableNumber} · `}
              <PartyAtTable party={party} />
            </li>
          ))}
        </ul>
      )}
      <p className="text-sand">{keptUntilMoved({ tables: tables.length, hasParties: parties.length > 0 })}</p>
    </div>
  )
}
