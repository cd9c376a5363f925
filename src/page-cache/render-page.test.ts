import { expect, test } from 'vitest'
import { sourceHash } from '../http/security/security-headers.ts'
import { SCRIPT_RETRY } from '../http/security/script-retry.ts'
import { readRendering } from './render-page.ts'

const page = (body: string): Response =>
  new Response(`<html><head><style></style></head><body>${body}</body></html>`, {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })

async function policyOf(body: string): Promise<string> {
  const rendering = await readRendering(page(body), { secure: false, isComplete: true })
  if (rendering.kind !== 'page') throw new Error('the page was not cacheable')
  return new Headers(rendering.headers).get('Content-Security-Policy') ?? ''
}

test('an injected script does not run on a cached page', async () => {
  const policy = await policyOf(`<script>${SCRIPT_RETRY}</script><script>alert(1)</script>`)
  expect(policy).toContain(sourceHash(SCRIPT_RETRY))
  expect(policy).not.toContain(sourceHash('alert(1)'))
})
