import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ROLE_TEXTS } from '#features/permissions/rules.ts'
import {
  type AccountForm,
  STAFF_ROLES,
  type StaffAccount,
  type StaffList,
  type StaffRole,
} from '#features/permissions/schema.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { CheckField, SelectField } from '#ui/admin/forms/field.tsx'
import { type InputDescriptor, SubmittedFields } from '#ui/admin/forms/form-fields.tsx'
import { GuardedForm } from '#ui/admin/forms/guarded-form.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { useSubmission } from '#ui/admin/forms/use-submission.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, apiFetchAny, fieldErrors, toastFailure } from '#web/admin/data/api-client.ts'
import { useCan, useCurrentUser } from '#web/admin/auth/current-user.ts'

const KEY = ['team']
const ROLES = STAFF_ROLES.map((role) => ({ value: role, label: role }))
const roleOf = (text: string): StaffRole => STAFF_ROLES.find((it) => it === text) ?? 'host'

/** Mutation of the team that invalidates its query. */
function useTeamChange(title: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({
      path,
      method,
      json,
    }: {
      path: string
      method: 'POST' | 'PUT' | 'DELETE'
      json?: unknown
    }) => apiFetchAny(`/admin/api/team/${path}`, { method, json }),
    onError: (error) => toastFailure(title, error),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}

/** Staff accounts, the two-factor rule, and open invitations. */
export default function StaffAccounts() {
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => apiFetch('/admin/api/team', { signal }),
  })
  const canEdit = useCan('staff.edit')
  if (error && !data)
    return <LoadFailure what="Staff accounts" text={error.message} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows label="Loading staff accounts" />
  return (
    <div className="flex flex-col gap-5">
      <Panel>
        <ul className="divide-y divide-bark">
          {data.accounts.map((account) => (
            <AccountRow key={account.id} account={account} canEdit={canEdit} />
          ))}
        </ul>
      </Panel>
      {canEdit ? <TwoFactorRule isOn={data.ownersRequireTwoFactor} /> : null}
      {canEdit ? <Invitations {...data} /> : null}
    </div>
  )
}

function AccountRow({ account, canEdit }: { account: StaffAccount; canEdit: boolean }) {
  const { id } = useCurrentUser()
  const [isAsking, setAsking] = useState(false)
  const change = useTeamChange('Error updating account')
  const set = (next: AccountForm): void =>
    change.mutate({ path: `accounts/${account.id}`, method: 'PUT', json: next })
  const canChange = canEdit && account.id !== id
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-full sm:basis-0">
        <p className="font-semibold">
          {account.name} {account.id === id ? <span className="text-dune">(you)</span> : null}
        </p>
        <p className="truncate text-sm text-sand">{account.email}</p>
        <p className="text-sm text-dune">
          {account.seenAt ? `Last seen ${shownMoment(account.seenAt)}` : 'Not signed in'}
        </p>
        <p className="text-sm text-sand">{ROLE_TEXTS[account.role]}</p>
      </div>
      {account.hasCodes ? <Badge tone="teal">Authenticator</Badge> : null}
      {account.hasAccess ? null : <Badge tone="burgundy">No access</Badge>}
      {canChange ? (
        <div className="flex items-end gap-3">
          <SelectField
            label={`Role of ${account.name}`}
            options={ROLES}
            value={account.role}
            onChange={(event) => set({ role: roleOf(event.target.value) })}
          />
          <Button
            look="outline"
            onClick={() => (account.hasAccess ? setAsking(true) : set({ hasAccess: true }))}
          >
            {account.hasAccess ? 'Remove access' : 'Give access'}
          </Button>
        </div>
      ) : (
        <Badge>{account.role}</Badge>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        question={`Remove the access of ${account.name} (${account.email})?`}
        confirm="Remove access"
        onConfirm={() => {
          setAsking(false)
          set({ hasAccess: false })
        }}
        onClose={() => setAsking(false)}
      >
        <p className="text-sand">They are signed out now and cannot sign in again.</p>
      </ConfirmDialog>
    </li>
  )
}

function TwoFactorRule({ isOn }: { isOn: boolean }) {
  const change = useTeamChange('Error updating settings')
  const [wanted, setWanted] = useState(isOn)
  return (
    <Panel>
      <CheckField
        label="Owners need an authenticator"
        checked={change.isPending ? wanted : isOn}
        onChange={({ target: { checked } }) => {
          setWanted(checked)
          change.mutate({ path: 'codes-rule', method: 'PUT', json: { ownersRequireTwoFactor: checked } })
        }}
      />
      <p className="text-sm text-dune">Owners without one set it up on their next action.</p>
    </Panel>
  )
}

const INVITATION: readonly InputDescriptor[] = [
  { name: 'email', label: 'Email', kind: 'text', type: 'email', required: true, isRequired: false },
  { name: 'role', label: 'Role', kind: 'select', options: ROLES },
]

function Invitations({ invitations }: Pick<StaffList, 'invitations'>) {
  const invite = useTeamChange('Error sending invitation')
  const withdraw = useTeamChange('Error withdrawing invitation')
  const { onSubmit } = useSubmission(async (text, form) => {
    const json = { email: text('email'), role: text('role') }
    const onSuccess = (): void => {
      form.reset()
      showToast({ tone: 'good', title: 'Invitation sent', text: `An email is on its way to ${json.email}.` })
    }
    invite.mutate({ path: 'invitations', method: 'POST', json }, { onSuccess })
  })
  return (
    <Panel className="flex flex-col gap-4">
      <h3 className="text-xl">Invitations</h3>
      <GuardedForm onSubmit={onSubmit} className="grid items-end gap-3 sm:grid-cols-[1fr_12rem_auto]">
        <SubmittedFields fields={INVITATION} first={{ role: 'host' }} errors={fieldErrors(invite.error)} />
        <Button type="submit" disabled={invite.isPending}>
          Invite
        </Button>
      </GuardedForm>
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {STAFF_ROLES.map((role) => (
          <div key={role} className="contents">
            <dt className="font-semibold">{role}</dt>
            <dd className="text-sand max-sm:pb-1">{ROLE_TEXTS[role]}</dd>
          </div>
        ))}
      </dl>
      {invitations.length === 0 ? <p className="text-dune">No open invitations.</p> : null}
      <ul className="divide-y divide-bark">
        {invitations.map((it) => (
          <li key={it.id} className="flex flex-wrap items-center gap-3 py-2">
            <span className="min-w-0 flex-1 truncate">
              {it.email}, {it.role}
            </span>
            <span className="text-sm text-dune">
              {it.isOver ? 'Expired' : `Until ${shownMoment(it.expiresAt)}`}
            </span>
            <Button
              look="quiet"
              onClick={() => withdraw.mutate({ path: `invitations/${it.id}`, method: 'DELETE' })}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
