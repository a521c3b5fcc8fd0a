import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { freePort } from '#testbed/free-port.ts'

const files = ['deploy/grafana/dashboard.json', 'deploy/prometheus/alerts.yml', 'deploy/prometheus/alerts.test.yml']
const metricName = /\b(?:clinic|process|nodejs)_[a-z0-9_]+/g

let server: TestApp
let known: Set<string>
beforeAll(async () => {
  const port = await freePort()
  server = await openTestApp({ env: { METRICS_PORT: String(port) } })
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  known = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
    ),
  )
})
afterAll(() => server.close())

const unknownIn = (text: string) =>
  [...text.matchAll(metricName)].map(([name]) => name).filter((name) => !known.has(name))

it.each(files)('every metric that %s names is in a live answer', (file) => {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('clinic_http_request_duration_seconds_bucket')
  expect(unknownIn(text)).toEqual([])
})

it('a metric that does not exist is found', () => {
  expect(unknownIn('rate(clinic_bookings_total[5m]) + clinic_no_such_total')).toEqual(['clinic_no_such_total'])
})

it('every metric of the clinic is in the dashboard', () => {
  const dashboard = readFileSync('deploy/grafana/dashboard.json', 'utf8')
  const own = [...known].filter((name) => name.startsWith('clinic_') && !/_(sum|count|bucket)$/.test(name))
  expect(own.filter((name) => !dashboard.includes(name))).toEqual([])
})

const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' })

describe.skipIf(promtool('--version').status !== 0)('promtool', () => {
  it.each([
    ['check', 'rules', 'deploy/prometheus/alerts.yml'],
    ['test', 'rules', 'deploy/prometheus/alerts.test.yml'],
  ])('%s %s %s succeeds', (...args) => {
    const { status, stdout, stderr } = promtool(...args)
    expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: expect.stringContaining('SUCCESS') })
  })
})
