import type * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { checkTyped, type FormPlan, typedWith } from '#lib/forms/check.ts'
import { plainIssueText } from '#lib/forms/issue-text.ts'

/** Every form of the product names the invalid field, in a message that says which value would be valid. */

type Shape = z.ZodMiniObject

const TODAY = '2026-11-20'
const modules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = import.meta.glob(
  '../src/features/**/schema.ts',
  { eager: true },
)
const exported = Object.entries(modules).flatMap(([path, module]) =>
  Object.entries(module).map(
    ([name, value]) =>
      [
        `${/features\/([^/]+)/.exec(path)?.[1]} ${name}`,
        typeof value === 'function' && name.endsWith('Form') ? value(TODAY) : value,
      ] as const,
  ),
)
const isObject = (it: unknown): it is object => typeof it === 'object' && it !== null
const isShape = (it: unknown): it is Shape => isObject(it) && '_zod' in it && 'shape' in it
const isPlan = (it: unknown): it is FormPlan =>
  isObject(it) && 'fields' in it && 'parse' in it && !('_zod' in it)
const shapes = exported.flatMap(([name, it]) => (isShape(it) ? [[name, it] as const] : []))
const plans = exported.flatMap(([name, it]) => (isPlan(it) ? [[name, it] as const] : []))

const WRONG: readonly unknown[] = [
  undefined,
  null,
  '',
  '  ',
  'x',
  'x'.repeat(20_000),
  '\u0007',
  '2031-02-30',
  7,
  -1,
  1.5,
  1e12,
  true,
  [],
  ['x', 'x', 'x'],
  {},
]

/** A message of the validation library, or none at all. */
const isGeneric = (message: string): boolean =>
  !/^[A-Z].{9,}/s.test(message) || /^(Required|Invalid|Too (big|small)|Expected|Unrecognized)/i.test(message)

test('all forms are found', () => {
  expect(shapes.length).toBeGreaterThan(40)
  expect(plans.map(([, { name }]) => name).toSorted()).toEqual([
    'booking',
    'contact',
    'dining',
    'feedback',
    'find-my-booking',
    'guest-list',
    'perform',
    'plan-event',
    'private-event',
    'table-request',
    'waiting-dinner',
    'waiting-night',
  ])
})

describe.each(shapes)('%s', (_name, shape) => {
  test.each(Object.keys(shape.shape))('names the valid value of %s', (field) => {
    for (const value of WRONG) {
      const issues = shape.safeParse({ [field]: value }, { error: plainIssueText }).error?.issues ?? []
      expect(issues.filter((it) => it.path.length === 0)).toEqual([])
      const own = issues.filter((it) => it.path[0] === field).map((it) => it.message)
      expect(own.filter(isGeneric).map((message) => [value, message])).toEqual([])
    }
  })
})

describe.each(plans)('%s, sent by a guest', (_name, plan) => {
  test.each(plan.fields)('names the valid value of %s', (field) => {
    for (const value of WRONG.filter((it) => typeof it === 'string')) {
      const checked = checkTyped(plan, typedWith(plan.fields, { [field]: value }))
      const problem = checked.ok ? undefined : checked.reason.problems[field]
      expect(problem === undefined || !isGeneric(problem) ? null : [value, problem]).toBeNull()
    }
  })
})
