import { defineConfig } from 'vitest/config'
import { pageStyles } from './vite.page-styles.ts'

export default defineConfig({
  plugins: [pageStyles()],
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'db/**/*.test.ts', 'tests/**/*.test.ts'],
    // Those have commands of their own: see vitest.proof.config.ts.
    exclude: ['**/node_modules/**', 'tests/{faults,security,operations,browsers}/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/tidy-up-hook.ts'],
    // Modules are loaded once for all files of a worker, and a browser is started once.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // A machine may be slow; how fast things are is measured elsewhere.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // Tests wait as much as they work: on two cores a third worker uses the time of the others' waits.
    maxWorkers: 3,
  },
})
