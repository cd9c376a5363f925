import type { Page } from 'playwright-core'
import { issueFormToken } from '#forms/form-token.ts'
import { FORM_TOKEN_FIELD } from '#lib/forms/hidden-fields.ts'
import { createSignedTokens, loadSigningKey } from '#platform/security/signed-tokens.ts'
import type { TestDatabase } from './database.ts'

/** A form token that was issued a minute ago. */
export async function issueOldToken({ db }: TestDatabase, form: string): Promise<string> {
  const tokens = createSignedTokens(await loadSigningKey(db))
  return issueFormToken({ tokens, now: new Date(Date.now() - 60_000) }, form)
}

/**
 * Replaces the form token of a page by one that was issued a minute ago. The server takes a form that comes back sooner than a
 * person types for one of a program.
 */
export async function ageForm(page: Page, database: TestDatabase, form: string): Promise<void> {
  const token = await issueOldToken(database, form)
  const replaced = await page
    .locator(`main form input[name=${FORM_TOKEN_FIELD}]`)
    .evaluateAll((fields, value) => {
      for (const field of fields) field.setAttribute('value', value)
      return fields.length
    }, token)
  if (replaced !== 1) throw new Error(`${replaced} form tokens on ${page.url()}`)
}
