import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import {
  deviceText,
  doublesText,
  hasUnsent,
  isUnknown,
  unsentErrors,
} from '#features/close-out/closing/rules.ts'
import { differenceText } from '#features/close-out/lock/rules.ts'
import type { CloseOut, Decision } from '#features/close-out/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { clockAt, formatDate } from '#lib/venue-time.ts'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { Button } from '#ui/button.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { failureText } from '#web/admin/data/api-client.ts'
import { shownClosing, shownLock } from './close-out-copy.ts'
import { decisionsOf, UndecidedList } from './undecided-list.tsx'
import { useChoices } from './use-choices.ts'
import { useClosing, useReopening } from './use-close-out.ts'

type Props = { readonly night: CloseOut; readonly onLock: () => void }

/** The open parties of a night, and the one next step: to close it, or to lock its figures. */
export function ClosePanel({ night, onLock }: Props) {
  const { closing, lock } = night
  const result = useResultFocus(lock ? 'locked' : closing ? 'closed' : 'open')
  if (lock)
    return (
      <Panel className="flex flex-col gap-1">
        <Result ref={result} text={shownLock(lock)} />
        <p className="text-sand">
          Cash counted: {formatUsd(lock.cashCountedCents)},{' '}
          {differenceText(lock.cashCountedCents, lock.cashExpectedCents)}.
          {lock.note === '' ? null : ` ${lock.note}`}
        </p>
        <LateActs count={night.lateActs} />
      </Panel>
    )
  return closing ? <Closed {...{ night, onLock, result }} /> : <Open night={night} result={result} />
}

/** Puts the focus on the result of closing, locking or opening a night: the button that had it is gone by then. */
function useResultFocus(state: 'open' | 'closed' | 'locked'): RefObject<HTMLHeadingElement | null> {
  const result = useRef<HTMLHeadingElement>(null)
  const shown = useRef(state)
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    if (document.activeElement === document.body) result.current?.focus()
  }, [state])
  return result
}

type ResultProps = { readonly ref: RefObject<HTMLHeadingElement | null>; readonly text: string }

const Result = ({ ref, text }: ResultProps) => (
  <h3 ref={ref} tabIndex={-1} className="font-sans text-base font-semibold outline-none">
    {text}
  </h3>
)

type WithResult = { readonly result: ResultProps['ref'] }

const LateActs = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <p className="text-brass">
      {countText(count, 'act')} of check-in arrived after the night was closed. The figures below show what is
      locked; Tonight shows them.
    </p>
  )

function Closed({ night: { date, closing, lateActs }, onLock, result }: Props & WithResult) {
  const [isAsking, setIsAsking] = useState(false)
  const reopening = useReopening({ date, onDone: () => setIsAsking(false) })
  const canEdit = useCan('close_out.edit')
  return (
    <Panel className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <Result ref={result} text={closing ? shownClosing(closing) : ''} />
        {closing?.reason ? <p className="wrap-anywhere text-sand">{closing.reason}</p> : null}
        {lateActs === 0 ? null : (
          <p className="text-brass">{countText(lateActs, 'act')} of check-in arrived since then.</p>
        )}
      </div>
      {canEdit ? (
        <div className="no-print flex flex-wrap gap-2">
          <Button look="outline" className="px-4" onClick={() => setIsAsking(true)}>
            Open again
          </Button>
          <Button className="px-4" onClick={onLock}>
            Count cash and lock
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        question="Open this night again?"
        confirm="Open again"
        isGrave={false}
        isBusy={reopening.isPending}
        onConfirm={() => reopening.mutate()}
        onClose={() => setIsAsking(false)}
      >
        <p className="text-sand">
          Check-in gets its list back. No-shows and parties that left stay as they are; change them in
          Tonight.
        </p>
      </ConfirmDialog>
    </Panel>
  )
}

/** Number of parties without an arrival: of a night that is not over, they may still come. */
function missingText(count: number, isOver: boolean): string {
  if (count === 0) return 'Every party is accounted for'
  const parties = countText(count, 'party', 'parties')
  return isOver ? `${parties} did not come` : `${parties} ${count === 1 ? 'has' : 'have'} not come yet`
}

/**
 * Choices of this screen by party. They stay in this tab while staff look at a reservation, until the night is closed: nothing is
 * decided before.
 */
function Open({ night, result }: Pick<Props, 'night'> & WithResult) {
  const { undecided, staying, devices, problem, runsUntil } = night
  const { choices, choose, drop } = useChoices(night.date)
  const [isClosing, setIsClosing] = useState(false)
  const canEdit = useCan('close_out.edit')
  const missing = undecided.filter(({ hasStayedOn }) => !hasStayedOn).length
  return (
    <Panel className="no-print flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 ref={result} tabIndex={-1} className="text-xl outline-none">
          {missingText(missing, problem === null && runsUntil === null)}
        </h3>
        {canEdit ? (
          <Button
            look={runsUntil === null ? 'solid' : 'outline'}
            className="px-5"
            disabled={problem !== null}
            onClick={() => setIsClosing(true)}
          >
            Close the night
          </Button>
        ) : null}
      </div>
      {problem === null ? null : <p className="text-sand">{problem}</p>}
      {problem !== null || runsUntil === null ? null : (
        <p className="text-sand">The night runs until {clockAt(runsUntil)}.</p>
      )}
      <UndecidedList parties={undecided} choices={choices} onChoice={canEdit ? choose : null} />
      {staying === 0 ? null : (
        <p className="text-sand">
          {countText(staying, 'party', 'parties')} not yet marked as left. Closing the night does that.
        </p>
      )}
      <Doubles night={night} />
      <Devices title="Check-in devices" devices={devices} />
      {isClosing ? (
        <CloseForm
          night={night}
          decisions={decisionsOf(undecided, choices)}
          onClosed={drop}
          onClose={() => setIsClosing(false)}
        />
      ) : null}
    </Panel>
  )
}

/** Check-ins to look at before the night is closed: who came is counted from them. */
function Doubles({ night: { date, doubles } }: Pick<Props, 'night'>) {
  const text = doublesText(doubles)
  return text === null ? null : (
    <p className="text-brass">
      {text}.{' '}
      <Link to={`/admin/tonight?date=${date}&state=twice`} className="underline">
        Look at them in Tonight
      </Link>
    </p>
  )
}

type DevicesProps = Pick<CloseOut, 'devices'> & { readonly title: string; readonly level?: 'h3' | 'h4' }

const Devices = ({ title, devices, level: Heading = 'h4' }: DevicesProps) =>
  devices.length === 0 ? null : (
    <section aria-label={title}>
      <Heading className="font-sans text-sm font-semibold text-sand">{title}</Heading>
      <ul>
        {devices.map((device) => (
          <li key={device.id} className={hasUnsent(device) || isUnknown(device) ? 'text-brass' : 'text-sand'}>
            {deviceText(device)}
          </li>
        ))}
      </ul>
    </section>
  )

const REASON: readonly FieldDescriptor[] = [
  {
    kind: 'area',
    name: 'reason',
    label: 'Reason to close before everything is sent',
    required: true,
    maxLength: 500,
  },
]

const NOTHING_LEFT: readonly FieldDescriptor[] = [
  { kind: 'check', name: 'hasNothingLeft', label: 'These devices have nothing left to send' },
]

type FormProps = {
  readonly night: CloseOut
  readonly decisions: readonly Decision[]
  readonly onClosed: () => void
  readonly onClose: () => void
}

function CloseForm({
  night: { date, devices, staying, runsUntil },
  decisions,
  onClosed,
  onClose,
}: FormProps) {
  const form = useFormValues({ reason: '', hasNothingLeft: false })
  const closing = useClosing({
    date,
    onDone() {
      onClosed()
      onClose()
    },
  })
  const [isTried, setIsTried] = useState(false)
  const [waiting, silent] = [devices.filter(hasUnsent), devices.filter(isUnknown)]
  const errors = unsentErrors(devices, form.values)
  const fields = { ...form, errors: isTried ? errors : {} }
  const close = (): void => {
    setIsTried(true)
    if (Object.keys(errors).length === 0) closing.mutate({ decisions: [...decisions], ...form.values })
  }
  const count = (outcome: Decision['outcome']): number =>
    decisions.filter((it) => it.outcome === outcome).length
  const steps = [
    [count('no_show'), count('no_show') === 1 ? 'marked as a no-show' : 'marked as no-shows'],
    [count('excused'), 'cancelled as excused'],
    [count('came'), 'recorded as having come'],
    [staying, 'marked as left'],
  ] as const
  return (
    <FormDialog
      title={`Close ${formatDate(date, 'medium')}?`}
      submit="Close the night"
      isBusy={closing.isPending}
      className="sm:max-w-lg"
      onSubmit={close}
      onClose={onClose}
      foot={
        <>
          {silent.length === 0 ? null : <FormFields form={fields} fields={NOTHING_LEFT} />}
          <p role="alert" className="text-sm text-rose">
            {closing.error ? failureText(closing.error) : null}
          </p>
        </>
      }
    >
      {runsUntil === null ? null : (
        <p className="font-semibold text-brass">
          {`The night runs until ${clockAt(runsUntil)}. From now on it sells no table, and no guest is checked in, unless it is opened again.`}
        </p>
      )}
      <ul className="list-disc pl-5 text-sand">
        {steps.flatMap(([parties, what]) =>
          parties === 0 ? [] : [<li key={what}>{`${countText(parties, 'party', 'parties')} ${what}`}</li>],
        )}
        <li>Check-in devices delete the list of this night</li>
      </ul>
      {waiting.length === 0 ? null : (
        <>
          <FormFields form={fields} fields={REASON} />
          <Devices title="Not everything is sent" level="h3" devices={waiting} />
        </>
      )}
      <Devices title="Not heard for a while" level="h3" devices={silent} />
    </FormDialog>
  )
}
