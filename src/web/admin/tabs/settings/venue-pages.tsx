import type { SettingsField } from './settings-fields.tsx'
import { SettingsForm, SettingsPage } from './settings-page.tsx'

const field =
  (kind: SettingsField['kind']) =>
  (name: string, label: string, hint?: string): SettingsField => ({ name, label, hint, kind })
const line = field('line')
const area = field('area')
const whole = field('whole')
const check = field('check')
const span = field('span')

const IDENTITY = [
  line('name', 'Name'),
  line('tagline', 'Tagline'),
  area('description', 'Description'),
  area('story', 'Story'),
  line('cuisine', 'Cuisine'),
  line('phone', 'Phone', 'With the area code, such as (972) 555-0142'),
  line('email', 'E-mail'),
  line('eventsEmail', 'E-mail for events'),
  line('streetAddress', 'Street'),
  line('city', 'City'),
  line('region', 'State'),
  line('postalCode', 'ZIP code'),
  line('latitude', 'Latitude'),
  line('longitude', 'Longitude'),
  line('instagramUrl', 'Instagram', 'Left empty, it is not shown'),
  line('facebookUrl', 'Facebook', 'Left empty, it is not shown'),
  line('tiktokUrl', 'TikTok', 'Left empty, it is not shown'),
]

export const IdentityPage = () => (
  <SettingsPage>
    <SettingsForm id="identity" title="Identity" fields={IDENTITY} />
  </SettingsPage>
)

const WEEK = [
  span('monday', 'Monday'),
  span('tuesday', 'Tuesday'),
  span('wednesday', 'Wednesday'),
  span('thursday', 'Thursday'),
  span('friday', 'Friday'),
  span('saturday', 'Saturday'),
  span('sunday', 'Sunday'),
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
  line('price', 'Price', 'In dollars, such as 50.00. What is sold already keeps its price.'),
  check('isOffered', 'Offered to guests'),
]

export const PackagesPage = () => (
  <SettingsPage>
    <SettingsForm id="packages/birthday_shoutout" title="Birthday Shoutout" fields={PACKAGE} />
    <SettingsForm id="packages/screen_display" title="Screen Display" fields={PACKAGE} />
  </SettingsPage>
)

const FIGURES = [
  whole('holdMinutes', 'Minutes a table is held while its guest pays'),
  whole('graceMinutes', 'Minutes of grace after the booked time'),
  whole('arriveEarlyMinutes', 'Minutes guests are asked to come early'),
  whole('changeNoticeHours', 'Hours of notice to change or cancel a night'),
  whole('diningCancelHours', 'Hours of notice to cancel a dinner'),
  whole('minimumAge', 'Minimum age to book'),
]

export const FiguresPage = () => (
  <SettingsPage>
    <SettingsForm id="figures" title="Holds and notice" fields={FIGURES} />
  </SettingsPage>
)

const DINING = [
  whole('diningCoversPerSlot', 'Guests who may begin in one half hour'),
  whole('diningNoticeMinutes', 'Minutes of notice for a dinner'),
  whole('diningDaysAhead', 'Days ahead a dinner can be asked for'),
  whole('largePartySize', 'Guests from whom on a party is large'),
  whole('largePartyNoticeHours', 'Hours of notice for a large party'),
  check('diningWithoutTable', 'Take dinners that no table is left for'),
  area(
    'turnTimes',
    'Turn times',
    'Guests: minutes at the table, one line for each size from which it counts. Example: 3: 105',
  ),
]

export const DiningPage = () => (
  <SettingsPage>
    <SettingsForm id="dining" title="Dining" fields={DINING} />
  </SettingsPage>
)

const RETENTION = [
  whole('retentionYears', 'Years that guests’ names are kept'),
  check('remindersOn', 'Remind guests of their reservations by e-mail'),
]

export const RetentionPage = () => (
  <SettingsPage>
    <SettingsForm id="keeping" title="Guests’ data and reminders" fields={RETENTION} />
  </SettingsPage>
)
