import { Picture } from '#features/media/ui/picture.tsx'
import type { StaffModal } from '#features/home-modals/schema.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ListStates, LoadingCards } from '#ui/admin/lists/list-states.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import {
  DeleteAction,
  EditAction,
  RecordActions,
  RecordCard,
  RecordText,
} from '#ui/admin/lists/record-card.tsx'
import { StateNote } from '#ui/state.tsx'
import { useRecords } from '#web/admin/data/use-records.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { modalFieldsOf, NEW_MODAL } from './modal-fields.ts'
import { ModalForm } from './modal-form.tsx'

/** The Modals tab: promotions that open on the home page. */
export default function ModalsTab() {
  const canEdit = useCan('modals.edit')
  const { list, add, edit, draftNotice, askToDelete, dialogs } = useRecords({
    entity: 'modal',
    noun: 'modal',
    path: '/admin/api/modals',
    queryKey: ['modals', 'list'],
    fieldsOf: modalFieldsOf,
    Form: ModalForm,
  })
  const adding = canEdit ? <Button onClick={() => add(NEW_MODAL)}>Add Modal</Button> : null
  return (
    <>
      <TabHead title="Modals">{adding}</TabHead>
      {draftNotice}
      <ListStates
        what="Modals"
        query={list}
        loading={<LoadingCards label="Loading modals" />}
        empty={
          <StateNote title="No modals yet" text="Modals open on the home page after a few seconds.">
            {adding}
          </StateNote>
        }
      >
        {(items) => (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {items.map((modal) => (
              <ModalCard
                key={modal.id}
                modal={modal}
                canEdit={canEdit}
                onEdit={() => edit(modal)}
                onDelete={() => askToDelete({ id: modal.id, name: modal.title })}
              />
            ))}
          </ul>
        )}
      </ListStates>
      {dialogs}
    </>
  )
}

type CardProps = {
  readonly modal: StaffModal
  readonly canEdit: boolean
  readonly onEdit: () => void
  readonly onDelete: () => void
}

const ModalCard = ({ modal, canEdit, onEdit, onDelete }: CardProps) => (
  <RecordCard
    id={modal.id}
    picture={
      <Picture
        picture={modal.picture}
        alt={modal.title}
        sizes="(min-width: 80rem) 30rem, 100vw"
        className="aspect-[16/9] w-full object-cover"
      />
    }
  >
    <div className="flex items-start justify-between gap-3">
      <h3 className="text-lg">{modal.title}</h3>
      <Badge tone={modal.isActive ? 'teal' : 'plain'}>{modal.isActive ? 'Active' : 'Inactive'}</Badge>
    </div>
    <RecordText>{modal.description}</RecordText>
    <p className="text-sm text-dune">
      {[modal.primaryButtonText, modal.secondaryButtonText].filter(Boolean).join(' · ') || 'Default buttons'}
    </p>
    {canEdit ? (
      <RecordActions>
        <EditAction name={modal.title} onClick={onEdit} />
        <DeleteAction name={modal.title} onClick={onDelete} />
      </RecordActions>
    ) : null}
  </RecordCard>
)
