import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ClinicData } from '#contract/clinic.ts'
import { email } from '#contract/kit/text/email.ts'
import { patientParams } from '#contract/patient/record.ts'
import { type ExportFormat, exportQuery, type PersonalData, personalData } from '#contract/privacy/personal-data.ts'
import { requireConfirmedEmail } from '#server/access/authorize.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { patientRefusals, personRefusals } from '../refusals.ts'
import { type CollectDeps, collectPatientData, collectPersonalData } from './export.ts'

type Deps = CollectDeps & { identity: Identity; audit: Audit }

const response = {
  200: {
    description: 'A file',
    content: { 'application/json': { schema: personalData }, 'text/html': { schema: z.string() } },
  },
}

/** Registers the routes by which people get all data about them, and admins on behalf of a person. */
export function exportRoutes(app: App, deps: Deps) {
  ownRoute(app, deps)
  staffRoute(app, deps)
  patientRoute(app, deps)
}

function ownRoute(app: App, { identity, ...deps }: Deps) {
  app.get(
    '/api/auth/personal-data',
    {
      onRequest: [identity.confirmedSession],
      schema: {
        tags: ['account'],
        operationId: 'exportPersonalData',
        summary: 'All data about the caller, as a file',
        querystring: exportQuery,
        response,
      },
    },
    async (request, reply) => {
      const caller = identity.caller(request)
      requireConfirmedEmail(caller)
      const data = await collectPersonalData(deps, caller.email)
      if (!data) throw problemOf(personRefusals, { reason: 'unknown' })
      return send(reply, data, request.query.format, await deps.clinic())
    },
  )
}

function staffRoute(app: App, { identity, audit, ...deps }: Deps) {
  app.get(
    '/user/personalData/:email',
    {
      onRequest: [identity.mayConfirmed('export-data')],
      schema: {
        tags: ['user'],
        operationId: 'exportPersonalDataOf',
        summary: 'All data about somebody, as a file for them',
        problems: [404],
        params: z.object({ email }),
        querystring: exportQuery,
        response,
      },
    },
    async (request, reply) => {
      const data = await collectPersonalData(deps, request.params.email)
      if (!data) throw problemOf(personRefusals, { reason: 'unknown' })
      await recordExport(request, data)
      return send(reply, data, request.query.format, await deps.clinic())
    },
  )

  async function recordExport(request: FastifyRequest, { account }: PersonalData) {
    if (account) await audit.recordFor(request)(deps.db, 'export-data', account.email, [account.id])
  }
}

function patientRoute(app: App, { identity, audit, ...deps }: Deps) {
  app.get(
    '/desk/patients/:id/personalData',
    {
      onRequest: [identity.mayConfirmed('export-data')],
      schema: {
        tags: ['patient'],
        operationId: 'exportPatientData',
        summary: 'All data about a patient without an account, as a file for them',
        problems: [404, 409],
        params: patientParams,
        querystring: exportQuery,
        response,
      },
    },
    async (request, reply) => {
      const outcome = await collectPatientData(deps, request.params.id)
      if (!outcome.ok) throw problemOf(patientRefusals, outcome)
      const [patient] = outcome.data.patients
      if (patient) await audit.recordFor(request)(deps.db, 'export-data', patient.name, [patient.id])
      return send(reply, outcome.data, request.query.format, await deps.clinic())
    },
  )
}

async function send(reply: FastifyReply, data: PersonalData, format: ExportFormat, clinic: ClinicData) {
  const [type, content] =
    format === 'json'
      ? ['application/json; charset=utf-8', data]
      : // Imported on first use, because few people ask for it.
        ['text/html; charset=utf-8', (await import('./html.ts')).personalDataPage(data, clinic)]
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="personal-data.${format}"`)
    .header('cache-control', 'no-store')
    .send(content)
}
