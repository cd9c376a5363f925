import * as z from 'zod/mini'

const NAME = /^[\w-]{1,200}$/

/** Body with which a device registers for changes of a pass. */
export const registrationBody = z.object({
  pushToken: z.string().check(z.regex(NAME)),
})

/** Name that Apple's Wallet gives the device for this venue. */
export const deviceId = z.string().check(z.regex(NAME))

export const passSerial = z.uuid()

/** Messages of devices about passes that they could not use. */
export const deviceReport = z.object({ logs: z.array(z.string()) })

export type PassRefusal =
  /** Nothing has this pass, or passes are not configured. */
  | 'not_found'
  /** The reservation is cancelled or over, or the code was taken back. */
  | 'not_living'
  /** The certificate cannot be used now, or the pass was asked for too often. */
  | 'unavailable'
