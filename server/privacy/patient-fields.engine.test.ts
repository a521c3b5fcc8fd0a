import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  fieldLabels,
  fieldNames,
  type PatientField,
  type PatientFields,
  patientFields,
} from '#contract/patient/fields.ts'
import { mergeFields } from '#contract/patient/merge.ts'
import type { PatientRecord } from '#contract/patient/record.ts'
import { audit } from '#server/database/schema/audit.ts'
import { openTestImports } from '#server/patient-import/testing/patient-import.ts'
import { openTestApp, type TestApp } from '#server/testing/app.ts'
import { tracesIn } from './testing/traces.ts'

/** A value of each field, of no other patient. */
const told: PatientFields = {
  name: 'Quirin Quill',
  birthDate: '1971-02-03',
  phones: ['+1 646 555 0171'],
  email: 'quirin@quill.example',
  language: 'pt-BR',
  contact: 'phone',
  alerts: 'Penicillin\nNeeds an interpreter',
  notes: 'Sings while he waits',
}

let server: TestApp
let imports: Awaited<ReturnType<typeof openTestImports>>
beforeAll(async () => {
  server = await openTestApp()
  imports = await openTestImports(server)
})
afterAll(() => server.close())

const call = async <Answer>(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object): Promise<Answer> => {
  const headers = imports.admin.bearer
  const answer = await server.app.inject({ method, url, headers, ...(payload && { payload }) })
  expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300)
  return answer.headers['content-type']?.toString().includes('json') ? answer.json() : (answer.body as Answer)
}
const read = (id: string) => call<PatientRecord>('GET', `/desk/patients/${id}`)
const fieldsOf = async (id: string) => (await read(id)).fields
const add = async (fields: Partial<PatientFields>) =>
  (await call<{ _id: string }>('POST', '/desk/patients', { fields, addAnyway: true, requestId: crypto.randomUUID() }))
    ._id

describe('each field of a patient', () => {
  it('is stored when they are added, and one by one, with an entry that names it', async () => {
    expect(await fieldsOf(await add(told))).toEqual(told)
    const id = await add({ name: 'Nobody Yet' })
    const seen = await fieldsOf(id)
    for (const field of fieldNames)
      await call('PATCH', `/desk/patients/${id}`, { seen: { [field]: seen[field] }, change: { [field]: told[field] } })
    expect(await fieldsOf(id)).toEqual(told)
    const entries = await server.database.db.select().from(audit).where(eq(audit.action, 'change-patient'))
    expect(entries).toHaveLength(fieldNames.length)
  })

  it('is stored at its longest, and refused with one character more', async () => {
    for (const field of fieldNames) {
      const longest = z.toJSONSchema(patientFields[field].schema, { io: 'input', unrepresentable: 'any' }).maxLength
      if (longest === undefined || !/^(text|alerts|notes)$/.test(patientFields[field].input)) continue
      const id = await add({ name: 'Leo Long', [field]: 'x'.repeat(longest) })
      expect((await fieldsOf(id))[field]).toHaveLength(longest)
      const change = { [field]: 'x'.repeat(longest + 1) }
      const refused = await server.app.inject({
        ...{ method: 'PATCH', url: `/desk/patients/${id}`, headers: imports.admin.bearer },
        payload: { seen: await fieldsOf(id), change },
      })
      expect([field, refused.statusCode, Object.keys(refused.json().errors)]).toEqual([field, 400, [`change.${field}`]])
    }
  })

  it('is what is known after a merge whose page did not name it', async () => {
    const [kept, former] = [await add({ name: told.name }), await add(told)]
    await call('POST', `/desk/patients/${kept}/merge`, { former, values: {} })
    expect(await fieldsOf(kept)).toEqual({ ...told, contact: 'email' })
  })

  it('of one record is that of both after a merge, and only his again after its undo', async () => {
    const [kept, former] = [await add({ name: 'Kurt Kept' }), await add(told)]
    const values = Object.fromEntries(mergeFields.map((field) => [field, told[field]]))
    await call('POST', `/desk/patients/${kept}/merge`, { former, values })
    expect(await read(former)).toMatchObject({ _id: kept, fields: told })
    await call('POST', `/desk/patients/${kept}/joins/${(await read(kept)).joins[0]?._id}/undo`, {})
    expect(await fieldsOf(former)).toEqual(told)
    expect(await fieldsOf(kept)).toEqual(await fieldsOf(await add({ name: 'Kurt Kept' })))
  })

  it('is in the export for the clinic, and comes back from it', async () => {
    const id = await add({ ...told, name: 'Ferdinand Filed' })
    const csv = await call<string>('GET', '/patients/export?kind=patients')
    const [head = '', ...lines] = csv.replace('\uFEFF', '').trim().split('\r\n')
    expect(head.split(',')).toEqual(expect.arrayContaining(Object.values(fieldLabels)))
    const own = lines.find((line) => line.includes('Ferdinand Filed')) ?? ''
    const { _id } = await imports.run(`${head}\r\n${own.replaceAll('Ferdinand Filed', 'Ferdinand Copied')}`)
    const [copy] = await call<{ _id: string }[]>('GET', '/desk/patients?search=Ferdinand%20Copied')
    expect(await fieldsOf(copy?._id ?? '')).toEqual({ ...(await fieldsOf(id)), name: 'Ferdinand Copied' })
    await imports.undo(_id)
    expect(await call('GET', '/desk/patients?search=Ferdinand%20Copied')).toEqual([])
  })

  it.each(fieldNames.filter((field) => field !== 'name'))('%s counts as a change after an import', async (field) => {
    const name = `Imported ${field}`
    const { _id } = await imports.run(`Name\r\n${name}`)
    const [found] = await call<{ _id: string }[]>('GET', `/desk/patients?search=${encodeURIComponent(name)}`)
    const { [field]: seen } = await fieldsOf(found?._id ?? '')
    await call('PATCH', `/desk/patients/${found?._id}`, { seen: { [field]: seen }, change: { [field]: told[field] } })
    expect(await imports.undo(_id)).toMatchObject({ kept: 1 })
  })

  it('is in the export of their data, and gone after an erasure', async () => {
    const id = await add({ ...told, ...oneOfAKind })
    const file = await call<{ patients: Record<PatientField, unknown>[] }>('GET', `/desk/patients/${id}/personalData`)
    for (const field of fieldNames) expect(file.patients[0]?.[field], field).toBeTruthy()
    const page = await call<string>('GET', `/desk/patients/${id}/personalData?format=html`)
    for (const value of Object.values(oneOfAKind).flat()) expect(page).toContain(value)
    await call('POST', `/desk/patients/${id}/erasure`, {})
    for (const value of Object.values(oneOfAKind).flat())
      expect((await tracesIn(server.database, value)).filter((trace) => !trace.startsWith('public.audit:'))).toEqual([])
  })
})

describe('alerts', () => {
  it('are those of several columns of a file, and of both records after a merge, each once', async () => {
    await imports.run('Name,Allergies,Medical alerts\r\nAlma Alert,Penicillin,Wheelchair')
    const [found] = await call<{ _id: string }[]>('GET', '/desk/patients?search=Alma%20Alert')
    const kept = found?._id ?? ''
    expect((await fieldsOf(kept)).alerts).toBe('Penicillin\nWheelchair')
    const former = await add({ name: 'Alma Alert', alerts: 'Latex\nPenicillin' })
    await call('POST', `/desk/patients/${kept}/merge`, { former, values: {} })
    expect((await fieldsOf(kept)).alerts).toBe('Penicillin\nWheelchair\nLatex')
  })
})

const oneOfAKind = {
  name: 'Erasmus Erased',
  phones: ['+1 646 555 0199'],
  email: 'erasmus@erased.example',
  language: 'mn-Mong',
  alerts: 'Allergic to latex gloves',
  notes: 'Hums while he waits',
}
