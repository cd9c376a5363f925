import { staffList } from '#features/staff-lists/service.ts'
import { modalEdit, modalForm, type StaffModal } from './schema.ts'
import { missingTargets, targetIdOf } from './rules.ts'
import { findStaffModal, insertModal, listStaffModals, listTargets } from './store.ts'

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
  async check(trx, form) {
    const ids = [form.primaryButtonAction, form.secondaryButtonAction].flatMap((it) => targetIdOf(it) ?? [])
    return missingTargets(form, await listTargets(trx, ids))
  },
  auditFields({ id: _id, version: _version, createdAt: _createdAt, picture, ...rest }: StaffModal) {
    return { ...rest, pictureId: picture?.id ?? null }
  },
})
