import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { MarkPaidForm } from '../../reservations/page/money/money-forms.tsx'
import type { ShownParty } from '../parties.ts'

type Props = { readonly party: Pick<ShownParty, 'id' | 'dueCents' | 'status' | 'isHeld' | 'isDeleted'> }

/** Records a payment of a party at the venue, where it still owes one. A table that is being paid online waits for that. */
export function TakePayment({ party: { id, dueCents, status, isHeld, isDeleted } }: Props) {
  const canTake = useCan('payments.take')
  const [isOpen, setIsOpen] = useState(false)
  const isPayable = dueCents > 0 && status !== 'cancelled' && !isHeld && !isDeleted
  return (
    <>
      {canTake && isPayable ? (
        <Button look="outline" className="min-h-12 self-start" onClick={() => setIsOpen(true)}>
          Mark as paid
        </Button>
      ) : null}
      {isOpen ? <MarkPaidForm id={id} dueCents={dueCents} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
