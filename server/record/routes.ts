import type { FastifyRequest } from 'fastify'
import { recordCalls } from '#contract/calls/record.ts'
import { totalHeader } from '#contract/kit/list.ts'
import type { Audit } from '#server/audit/audit.ts'
import { toLikely, withContacts } from '#server/desk/patients.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { emails } from '#server/mail/jobs.ts'
import { numbered, requireCallable } from '#server/patient/phone-check.ts'
import { findRecord } from '#server/patient/record-store.ts'
import type { TextCountries } from '#server/patient/text-number.ts'
import { giveCode, type RecordCodes } from '#server/patient/tie/own-record.ts'
import { addActing, removeActing } from './accounts.ts'
import { addRecord } from './add.ts'
import { changeRecord } from './change.ts'
import { deathRoutes } from './death-routes.ts'
import { readEmails } from './emails.ts'
import { factsRoute } from './facts/routes.ts'
import { listPatients } from './list.ts'
import { mergeRoutes } from './merge-routes.ts'
import { type ReadDeps, readRecord } from './read.ts'
import { accountRefusals, addRefusals, changeRefusals, readRefusals } from './refusals.ts'
import { readTexts } from './texts.ts'

type Deps = Omit<ReadDeps, 'country'> & {
  clinic: () => Promise<TextCountries>
  jobs: Jobs
  identity: Identity
  audit: Audit
  recordCodes: RecordCodes
}

/** Registers the routes by which staff read and keep the records of patients. */
export function recordRoutes(app: App, deps: Deps) {
  listRoute(app, deps)
  addRoute(app, deps)
  readRoute(app, deps)
  factsRoute(app, deps)
  emailsRoute(app, deps)
  textsRoute(app, deps)
  changeRoute(app, deps)
  accountRoutes(app, deps)
  codeRoute(app, deps)
  deathRoutes(app, deps)
  mergeRoutes(app, deps)
}

/** Adds the clinic's country, whose phone numbers need no code. */
async function withCountry<D extends Pick<Deps, 'clinic'>>(deps: D) {
  return { ...deps, country: (await deps.clinic()).country }
}

function listRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(app, identity, recordCalls.listPatients, async (request, reply) => {
    const { search, page, limit } = request.query
    const { total, patients } = await listPatients(await withCountry(deps), request.query)
    const found = await withContacts(deps, patients)
    const target = search === '' ? `page ${page}` : `“${search}”`
    await audit.recordRead(
      request,
      'list-patients',
      target,
      found.map(({ _id }) => _id),
    )
    void reply.header(totalHeader, total)
    if (page * limit < total) linkNextPage(request, reply, request.query)
    return found
  })
}

function addRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(app, identity, recordCalls.addPatient, async (request, reply) => {
    const clinic = await deps.clinic()
    requireCallable(numbered('fields.phones', request.body.fields.phones), clinic.country)
    const outcome = await addRecord({ ...deps, clinic }, request.body, {
      record: audit.recordFor(request),
      by: identity.caller(request).email,
    })
    if (!outcome.ok && outcome.reason === 'likely-duplicate') {
      const ids = outcome.duplicates.map(({ id }) => id)
      await audit.recordRead(request, 'search-patients', request.body.fields.name, ids)
      const patients = await toLikely(deps, outcome.duplicates)
      throw problemOf(addRefusals, outcome, { patients })
    }
    if (!outcome.ok) throw problemOf(addRefusals, outcome)
    deps.jobs.wake(emails)
    return reply.code(201).send({ success: true, _id: outcome.id })
  })
}

function readRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(app, identity, recordCalls.readPatient, async (request) => {
    const record = await readRecord(await withCountry(deps), request.params.id)
    if (!record) throw problemOf(readRefusals, { ok: false, reason: 'unknown-patient' })
    const { _id, fields, erasedAt } = record
    await audit.recordRead(request, 'read-patient', erasedAt === undefined ? fields.name : 'an erased patient', [_id])
    return record
  })
}

/** Returns the record that a request is about, with an entry of the audit trail. */
async function openRecord(
  { db, audit }: Pick<Deps, 'db' | 'audit'>,
  request: FastifyRequest<{ Params: { id: string } }>,
) {
  const found = await findRecord(db, request.params.id)
  if (!found) throw problemOf(readRefusals, { ok: false, reason: 'unknown-patient' })
  await audit.recordRead(request, 'read-patient', found.erasedAt ? 'an erased patient' : found.name, [found.id])
  return found
}

function emailsRoute(app: App, { db, identity, audit }: Deps) {
  route(app, identity, recordCalls.readPatientEmails, async (request) =>
    readEmails(db, await openRecord({ db, audit }, request)),
  )
}

function textsRoute(app: App, { db, identity, audit }: Deps) {
  route(app, identity, recordCalls.readPatientTexts, async (request) =>
    readTexts(db, await openRecord({ db, audit }, request)),
  )
}

function changeRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(app, identity, recordCalls.changePatient, async (request) => {
    const { change, seen } = request.body
    requireCallable(numbered('change.phones', change.phones), (await deps.clinic()).country, seen.phones)
    const outcome = await changeRecord(deps, request.params.id, request.body, {
      record: audit.recordFor(request),
      by: identity.caller(request).email,
    })
    if (!outcome.ok) throw problemOf(changeRefusals, outcome)
    deps.jobs.wake(emails)
    const { newEmail } = outcome
    return { success: true as const, ...(newEmail && { newEmail }) }
  })
}

function accountRoutes(app: App, { db, identity, audit }: Deps) {
  route(app, identity, recordCalls.addPatientAccount, async (request) => {
    const by = { record: audit.recordFor(request), by: identity.caller(request).email }
    const outcome = await addActing(db, request.params.id, request.body, by)
    if (!outcome.ok) throw problemOf(accountRefusals, outcome)
    return { success: true as const }
  })
  route(app, identity, recordCalls.removePatientAccount, async (request) => {
    const { id, email } = request.params
    const outcome = await removeActing(db, id, email, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(accountRefusals, outcome)
    return { success: true as const }
  })
}

function codeRoute(app: App, { identity, audit, ...deps }: Deps) {
  route(app, identity, recordCalls.giveRecordCode, async (request) => {
    const patient = { patientId: request.params.id, by: identity.caller(request).email }
    const outcome = await giveCode(deps, patient, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(readRefusals, outcome)
    return { code: outcome.code, expiresAt: outcome.expiresAt.toISOString() }
  })
}
