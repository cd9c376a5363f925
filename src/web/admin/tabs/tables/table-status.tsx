import { Badge } from '#ui/badge.tsx'

/** Whether a table is in service, in the same words wherever tables are listed. */
export const TableStatus = ({ isAvailable }: { readonly isAvailable: boolean }) => (
  <Badge tone={isAvailable ? 'teal' : 'burgundy'}>{isAvailable ? 'Available' : 'Occupied'}</Badge>
)
