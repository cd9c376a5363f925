import { describe, expectTypeOf, test } from 'vitest'
import type { apiFetch } from './api-client.ts'
import type { AnswerOf, KnownUrl, SentTo } from './api-types.ts'

describe('the types of a request to the staff API come from the route', () => {
  test('by its exact path, which comes before a pattern', () => {
    expectTypeOf<AnswerOf<'GET', '/admin/api/reservations/summary'>>().not.toHaveProperty('item')
    expectTypeOf<AnswerOf<'GET', `/admin/api/reservations/${string}`>>().toHaveProperty('item')
    expectTypeOf<AnswerOf<'GET', '/admin/api/menu'>['items'][number]['name']>().toEqualTypeOf<string>()
  })

  test('with the query left out, and dates as strings', () => {
    type Page = AnswerOf<'GET', `/admin/api/activity?${string}`>
    expectTypeOf<Page>().not.toBeNever()
    expectTypeOf<AnswerOf<'POST', '/admin/api/authenticator'>['setUp']['secret']>().toEqualTypeOf<string>()
  })

  test('with the body that its schema accepts', () => {
    expectTypeOf<SentTo<'PUT', `/admin/api/menu/${string}/sold-out`>>().toEqualTypeOf<{
      readonly isSoldOut: boolean
    }>()
    expectTypeOf<SentTo<'DELETE', `/admin/api/menu/${string}`>>().toEqualTypeOf<undefined>()
  })

  test('and a URL, method or body without a route does not compile', () => {
    expectTypeOf<KnownUrl<'GET', '/admin/api/menue'>>().toBeString()
    expectTypeOf<KnownUrl<'GET', string>>().toBeString()
    expectTypeOf<typeof apiFetch>().toBeFunction()
    const calls = (fetchApi: typeof apiFetch) => [
      // @ts-expect-error -- no such route
      fetchApi('/admin/api/menue'),
      // @ts-expect-error -- a wrong type in the body
      fetchApi('/admin/api/menu/1/sold-out', { method: 'PUT', json: { isSoldOut: 'yes' } }),
    ]
    expectTypeOf(calls).toBeFunction()
  })
})
