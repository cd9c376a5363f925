import { defineConfig } from 'vitest/config'

/** Tests that take minutes: `npm run test:faults`, `test:security`, `test:operations` and `test:browsers`, beside `npm test`. */
export default defineConfig({
  test: {
    include: [
      'tests/faults/*.test.ts',
      'tests/security/*.test.ts',
      'tests/operations/*.test.ts',
      'tests/browsers/*.test.ts',
      // What the everyday suite proves of the same promises belongs to the whole.
      'tests/booking/ledger.test.ts',
      'tests/booking/money.test.ts',
      'src/web/admin/check-in/device/devices-agree.test.ts',
      'tests/web/admin-api.test.ts',
      'tests/staff/sign-ins.test.ts',
      'tests/staff/known-devices.test.ts',
    ],
    // More random sequences than the everyday suite.
    env: { PROPERTY_RUNS: process.env['PROPERTY_RUNS'] ?? '40' },
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/tidy-up-hook.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    // A server that is being torn at needs the other processor.
    maxWorkers: 1,
  },
})
