import { useState } from 'react'
import type { StaffGalleryItem } from '#features/gallery/schema.ts'
import { Picture } from '#features/media/ui/picture.tsx'
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
import { BulkUploader } from './bulk-uploader.tsx'
import { GALLERY_KEY, GALLERY_PATH, galleryFieldsOf, NEW_GALLERY_ITEM } from './gallery-fields.ts'
import { GalleryForm } from './gallery-form.tsx'

/** The Gallery tab. */
export default function GalleryTab() {
  const canEdit = useCan('gallery.edit')
  const [isBulk, setBulk] = useState(false)
  const { list, add, edit, draftNotice, askToDelete, dialogs } = useRecords({
    entity: 'gallery_item',
    noun: 'gallery item',
    path: GALLERY_PATH,
    queryKey: GALLERY_KEY,
    fieldsOf: galleryFieldsOf,
    Form: GalleryForm,
  })
  const adding = canEdit ? <Button onClick={() => add(NEW_GALLERY_ITEM)}>Add Gallery Item</Button> : null
  return (
    <>
      <TabHead title="Gallery">
        {canEdit ? (
          <Button look="outline" aria-expanded={isBulk} onClick={() => setBulk(!isBulk)}>
            Bulk upload
          </Button>
        ) : null}
        {adding}
      </TabHead>
      {draftNotice}
      {/* Hidden, not unmounted, when collapsed: added files stay. */}
      {canEdit ? (
        <div hidden={!isBulk}>
          <BulkUploader />
        </div>
      ) : null}
      <ListStates
        what="The gallery"
        query={list}
        loading={<LoadingCards label="Loading the gallery" cards={8} />}
        empty={
          <StateNote title="No pictures yet" text="Guests see an empty gallery.">
            {adding}
          </StateNote>
        }
      >
        {(items) => (
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4">
            {items.map((item) => (
              <GalleryCard
                key={item.id}
                item={item}
                canEdit={canEdit}
                onEdit={() => edit(item)}
                onDelete={() => askToDelete({ id: item.id, name: item.title })}
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
  readonly item: StaffGalleryItem
  readonly canEdit: boolean
  readonly onEdit: () => void
  readonly onDelete: () => void
}

const GalleryCard = ({ item, canEdit, onEdit, onDelete }: CardProps) => (
  <RecordCard
    id={item.id}
    picture={
      <Picture
        picture={item.picture}
        alt={item.alt}
        sizes="(min-width: 64rem) 22rem, 100vw"
        className="aspect-[4/3] w-full object-cover"
      />
    }
  >
    <h3 className="text-lg">{item.title}</h3>
    <p className="flex flex-wrap gap-2">
      <Badge>{item.category}</Badge>
      <Badge tone={item.galleryType === 'archive' ? 'burgundy' : 'teal'}>{item.galleryType}</Badge>
    </p>
    <RecordText>{item.description || item.alt}</RecordText>
    {canEdit ? (
      <RecordActions>
        <EditAction name={item.title} onClick={onEdit} />
        <DeleteAction name={item.title} onClick={onDelete} />
      </RecordActions>
    ) : null}
  </RecordCard>
)
