import { defineConfig } from '@playwright/test'
import { testChromium } from './scripts/setup/machine/chromium.mjs'
import { chromiumArgs } from './testbed/chromium-args.ts'
import { isQuick, quickJourneys } from './testbed/quick-tests.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 375, height: 812 }

const zoneTests = /\.zone\.spec\.ts$/
const phoneTests = /taps\.spec\.ts$/
// These files test behavior, which is the same at every width: they run on the desktop only. Single tests use the tag
// @any-width.
const anyWidthTests =
  /(card-payment|google|guessing|pay\.faults|reset|session|sign-in|sign-in\.faults|storage|verify)\.spec\.ts$/

const onDesktop = {
  name: 'desktop',
  testIgnore: [zoneTests, phoneTests],
  ...(isQuick && { testMatch: quickJourneys }),
  // Drawing animations took a sixth of the time. The phone's tests show them.
  use: { viewport: desktop, contextOptions: { reducedMotion: 'reduce' as const } },
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  // The list ends with the names of those that needed a second try.
  reporter: 'list',
  retries: process.env.CI ? 1 : 0,
  // Long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  globalSetup: './e2e/support/database.ts',
  use: {
    trace: 'off',
    // Tests can't answer a page's requests that a worker sends. e2e/site/offline.spec.ts allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...testChromium(),
      args: chromiumArgs,
    },
  },
  projects: isQuick
    ? [onDesktop]
    : [
        {
          name: 'phone',
          testIgnore: [zoneTests, anyWidthTests],
          grepInvert: /@any-width/,
          use: { viewport: phone, hasTouch: true, isMobile: true },
        },
        onDesktop,
        // UTC+12:45: most of the time another day than the clinic's.
        { name: 'chatham', testMatch: zoneTests, use: { viewport: desktop, timezoneId: 'Pacific/Chatham' } },
      ],
})
