import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import type { Call, Calls } from '#contract/kit/call.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestStaff, type TestStaff } from '#server/testing/calendar/staff.ts'

// Each call that takes money, sent to a clinic whose currency has no decimals.

const id = randomUUID()
const time = { date: 'Dec 1, 2026', slot: '08.00 AM - 08.30 AM' }
const token = 'x'
type Body = (amount: number) => Record<string, unknown>

let server: TestApp
let staff: TestStaff
let patient: Awaited<ReturnType<TestApp['person']>>
let version: number
const fields = { name: 'Whitening', durationMinutes: 30, bufferMinutes: 0 }

/** The bodies of the calls with an amount at each path. */
const bodies: Record<string, Body> = {
  'POST /booking price': (price) => ({
    treatmentId: id,
    ...time,
    price,
    patient: patient.email,
    phone: '212 555 0142',
  }),
  'POST /create-payment-intent price': (price) => ({ price }),
  'POST /appointment-link/payment-intent price': (price) => ({ token, price }),
  'POST /recall-link/book price': (price) => ({ token, treatmentId: id, ...time, price }),
  'POST /waiting-list/offer/take price': (price) => ({ token, price }),
  'POST /desk/appointments/:id/payments amount': (amount) => ({ requestId: id, method: 'cash', amount }),
  'POST /desk/appointments/:id/refund amount': (amount) => ({ requestId: id, amount }),
  'POST /desk/appointments/:id/cancel refund': (refund) => ({ refund }),
  'POST /desk/appointments/:id/no-show-fee fee': (fee) => ({ fee }),
  'PATCH /desk/appointments/:id/price price': (price) => ({ price, from: 59, reason: 'Agreed' }),
  'PATCH /desk/appointments/:id/price from': (from) => ({ price: 59, from, reason: 'Agreed' }),
  'PATCH /desk/appointments/:id/treatment price': (price) => ({ treatmentId: id, from: id, price }),
  'POST /desk/till/close counted.cash': (cash) => ({ date: time.date, expected: {}, counted: { cash } }),
  'POST /desk/till/close expected.cash': (cash) => ({ date: time.date, expected: { cash }, counted: {} }),
  'POST /calendar change.treatment.price': (price) => ({
    ...{ version, preview: false },
    change: { kind: 'add-treatment', treatment: { ...fields, price } },
  }),
}

beforeAll(async () => {
  server = await openTestApp({ env: { CLINIC_CURRENCY: 'JPY' } })
  staff = await openTestStaff(server)
  patient = await server.person()
  version = (await staff.calendar()).version
})
afterAll(() => server.close())

const isAmount = /price|amount|refund|fee$|cash|dollars|^from$/i

/** Returns the paths of the numbers in a JSON schema that are named as money is. */
function amountsIn(schema: z.core.JSONSchema.BaseSchema, path: string[] = []): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const below = parts.flatMap((part) => amountsIn(part as z.core.JSONSchema.BaseSchema, path))
  if (schema.type === 'number' && isAmount.test(path.at(-1) ?? '')) below.push(path.join('.'))
  const properties = Object.entries(schema.properties ?? {}) as [string, z.core.JSONSchema.BaseSchema][]
  const values = schema.additionalProperties
  const record: [string, z.core.JSONSchema.BaseSchema][] =
    typeof values === 'object' ? [['cash', values as z.core.JSONSchema.BaseSchema]] : []
  return [...below, ...[...properties, ...record].flatMap(([name, each]) => amountsIn(each, [...path, name]))]
}

async function callsWithAmounts(): Promise<string[]> {
  const files = globSync('contract/calls/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(`${process.cwd()}/${file}`)))
  const calls = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (name.endsWith('Calls') ? Object.values(value as Calls) : [])),
  )
  return calls.flatMap(({ method, path, body }: Call) => {
    const schema = body && z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    return [...new Set(schema ? amountsIn(schema) : [])].map((at) => `${method} ${path} ${at}`)
  })
}

const send = async (name: string, amount: number) => {
  const [method = '', path = '', field = ''] = name.split(' ')
  const isPatients = path === '/booking' || path === '/create-payment-intent'
  const answer = await server.app.inject({
    method: method as 'POST',
    url: path.replace(':id', id),
    headers: isPatients ? patient.bearer : staff.admin.bearer,
    payload: (bodies[name] as Body)(amount),
  })
  const { code, errors = {} } = answer.json()
  return [answer.statusCode, code, errors[field], Object.keys(errors).join()]
}

describe('in a clinic whose currency has no decimals', () => {
  it('each call that takes an amount is tried here', async () => {
    expect((await callsWithAmounts()).sort()).toEqual(Object.keys(bodies).sort())
  })

  it.each(Object.keys(bodies))('%s is not half a yen', async (name) => {
    const field = name.split(' ')[2]
    expect(await send(name, 100.5)).toEqual([400, 'whole-amount', 'This currency has no decimals', field])
  })

  it.each(Object.keys(bodies))('%s has no third decimal', async (name) => {
    const field = name.split(' ')[2]
    expect(await send(name, 59.004)).toEqual([400, expect.anything(), 'Whole cents', field])
  })
})
