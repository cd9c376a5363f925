import { type ComponentType, createContext, use } from 'react'
import { renderToString } from 'react-dom/server'
import { JsonScript } from '../page/json-script.tsx'
import { ModuleScripts } from '../page/module-scripts.tsx'
import { ISLAND_FAILED } from './island-failure.ts'
import type { IslandName, PropsOf } from './registry.ts'

/**
 * Moment at which the browser loads an island: with the page, when the page is idle, when the island comes into view, at
 * the first touch, or once this browser holds a table. A touch wakes every island at once.
 */
export type Wakes = 'load' | 'idle' | 'visible' | 'touch' | 'held'

type Props<Name extends IslandName> = {
  readonly name: Name
  /** The component of that name in the registry, for rendering on the server. */
  readonly component: ComponentType<PropsOf<Name>>
  /** Sent to the browser as JSON, so that dates and functions have no place in them. */
  readonly props: PropsOf<Name>
  readonly wakes: Wakes
  readonly className?: string
}

type Host = {
  /** Receives the error of an island that could not be rendered on the server. */
  readonly report: (name: string, error: unknown) => void
  /** URLs of the modules that each island needs to come alive, by its name. */
  readonly modules: Readonly<Record<string, readonly string[]>>
}
export const IslandHost = createContext<Host>({ report: () => undefined, modules: {} })

/**
 * A part of a document that comes alive in the browser. It is rendered apart from its page, with its name before its ids, so
 * that React finds the same ids when it hydrates the part alone. An island that cannot be rendered says so in its place.
 */
export function Island<Name extends IslandName>({
  name,
  component: Component,
  props,
  wakes,
  className = 'contents',
}: Props<Name>) {
  const { report, modules } = use(IslandHost)
  const island = <Component {...props} />
  let html: string
  try {
    html = renderToString(island, { identifierPrefix: name })
  } catch (error) {
    report(name, error)
    return <p role="alert">{ISLAND_FAILED}</p>
  }
  return (
    <>
      <div
        data-island={name}
        data-wakes={wakes}
        className={className}
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <JsonScript type="application/json" data={props} />
      {wakes === 'load' ? <ModuleScripts modules={modules[name] ?? []} /> : null}
    </>
  )
}
