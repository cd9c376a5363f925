import { staffList } from '#features/staff-lists/service.ts'
import { modalEdit, modalForm, type StaffModal } from './schema.ts'
import { findStaffModal, insertModal, listStaffModals } from './store.ts'

export { listActiveModals } from './store.ts'

export const modalList = staffList({
  name: 'modals',
  table: 'homeModals',
  nameColumn: 'title',
  form: modalForm,
  edit: modalEdit,
  list: listStaffModals,
  find: findStaffModal,
  insert: insertModal,
  valuesOf: (form) => form,
  auditFields({ id: _id, version: _version, createdAt: _createdAt, picture, ...rest }: StaffModal) {
    return { ...rest, pictureId: picture?.id ?? null }
  },
})
