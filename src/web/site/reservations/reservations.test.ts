import type { KyselyPlugin } from 'kysely'
import { createStaticHandler, RouterContextProvider } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { firstOpenDay } from '#features/dining/rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import { type RequestContext, requestContext } from '#http/context.ts'
import { addDays } from '#lib/venue-time.ts'
import { createSignedTokens, loadSigningKey } from '#platform/security/signed-tokens.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { action, loader } from './reservations.tsx'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})

const PATH = '/reservations'
const route = createStaticHandler([{ id: 'page', path: PATH, action, loader }])

/** Answers a request as the server does, and counts its queries. */
async function answer(search: string, body?: URLSearchParams) {
  let queries = 0
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = database.db.withPlugin(counter)
  const venue = await loadVenue(database)
  const tokens = createSignedTokens(await loadSigningKey(database.db))
  const deps = { db, tokens, now: new Date(), loadVenue: async () => venue }
  const context = new RouterContextProvider()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that the form of a page reads
  context.set(requestContext, deps as unknown as RequestContext)
  const request = new Request(
    `http://localhost${PATH}?service=dining${search}`,
    body ? { method: 'POST', body } : {},
  )
  const answered = await route.query(request, { requestContext: context })
  if (answered instanceof Response) throw new Error(`was answered with ${answered.status}`)
  return { queries, dining: answered.loaderData['page'].dining, status: answered.statusCode }
}

test.each([
  ['to show other times', { intent: 'times' }, 200],
  ['refused', {}, 422],
])(
  'a form sent without a script and %s costs the queries of the page of its day',
  async (_what, sent, status) => {
    const date = addDays(firstOpenDay(await loadVenue(database), 2, new Date()) ?? '', 21)
    const page = await answer(`&date=${date}&guests=4`)
    const answered = await answer('', new URLSearchParams({ date, guests: '4', ...sent }))
    expect(page.queries).toBeGreaterThan(0)
    expect(answered).toMatchObject({
      queries: page.queries,
      status,
      dining: { serviceDay: { date, guests: 4 } },
    })
  },
)
