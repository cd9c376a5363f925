import * as z from 'zod/mini'
import { version } from '#lib/forms/shapes.ts'
import { readHttpsUrl } from '#lib/text/web-address.ts'
import type { Picture } from '#features/media/schema.ts'

/** Home page modal as staff wrote it; the rules fill in empty fields. */
export type HomeModal = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly picture: Picture | null
  readonly primaryButtonText: string | null
  readonly primaryButtonAction: string | null
  readonly secondaryButtonText: string | null
  readonly secondaryButtonAction: string | null
}

/** Modal as staff edit it. */
export type StaffModal = HomeModal & {
  readonly isActive: boolean
  readonly version: number
  readonly createdAt: string
}

/** Button actions beside https URLs. The database has the same constraint. */
const ACTION =
  /^(plan-event|reservation|menu|events|(event|menu-item):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\/([^/\\\s]\S*)?)$/

const storedAction = (text: string): string | null =>
  !text.includes('\\') && ACTION.test(text) ? text : readHttpsUrl(text)

const NO_ACTION =
  'Please enter an address that begins with https://, such as https://example.com, or a page of this site such as /gallery.'

const emptyAsNull = z.transform((text: string) => (text === '' ? null : text))
const optionalText = z.pipe(z.string().check(z.trim(), z.maxLength(40)), emptyAsNull)
const optionalAction = z.pipe(
  z.string().check(z.trim(), z.maxLength(500, 'Please keep the address under 500 characters.')),
  z.transform((text, context) => {
    const action = text === '' ? null : storedAction(text)
    if (text === '' || action !== null) return action
    context.issues.push({ code: 'custom', input: text, message: NO_ACTION })
    return z.NEVER
  }),
)

export const modalForm = z.strictObject({
  title: z.string().check(z.trim(), z.minLength(1, 'Please enter a title'), z.maxLength(120)),
  description: z.string().check(z.trim(), z.minLength(1, 'Please enter a description'), z.maxLength(600)),
  imageId: z.nullable(z.uuid()),
  primaryButtonText: optionalText,
  primaryButtonAction: optionalAction,
  secondaryButtonText: optionalText,
  secondaryButtonAction: optionalAction,
  isActive: z.boolean(),
})
export type ModalForm = z.output<typeof modalForm>

export const modalEdit = z.extend(modalForm, { version })
