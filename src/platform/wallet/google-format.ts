import type { PassContent } from '#lib/pass-content.ts'
import { isoWithOffset } from '#lib/venue-time.ts'

/**
 * Names of a pass at Google. Each pass has a class of its own: a reservation may move to another night, and the class, which says when
 * and where that is, then changes with it.
 */
export const namesOf = (issuerId: string, serial: string) => ({
  id: `${issuerId}.${serial}`,
  classId: `${issuerId}.class-${serial}`,
})

type ClassOptions = { readonly issuerId: string; readonly origin: string }

const text = (value: string) => ({ defaultValue: { language: 'en-US', value } })

/** The occasion of a pass in Google's format (`EventTicketClass`). It names no guest. */
export function describeClass(content: PassContent, { issuerId, origin }: ClassOptions) {
  const { organization, title, startsAt, endsAt, place, serial } = content
  return {
    id: namesOf(issuerId, serial).classId,
    issuerName: organization,
    // Google reviews the first class of an issuer; a change of one must say so, too.
    reviewStatus: 'UNDER_REVIEW',
    eventName: text(title),
    venue: { name: text(organization), address: text(place.address) },
    // Google shows the part before the offset as the local time at the venue, wherever the phone is.
    dateTime: { start: isoWithOffset(startsAt), end: isoWithOffset(endsAt) },
    countryCode: 'US',
    hexBackgroundColor: '#1b110d',
    // The code opens the guest's page. Friends get passes of their own.
    multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
    // Google fetches the picture, and refuses a class whose picture it cannot fetch.
    ...(origin.startsWith('https:')
      ? { logo: { sourceUri: { uri: `${origin}/icon-512.png` }, contentDescription: text(organization) } }
      : {}),
  }
}

type ObjectOptions = { readonly issuerId: string; readonly now: Date }

/** The guest's pass in Google's format (`EventTicketObject`). The guest's name is all that it says about a person. */
export function describeObject(content: PassContent, { issuerId, now }: ObjectOptions) {
  const { serial, holder, barcode, endsAt, header, main, further, back, isVoided } = content
  return {
    ...namesOf(issuerId, serial),
    state: isVoided ? 'INACTIVE' : endsAt <= now ? 'EXPIRED' : 'ACTIVE',
    ticketHolderName: holder,
    barcode: { type: 'QR_CODE', value: barcode.message, alternateText: barcode.code },
    validTimeInterval: { end: { date: isoWithOffset(endsAt) } },
    textModulesData: [header, ...main, ...further, ...back].flatMap(({ key, label, value, isPersonal }) =>
      isPersonal === true ? [] : [{ id: key, header: label, body: value }],
    ),
  }
}

/** Change that makes a pass void and takes the name from it. */
export const NAMELESS = {
  state: 'INACTIVE',
  ticketHolderName: 'Guest',
  textModulesData: [{ id: 'status', header: 'Status', body: 'This pass is not valid any more.' }],
} as const
