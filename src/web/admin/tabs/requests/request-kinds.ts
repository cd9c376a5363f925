import type { RequestKind } from '#features/requests/schema.ts'
import type { StaffAction } from '#features/permissions/rules.ts'

/** Labels, API path and permission of each kind of request. */
type RequestPath = '/admin/api/inquiries' | '/admin/api/table-requests' | '/admin/api/applications'

export const KIND_LABELS: Record<
  RequestKind,
  { readonly noun: string; readonly what: string; readonly path: RequestPath; readonly edit: StaffAction }
> = {
  inquiry: {
    noun: 'inquiry',
    what: 'Inquiries',
    path: '/admin/api/inquiries',
    edit: 'inquiries.edit',
  },
  table_request: {
    noun: 'table request',
    what: 'Table requests',
    path: '/admin/api/table-requests',
    edit: 'inquiries.edit',
  },
  application: {
    noun: 'application',
    what: 'Applications',
    path: '/admin/api/applications',
    edit: 'applications.edit',
  },
}
