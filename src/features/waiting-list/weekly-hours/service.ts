import type * as z from 'zod/mini'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { openDays } from '#features/venue/settings/rules.ts'
import type { agreedHoursForm, SERVICES, SettingsRecord } from '#features/venue/settings/schema.ts'
import { changeHours, type SettingsRefusal } from '#features/venue/settings/service.ts'
import { countLosing } from '#features/waiting-list/night-changes/service.ts'
import { NOT_ALLOWED } from '#lib/refusal.ts'
import { no, type Result } from '#lib/result.ts'
import { endedLinesText } from './rules.ts'

type Refusal = SettingsRefusal | { readonly why: 'lines_end'; readonly text: string }

/** Saves the weekly hours of a service, once staff agree that the lines of dinner times end which it does not have any more. */
export async function changeWeeklyHours(
  deps: ActorDeps,
  service: (typeof SERVICES)[number],
  { agreesToEndedLines, ...form }: z.output<typeof agreedHoursForm>,
): Promise<Result<SettingsRecord, Refusal>> {
  if (!may(deps.actor.role, 'settings.edit')) return no(NOT_ALLOWED)
  if (service === 'restaurant' && agreesToEndedLines !== true) {
    const week = openDays(form).map((day) => ({ service, ...day }))
    const parties = await countLosing(deps, week)
    if (parties > 0) return no({ why: 'lines_end', text: endedLinesText(parties) })
  }
  return changeHours(deps, service, form)
}
