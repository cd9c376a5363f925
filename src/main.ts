import type { ServerBuild } from 'react-router'
// oxlint-disable-next-line import/no-unresolved -- made by the router's build
import * as build from 'virtual:react-router/server-build'
import { openHouse } from './server.ts'
import { main } from './start.ts'

export { openHouse }

/** The screens this server was built with, for whoever opens the house in a test. */
export const screens: ServerBuild = build

export const run = (): Promise<void> => main(build)
