import { formatUsdShort } from '#lib/money.ts'
import type { TableDetails } from '../schema.ts'

type Props = { readonly details: TableDetails | undefined }

/** The minimum spend at a table, and what its price includes. Nothing where staff entered neither. */
export const TableTerms = ({ details }: Props) => (
  <>
    {details?.minimumSpendCents ? (
      <p>Minimum spend at the table {formatUsdShort(details.minimumSpendCents)}</p>
    ) : null}
    {details?.included ? <p>Included: {details.included}</p> : null}
  </>
)
