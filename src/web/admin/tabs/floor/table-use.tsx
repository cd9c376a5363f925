import type { VenueTable } from '#features/floor-plan/chart/schema.ts'
import { Button } from '#ui/button.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { useTableUse } from '../tables/use-table-use.tsx'

/** Takes a table of the floor out of use, or puts it back: the one that breaks is noticed here. */
export function TableUse({ table }: { readonly table: VenueTable }) {
  const canEdit = useCan('tables.edit')
  const { toggle, dialogs } = useTableUse()
  return canEdit ? (
    <>
      <Button look="outline" className="min-h-12" onClick={() => toggle(table)}>
        {table.isAvailable
          ? `Take table ${table.tableNumber} out of use`
          : `Put table ${table.tableNumber} back in use`}
      </Button>
      {dialogs}
    </>
  ) : null
}
