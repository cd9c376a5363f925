import { expect, test } from 'vitest'
import { readDraft, saveDraft } from './drafts.ts'
import { emptyForm } from './typed-form.ts'

test('the party of a draft stays where the page names none, and follows one that is chosen anew', () => {
  saveDraft('a night', { typed: { ...emptyForm(3), guestName: 'Ada Obi' }, partySize: 3 })
  expect(readDraft('a night', null)).toMatchObject({ guestName: 'Ada Obi', guestCount: '3' })
  expect(readDraft('a night', 5)).toMatchObject({ guestName: 'Ada Obi', guestCount: '5' })
  expect(readDraft('another night', null)).toEqual(emptyForm(1))
})
