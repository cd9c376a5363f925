import { expect, test } from 'vitest'
import { inboxKey } from './rules.ts'

test.each([
  [' Ada@Example.com ', 'ada@example.com'],
  ['ada+one@example.com', 'ada@example.com'],
  ['ada+one+two@example.com', 'ada@example.com'],
  ['+ada@example.com', '+ada@example.com'],
])('%j is written to the inbox of %s', (email, inbox) => expect(inboxKey(email)).toBe(inbox))
