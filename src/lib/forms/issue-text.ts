import type * as z from 'zod/mini'
import { countText } from '../text/count.ts'

const MANY = 8

const isEmpty = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '')

function limitText(
  origin: string,
  { least, most }: { least?: number | bigint; most?: number | bigint },
): string {
  const limit = most === undefined ? `at least ${least}` : `at most ${most}`
  if (origin === 'string') return `Please use ${limit} characters.`
  if (origin === 'array')
    return `Please pick ${most === undefined ? `at least ${countText(Number(least ?? 1), 'choice')}` : `at most ${countText(Number(most), 'choice')}`}.`
  return `Please enter ${limit}.`
}

/** Default message for a schema issue that has no text of its own. */
export function plainIssueText(issue: z.core.$ZodRawIssue): string {
  if (isEmpty(issue.input)) return 'Please fill this in.'
  switch (issue.code) {
    case 'too_big':
      return limitText(issue.origin, { most: issue.maximum })
    case 'too_small':
      return limitText(issue.origin, { least: issue.minimum })
    case 'not_multiple_of':
      return `Please enter a multiple of ${issue.divisor}.`
    case 'invalid_value':
      return issue.values.length <= MANY
        ? `Please choose one of: ${issue.values.map(String).join(', ')}.`
        : 'Please choose one of those offered.'
    case 'invalid_format':
      return issue.format === 'uuid'
        ? 'Please choose it from the list again.'
        : 'Please check how this is written.'
    case 'invalid_type':
      return typeTexts[issue.expected] ?? 'Please check this entry.'
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'unrecognized_keys':
      return 'Please check this entry.'
  }
}

const typeTexts: Readonly<Record<string, string>> = {
  string: 'Please enter text.',
  number: 'Please enter a number.',
  int: 'Please enter a whole number.',
  boolean: 'Please answer yes or no.',
  array: 'Please send a list.',
}
