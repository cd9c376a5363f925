import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ISLAND_FAILED } from './island-failure.ts'
import { Island, IslandHost } from './island.tsx'

test('an island that cannot be rendered says so in its place, is reported, and leaves the page standing', () => {
  const reported: unknown[] = []
  const error = new Error('broken')
  const Broken = () => {
    throw error
  }
  const html = renderToString(
    <IslandHost value={{ report: (...report) => void reported.push(report), modules: {} }}>
      <h1>Menu</h1>
      <Island name="held-strip" component={Broken} props={{}} wakes="held" />
      <footer>Hours</footer>
    </IslandHost>,
  )
  expect(html).toBe(`<h1>Menu</h1><p role="alert">${ISLAND_FAILED}</p><footer>Hours</footer>`)
  expect(reported).toEqual([['held-strip', error]])
})
