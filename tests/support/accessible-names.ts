import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'

const text = z.object({ value: z.string() }).optional()
const tree = z.object({
  nodes: z.array(z.object({ role: text, name: text, description: text, ignored: z.boolean() })),
})

type Named = { readonly role: string; readonly name: string; readonly description: string }

export async function namesOf(page: Page): Promise<Named[]> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = tree.parse(await devtools.send('Accessibility.getFullAXTree'))
  return nodes
    .filter((node) => !node.ignored)
    .map(({ role, name, description }) => ({
      role: role?.value ?? '',
      name: name?.value ?? '',
      description: description?.value ?? '',
    }))
    .filter(({ role, name }) => name !== '' && role !== 'StaticText' && role !== 'InlineTextBox')
}

/** Two texts without a space between them: `guestsThis`, `8Optional`. A name of its own is written so on purpose. */
const runsTogether = ({ name }: Named): boolean =>
  /[a-z\d).!?][A-Z][a-z]/.test(name.replaceAll(/TikTok|OpenStreetMap|https?:\S+|\S+@\S+/g, ''))

const isReadTwice = ({ name, description }: Named): boolean =>
  description !== '' && name.includes(description)

/** Names of a page that run together or are read twice, as Chromium hands them to a screen reader. */
export async function nameViolations(page: Page): Promise<string[]> {
  const names = await namesOf(page)
  expect(names.length).toBeGreaterThan(10)
  return names
    .filter((it) => runsTogether(it) || isReadTwice(it))
    .map(({ role, name, description }) => `${role}: ${name} | ${description}`)
}
