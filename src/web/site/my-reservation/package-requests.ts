import { refusalText } from '#features/reservations/package-contents/rules.ts'
import { contentForm, PACKAGE_KEYS } from '#features/reservations/package-contents/schema.ts'
import { sendPackageContent } from '#features/reservations/package-contents/service.ts'
import type { RequestContext } from '#http/context.ts'
import { textOf } from '#forms/form-handler.ts'
import type { RefusedContent } from './package-contents.tsx'

/** Stores a guest's package content; null on success. */
export async function storePackageContent(
  deps: RequestContext,
  id: string,
  form: FormData,
): Promise<RefusedContent | null> {
  const key = PACKAGE_KEYS.find((it) => it === textOf(form, 'package'))
  const name = textOf(form, 'name')
  const message = textOf(form, 'message').replaceAll('\r\n', '\n')
  const refuse = (problem: string): RefusedContent => ({ key: key ?? '', problem, name, message })
  if (!key) return refuse(refusalText('not_found'))
  const read = contentForm.safeParse({ name, message })
  if (!read.success) return refuse(read.error.issues[0]?.message ?? 'Please check what you typed.')
  const given = await sendPackageContent(deps, { id, key, ...read.data, picture: await pictureOf(form) })
  return given.ok ? null : refuse(refusalText(given.reason))
}

/** The uploaded picture; null to remove the stored one, undefined to leave it unchanged. */
async function pictureOf(form: FormData): Promise<Buffer | null | undefined> {
  const file = form.get('picture')
  if (file instanceof File && file.size > 0) return Buffer.from(await file.arrayBuffer())
  return form.get('remove') === 'on' ? null : undefined
}
