import { useEffect, useRef, useState } from 'react'
import type { AmendmentPreview } from '#features/reservation-management/amendments/schema.ts'
import { listText, namedTables } from '#lib/text/list-text.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { formatClock } from '#lib/venue-time.ts'
import { LoadingDialog } from '#ui/admin/forms/loading-dialog.tsx'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { FormFields, type FormValues } from '#ui/admin/forms/form-fields.tsx'
import { ConflictDialog } from '#web/admin/data/conflict-dialog.tsx'
import { AmendEvening } from './amend-evening.tsx'
import { dinnerFields, guestFields, nightFields, priceFields, stayField } from './amend-fields.ts'
import {
  type AmendmentValues,
  conflictRecord,
  decisionOf,
  isChanged,
  seatChanges,
  valuesOf,
} from './amend-values.ts'
import { AmountTable } from '../amount-table.tsx'
import { PackagesField } from '../packages-field.tsx'
import { useAmend, usePreview, useStored } from './use-amend.ts'

type Props = { readonly id: string; readonly onClose: () => void }

/** Dialog that changes everything of a reservation: guest, party, time, night, table, packages, and the price difference. */
export default function AmendDialog({ id, onClose }: Props) {
  const stored = useStored(id)
  const { data, error, refetch } = stored
  if (data) return <AmendForm first={data} onClose={onClose} />
  return (
    <LoadingDialog
      id="amend-title"
      title="Change reservation"
      record="reservation"
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  )
}

/** Fields whose change asks anew what staff had agreed to. */
const SEATS = new Set(['guests', 'date', 'time', 'eventId', 'tableId', 'stay'])

function useAmendForm(first: AmendmentPreview, onClose: () => void) {
  const [stored, setStored] = useState(first)
  const [values, setValues] = useState<AmendmentValues>(() => valuesOf(first.fields))
  const [theirs, setTheirs] = useState<AmendmentPreview | null>(null)
  const { preview, isCurrent, error, errors } = usePreview(stored, seatChanges(stored, stored.fields, values))
  const amend = useAmend(first.id, { onSaved: onClose, onConflict: setTheirs })
  const setValue = (name: string, value: string | boolean): void =>
    setValues((now) => ({
      ...now,
      ...(SEATS.has(name) ? { overCapacity: false, offSale: [] } : {}),
      [name]: value,
    }))
  // The errors of a refused change stay the same object, so that each goes once its field is edited.
  const hasErrors = Object.keys(errors).length > 0
  const form: FormValues = {
    values,
    errors: hasErrors ? { ...amend.errors, ...errors } : amend.errors,
    setValue,
  }
  return { stored, setStored, values, setValues, theirs, setTheirs, preview, isCurrent, error, amend, form }
}

function AmendForm({ first, onClose }: { first: AmendmentPreview; onClose: () => void }) {
  const it = useAmendForm(first, onClose)
  const { stored, values, preview, amend, form } = it
  const isDirty = isChanged(stored, stored.fields, values)
  const problem = it.error?.message ?? (isDirty ? preview.problem : null)
  const isLarge = stored.seatedAt.length > 1
  const waits = !it.isCurrent || preview.agreement !== null || problem !== null
  const save = (from: AmendmentPreview): void => amend.submit({ stored: from, preview, values })
  return (
    <>
      <FormDialog
        title={`Change reservation of ${stored.guestName}`}
        submit="Save changes"
        isBusy={amend.isBusy}
        canSubmit={isDirty && !waits}
        className="sm:max-w-3xl"
        draft={{ isDirty, restoredAt: null, onStartOver: onClose, onDiscard: () => undefined }}
        onSubmit={() => save(stored)}
        onClose={onClose}
      >
        {stored.isPaying ? <Notice text={PAYING} /> : null}
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFields form={form} fields={guestFields(stored)} />
          <FormFields
            form={form}
            fields={stored.type === 'dining' ? dinnerFields(stored, preview) : nightFields(preview)}
          />
          {preview.stay && stored.type === 'dining' && isDirty ? (
            <FormFields form={stayForm(form, preview.stay)} fields={[stayField(preview.stay)]} />
          ) : null}
        </div>
        <PackagesField
          offered={preview.canAmend ? preview.packages : []}
          chosen={values.packages}
          onChosen={(packages) => it.setValues({ ...values, packages })}
        />
        {stored.type === 'dining' || isLarge ? <Seating preview={preview} /> : null}
        <Agreement
          preview={preview}
          values={values}
          onAgree={(agreed) => it.setValues({ ...values, ...agreed })}
        />
        <Price preview={preview} values={values} form={form} />
        <AmendEvening stored={stored} values={values} form={form} />
        <div role="status" className="empty:hidden">
          {problem ? <Notice text={problem} /> : null}
          {preview.tableChange ? <Notice text={preview.tableChange} /> : null}
          {preview.friendsLeftOut.length > 0 ? <Notice text={leftOutText(preview.friendsLeftOut)} /> : null}
        </div>
        <Refusal text={amend.refusal} />
        <AboutEmail hasAddress={Boolean(values.email || stored.storedEmail)} {...{ preview, form }} />
      </FormDialog>
      {it.theirs ? <Conflict it={it} theirs={it.theirs} onSave={save} /> : null}
    </>
  )
}

type AboutEmailProps = {
  readonly hasAddress: boolean
  readonly preview: AmendmentPreview
  readonly form: FormValues
}

/** Whether the guest is emailed, or why not. */
function AboutEmail({ hasAddress, preview, form }: AboutEmailProps) {
  if (!hasAddress) return <p className="text-sand">The guest has no email address, so no email is sent.</p>
  if (preview.isOver)
    return <p className="text-sand">The time of this reservation is over, so no email is sent.</p>
  return (
    <FormFields
      form={form}
      fields={[{ name: 'isEmailed', label: 'Email the guest about the change', kind: 'check' }]}
    />
  )
}

const PAYING =
  'The guest is paying online at this moment. A change of party, table or packages closes that payment, and the reservation is confirmed, to be paid at the venue.'

/** Friends of the party who lose their code by the change. */
const leftOutText = (friends: readonly string[]): string =>
  friends.length === 1
    ? `The code of ${friends[0]} stops being valid: the party becomes too small for it.`
    : `The codes of ${listText(friends)} stop being valid: the party becomes too small for them.`

const Notice = ({ text }: { text: string }) => (
  <p className="rounded-lg border border-brass bg-brass/10 px-4 py-3">{text}</p>
)

/** The server's refusal of a change, scrolled into view: on a phone the dialog is longer than the screen. */
function Refusal({ text }: { text: string | null }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (text !== null) ref.current?.scrollIntoView({ block: 'center' })
  }, [text])
  return text === null ? null : (
    <p ref={ref} role="alert" className="text-rose">
      {text}
    </p>
  )
}

const stayForm = (form: FormValues, stay: NonNullable<AmendmentPreview['stay']>): FormValues =>
  stay.untilEvent ? form : { ...form, values: { ...form.values, stay: 'whole' } }

type Shown = { readonly preview: AmendmentPreview; readonly values: AmendmentValues }

/** The tables that the party would get: staff who choose none see which are found, and of a large party all. */
function Seating({ preview: { seatedAt, until, type } }: Pick<Shown, 'preview'>) {
  const tables = seatedAt.length === 0 ? 'No table yet' : capitalized(namedTables(seatedAt))
  if (type === 'nightlife')
    return (
      <p role="status" className="text-sand">
        {`${tables} after the change. Further tables are chosen under “Several tables”.`}
      </p>
    )
  return (
    <p role="status" className="text-sand">
      {until ? `${tables}, until ${formatClock(until)}` : tables}
    </p>
  )
}

type AgreementProps = Shown & {
  readonly onAgree: (agreed: Partial<Pick<AmendmentValues, 'overCapacity' | 'offSale'>>) => void
}

/** A refusal that staff can agree to: too few seats, or a table that goes off sale. */
function Agreement({ preview: { agreement }, values, onAgree }: AgreementProps) {
  const [asked, setAsked] = useState(agreement)
  if (agreement && asked?.text !== agreement.text) setAsked(agreement)
  const isAgreed = asked?.kind === 'capacity' ? values.overCapacity : values.offSale.length > 0
  if (!asked || (!agreement && !isAgreed)) return null
  const label = asked.kind === 'capacity' ? 'Seat them there all the same' : 'Take the table off sale'
  return (
    <div className="rounded-lg border border-brass bg-brass/10 px-4 py-3">
      <p>{asked.text}</p>
      <FormFields
        form={{
          values: { agreed: isAgreed },
          errors: {},
          setValue: (_name, is) =>
            onAgree(
              asked.kind === 'capacity'
                ? { overCapacity: is === true }
                : { offSale: is === true ? asked.tableIds : [] },
            ),
        }}
        fields={[{ name: 'agreed', label, kind: 'check' }]}
      />
    </div>
  )
}

/** Price before and after, what was received and what is due, and the decision about the difference. */
function Price({ preview, values, form }: Shown & { form: FormValues }) {
  const { totalBeforeCents, totalCents, receivedCents, dueBeforeCents, dueCents } = preview.price
  const { creditBeforeCents, creditCents } = preview.price
  const rows: readonly (readonly [string, number | null, number | null])[] = [
    ['Price', totalBeforeCents, totalCents],
    ['Received', receivedCents, receivedCents],
    ...(creditBeforeCents ? [['Credit of the guest', creditBeforeCents, creditCents] as const] : []),
    ['Due at the venue', dueBeforeCents, dueCents],
  ]
  const shown = rows.filter(([, before, after]) => before !== null && after !== null)
  if (preview.cover === null && shown.every(([, before, after]) => before === 0 && after === 0)) return null
  const decision = decisionOf(preview, values)
  return (
    <section aria-label="Price" className="flex flex-col gap-4 rounded-card border border-bark p-4">
      <AmountTable
        heads={['Now', 'After']}
        rows={shown.map(([label, before, after]) => ({ label, cells: [before ?? 0, after ?? 0] }))}
      />
      {preview.cover ? (
        <p>{`Cover at the door, separate: ${preview.cover.after}. Before: ${preview.cover.before}.`}</p>
      ) : null}
      <FormFields
        form={{ ...form, values: { ...form.values, decision: decision ?? '' } }}
        fields={priceFields(preview, decision)}
      />
    </section>
  )
}

type ConflictProps = {
  readonly it: ReturnType<typeof useAmendForm>
  readonly theirs: AmendmentPreview
  readonly onSave: (stored: AmendmentPreview) => void
}

/** Shows both versions after a conflict. Every way on continues from the stored one. */
function Conflict({ it, theirs, onSave }: ConflictProps) {
  const goOn = (): void => {
    it.setStored(theirs)
    it.setTheirs(null)
  }
  return (
    <ConflictDialog
      noun="reservation"
      base={conflictRecord(it.stored, it.stored.fields)}
      theirs={conflictRecord(theirs, theirs.fields)}
      mine={conflictRecord(it.preview, it.values)}
      onGoOn={goOn}
      onTakeTheirs={() => {
        goOn()
        it.setValues(valuesOf(theirs.fields))
      }}
      onKeepMine={() => {
        goOn()
        onSave(theirs)
      }}
    />
  )
}
