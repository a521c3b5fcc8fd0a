import { defineConfig } from '@playwright/test'
import { findTestBrowser } from './scripts/setup/machine/chromium.mjs'
import { chromiumArgs } from './testbed/chromium-args.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 375, height: 812 }

const byZone = /\.zone\.spec\.ts$/
const onPhone = /taps\.spec\.ts$/
// About what happens, not about how it looks: once is enough. Single tests say so by a tag.
const atAnyWidth = /(card-payment|google|guessing|pay\.faults|reset|sign-in|sign-in\.faults|storage|verify)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  // A test that waits for something that never comes should fail; one on a busy machine should not.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  globalSetup: './e2e/support/database.ts',
  use: {
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findTestBrowser() ?? '',
      args: chromiumArgs,
    },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: [byZone, atAnyWidth],
      grepInvert: /@any-width/,
      use: { viewport: phone, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', testIgnore: [byZone, onPhone], use: { viewport: desktop } },
    // The clock and zone furthest from any clinic: UTC+12:45.
    { name: 'chatham', testMatch: byZone, use: { viewport: desktop, timezoneId: 'Pacific/Chatham' } },
  ],
})
