/** Runs the built server. */
const { run } = await import('../build/server/index.js')
await run()
