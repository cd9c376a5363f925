import type { FieldDescriptor } from '#ui/admin/forms/form-fields.tsx'
import { SettingsForm, SettingsPage } from './settings-page.tsx'

const line = (name: string, label: string, hint?: string): FieldDescriptor => ({
  kind: 'text',
  name,
  label,
  hint,
})
const area = (name: string, label: string, hint?: string): FieldDescriptor => ({
  kind: 'area',
  rows: 5,
  name,
  label,
  hint,
})
const whole = (name: string, label: string): FieldDescriptor => ({
  kind: 'text',
  inputMode: 'numeric',
  name,
  label,
})
const money = (name: string, label: string, hint: string): FieldDescriptor => ({
  kind: 'money',
  name,
  label,
  hint,
})
const check = (name: string, label: string): FieldDescriptor => ({ kind: 'check', name, label })
const hours = (name: string, label: string): FieldDescriptor => ({ kind: 'hours', name, label })

const IDENTITY = [
  line('name', 'Name'),
  line('tagline', 'Tagline'),
  area('description', 'Description'),
  area('story', 'Story'),
  line('cuisine', 'Cuisine'),
  line('phone', 'Phone', 'With area code, such as (972) 555-0142'),
  line('email', 'Email'),
  line('eventsEmail', 'Email for events'),
  line('streetAddress', 'Street'),
  line('city', 'City'),
  line('region', 'State'),
  line('postalCode', 'ZIP code'),
  line('latitude', 'Latitude'),
  line('longitude', 'Longitude'),
  line('instagramUrl', 'Instagram', 'Leave empty to hide it'),
  line('facebookUrl', 'Facebook', 'Leave empty to hide it'),
  line('tiktokUrl', 'TikTok', 'Leave empty to hide it'),
]

export const IdentityPage = () => (
  <SettingsPage>
    <SettingsForm id="identity" title="Identity" fields={IDENTITY} />
  </SettingsPage>
)

const WEEK = [
  hours('monday', 'Monday'),
  hours('tuesday', 'Tuesday'),
  hours('wednesday', 'Wednesday'),
  hours('thursday', 'Thursday'),
  hours('friday', 'Friday'),
  hours('saturday', 'Saturday'),
  hours('sunday', 'Sunday'),
]

export const HoursPage = () => (
  <SettingsPage>
    <SettingsForm id="hours/restaurant" title="Restaurant" fields={WEEK} />
    <SettingsForm id="hours/social" title="Social lounge" fields={WEEK} />
  </SettingsPage>
)

const PACKAGE = [
  line('name', 'Name'),
  area('description', 'Description'),
  money('price', 'Price', 'In dollars, such as 50.00. Packages already sold keep their price.'),
  check('isOffered', 'Offered to guests'),
  line('runSheetTime', 'Time on the run sheet', 'Such as 23:30. Empty: no task on the run sheet.'),
  line('runSheetTitle', 'Task on the run sheet', 'Such as “Shoutout and sparklers”'),
]

export const PackagesPage = () => (
  <SettingsPage>
    <SettingsForm id="packages/birthday_shoutout" title="Birthday Shoutout" fields={PACKAGE} />
    <SettingsForm id="packages/screen_display" title="Screen Display" fields={PACKAGE} />
  </SettingsPage>
)

const BOOKING_RULES = [
  whole('holdMinutes', 'Hold time during payment (minutes)'),
  whole('offerMinutes', 'Hold time of an offer to the waiting list (minutes)'),
  whole('graceMinutes', 'Grace period after the booked time (minutes)'),
  whole('arriveEarlyMinutes', 'Guests arrive early by (minutes)'),
  whole('changeNoticeHours', 'Notice to change or cancel a night table (hours)'),
  check('changeDueAtVenue', 'Guests who change their reservation may pay a higher price on the night'),
  money(
    'moveFeeCents',
    'Fee for moving to another night',
    'What a guest pays who moves a night table on their own page. Empty for none. Moves by staff cost no fee.',
  ),
  check('creditOnMove', 'Guests who move to a cheaper night keep the difference as a credit'),
  whole('creditMonths', 'A credit is valid for (months)'),
  check('refundResoldTables', 'Refund a late cancellation once its night table is sold again'),
  whole('diningCancelHours', 'Notice to cancel a dinner (hours)'),
  whole('minimumAge', 'Minimum age to book'),
  whole('capacity', 'Capacity of the venue (people; 0 for no limit)'),
  money('reducedCoverCents', 'Reduced cover', 'What a guest pays at the reduced price. Empty for none.'),
]

export const BookingRulesPage = () => (
  <SettingsPage>
    <SettingsForm id="booking-rules" title="Booking rules" fields={BOOKING_RULES} />
  </SettingsPage>
)

const DINING = [
  whole('diningCoversPerSlot', 'Maximum covers per half hour'),
  whole('diningNoticeMinutes', 'Minimum notice for a dinner (minutes)'),
  whole('diningDaysAhead', 'Dinners can be booked ahead (days)'),
  whole('largePartySize', 'Large party from (guests)'),
  whole('largePartyNoticeHours', 'Minimum notice for a large party (hours)'),
  check('allowOverbooking', 'Accept dinners when no table is free'),
  area(
    'turnTimes',
    'Turn times',
    'One line per party size: guests, a colon, minutes. Each counts up to the next size. Example: 3: 105',
  ),
]

export const DiningPage = () => (
  <SettingsPage>
    <SettingsForm id="dining" title="Dining" fields={DINING} />
  </SettingsPage>
)

const CLOSE_OUT = [
  {
    ...area(
      'closeOutEmails',
      'Email the figures of a locked night to',
      'Addresses separated by commas. Leave it empty for all managers and owners.',
    ),
    placeholder: 'All managers and owners',
  } as const,
  check(
    'closeOutUnattended',
    'At 6 AM, mark guests who never came as no-shows and close the night by itself',
  ),
]

export const CloseOutPage = () => (
  <SettingsPage>
    <SettingsForm id="close-out" title="Close-out" fields={CLOSE_OUT} />
  </SettingsPage>
)

const RETENTION = [
  whole('retentionYears', 'Keep guest data for (years)'),
  check('remindersEnabled', 'Remind guests of their reservation by email, and by text where they agreed'),
  whole('reminderHours', 'First reminder (hours before the start, 12 to 168)'),
  whole('lastReminderHours', 'Last reminder (hours before the start, up to 11; 0 for none)'),
  check('thanksEnabled', 'Thank guests by email on the morning after their visit, and ask for a word'),
]

export const RetentionPage = () => (
  <SettingsPage>
    <SettingsForm id="guest-data" title="Guest data and reminders" fields={RETENTION} />
  </SettingsPage>
)
