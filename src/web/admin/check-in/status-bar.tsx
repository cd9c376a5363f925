import { useEffect, useState } from 'react'
import { formatDate, clockAt } from '#lib/venue-time.ts'
import { countText } from '#lib/text/count.ts'
import { fullness, FULLNESS_TEXTS } from '#features/reservation-management/arrivals/rules.ts'
import type { CheckIn } from './device/check-in.ts'
import { laterNight } from './device/device-clock.ts'
import { ListNotices } from './list/list-notices.tsx'
import { ageText, type CheckInState, type Night, unsentOf } from './device/check-in-state.ts'
import { BigButton } from './parts.tsx'

const MINUTE_MS = 60_000

/** The time, renewed each minute while it is needed and the screen is visible. */
function useMinute(isNeeded: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isNeeded) return undefined
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') setNow(Date.now())
    }, MINUTE_MS)
    return () => window.clearInterval(timer)
  }, [isNeeded])
  return now
}

type Props = { readonly state: CheckInState; readonly night: Night }

/** Night, connection, age of the list, and head counts. */
export function StatusBar({ state, night }: Props) {
  const { snapshot, savedAt, isLive } = state
  const now = useMinute(!isLive)
  const unsent = unsentOf(state.acts).length
  if (!snapshot || savedAt === null) return null
  const time = clockAt(snapshot.at)
  const isTonight = laterNight(state) === null
  const fullnessWord = isTonight ? FULLNESS_TEXTS[fullness(night.counts.inside, snapshot.capacity)] : ''
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="flex flex-wrap items-center gap-x-2 text-base">
        <span aria-hidden="true" className={`size-3 rounded-full ${isLive ? 'bg-teal-light' : 'bg-brass'}`} />
        <span className="font-semibold">{isLive ? 'Live' : 'No connection'}</span>
        <span className="text-sand">
          {isLive ? `List of ${time}` : `List of ${time}, ${ageText(savedAt, Math.max(now, savedAt))}`}
        </span>
        {unsent > 0 ? (
          <span className="rounded-full bg-brass px-2 font-semibold text-night">{unsent} to send</span>
        ) : null}
      </p>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="text-sand">
          {formatDate(snapshot.date, 'medium')}
          {fullnessWord === '' ? null : <strong className="text-brass">{` · ${fullnessWord}`}</strong>}
        </p>
        {isTonight ? (
          <dl className="flex flex-wrap gap-x-4">
            <Inside inside={night.counts.inside} capacity={snapshot.capacity} />
            <Count label="To come" value={night.counts.toCome} />
            <Count label="Expected" value={night.counts.expected} />
          </dl>
        ) : null}
      </div>
    </div>
  )
}

/** People inside, in another color from 90% of the capacity; the words stand beside the date. */
const Inside = ({ inside, capacity }: { readonly inside: number; readonly capacity: number }) => {
  const state = fullness(inside, capacity)
  return (
    <div className={`flex items-baseline gap-1.5 ${state === 'ok' ? '' : 'text-brass'}`}>
      <dt className={state === 'ok' ? 'text-sm text-sand' : 'text-sm'}>Inside</dt>
      <dd className="text-xl font-bold tabular-nums">
        {inside}
        {capacity > 0 ? <span className="text-sm"> of {capacity}</span> : null}
      </dd>
    </div>
  )
}

const Count = ({ label, value }: { readonly label: string; readonly value: number }) => (
  <div className="flex items-baseline gap-1.5">
    <dt className="text-sm text-sand">{label}</dt>
    <dd className="text-xl font-bold tabular-nums">{value}</dd>
  </div>
)

type NoticesProps = { readonly state: CheckInState; readonly checkIn: CheckIn }

/** Lasting problems: storage, refusals of the server, refused acts, and the unsent acts of a colleague. */
export function Notices({ state, checkIn }: NoticesProps) {
  const refused = state.acts.filter(({ state: of }) => of === 'refused')
  const problems = [state.problem, state.refusals.read, state.refusals.send].filter((it) => it !== null)
  const others = unsentOf(state.acts).filter(({ staff }) => staff.id !== state.snapshot?.staff.id)
  return (
    <>
      <ListNotices state={state} />
      {state.unstored > 0 || problems.length > 0 ? (
        <div role="alert" className="rounded-xl bg-stop p-3">
          {state.unstored > 0 ? (
            <p className="font-semibold">{countText(state.unstored, 'act')} only in memory.</p>
          ) : null}
          {[...new Set(problems)].map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      ) : null}
      {refused.length > 0 ? (
        <div role="alert" className="flex flex-col gap-2 rounded-xl bg-stop p-3">
          <p className="font-semibold">Not recorded</p>
          <ul>
            {refused.map(({ seq, guestName, problem }) => (
              <li key={seq}>
                {guestName}: {problem}
              </li>
            ))}
          </ul>
          <BigButton onClick={() => void checkIn.dismissRefused()}>OK</BigButton>
        </div>
      ) : null}
      {others.length > 0 ? (
        <div className="flex flex-col gap-2 rounded-xl bg-ask p-3">
          <p>
            {countText(others.length, 'act')} of {others[0]?.staff.name} on this phone{' '}
            {others.length === 1 ? 'is' : 'are'} not sent.
          </p>
          <BigButton onClick={() => void checkIn.takeOver()}>Send under my name</BigButton>
        </div>
      ) : null}
    </>
  )
}
