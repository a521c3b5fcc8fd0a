import { patientImportCalls } from '#contract/calls/patient-import.ts'
import type { App } from '#server/http/app-type.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { ImportDeps } from './deps.ts'
import { showsPersons, toDetails, toListed } from './details.ts'
import { fileRoutes } from './file-routes.ts'
import { stepRefusals } from './refusals.ts'
import { cancelImport, type StepOutcome, startCheck, startImport, startUndo } from './steps.ts'
import { findImport, listImports } from './store.ts'

/** Registers the routes by which admins import and export patients and appointments. */
export async function patientImportRoutes(app: App, deps: ImportDeps) {
  readRoutes(app, deps)
  stepRoutes(app, deps)
  await fileRoutes(app, deps)
}

const tag = 'patient import'

function readRoutes(app: App, { db, identity, audit }: ImportDeps) {
  route(
    app,
    patientImportCalls.listImports,
    { identity, tag, operationId: 'listImports', summary: 'The latest imports, newest first' },
    async () => (await listImports(db)).map(toListed),
  )
  route(
    app,
    patientImportCalls.readImport,
    {
      ...{ identity, tag, operationId: 'readImport', problems: [404] },
      summary: 'An import with its columns, problems and duplicates',
    },
    async (request) => {
      const found = await findImport(db, request.params.id)
      if (!found || found.state === 'reading') throw problemOf(stepRefusals, { ok: false, reason: 'unknown-import' })
      const { details, personIds } = await toDetails(db, found)
      // Nothing is recorded while a page only follows the progress.
      if (showsPersons(details))
        await audit.recordRead(request, 'list-patients', `those of the file ${found.fileName}`, personIds)
      return details
    },
  )
}

function stepRoutes(app: App, { identity, audit, ...deps }: ImportDeps) {
  const problems = [404, 409]
  route(
    app,
    patientImportCalls.checkImport,
    { identity, tag, operationId: 'checkImport', summary: 'Check the rows of a file, without a change', problems },
    async ({ params, body }) => listedOf(await startCheck(deps, params.id, body)),
  )
  route(
    app,
    patientImportCalls.startImport,
    { identity, tag, operationId: 'startImport', summary: 'Import the rows of a file that was checked', problems },
    async (request) => listedOf(await startImport(deps, request.params.id, request.body, audit.actorOf(request))),
  )
  route(
    app,
    patientImportCalls.undoImport,
    { identity, tag, operationId: 'undoImport', summary: 'Take an import back', problems },
    async (request) => listedOf(await startUndo(deps, request.params.id, audit.actorOf(request))),
  )
  route(
    app,
    patientImportCalls.cancelImport,
    { identity, tag, operationId: 'cancelImport', summary: 'Cancel an import, and take back what it did', problems },
    async ({ params }) => {
      const outcome = await cancelImport(deps, params.id)
      if (!outcome.ok) throw problemOf(stepRefusals, outcome)
      return { success: true as const }
    },
  )
}

function listedOf(outcome: StepOutcome) {
  if (!outcome.ok) throw problemOf(stepRefusals, outcome)
  return toListed(outcome.import)
}
