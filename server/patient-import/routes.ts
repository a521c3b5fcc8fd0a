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

function readRoutes(app: App, { db, identity, audit }: ImportDeps) {
  route(app, identity, patientImportCalls.listImports, async () => (await listImports(db)).map(toListed))
  route(app, identity, patientImportCalls.readImport, async (request) => {
    const found = await findImport(db, request.params.id)
    if (!found || found.state === 'reading') throw problemOf(stepRefusals, { ok: false, reason: 'unknown-import' })
    const { details, personIds } = await toDetails(db, found)
    // Nothing is recorded while a page only follows the progress.
    if (showsPersons(details))
      await audit.recordRead(request, 'list-patients', `those of the file ${found.fileName}`, personIds)
    return details
  })
}

function stepRoutes(app: App, { identity, audit, ...deps }: ImportDeps) {
  route(app, identity, patientImportCalls.checkImport, async ({ params, body }) =>
    listedOf(await startCheck(deps, params.id, body)),
  )
  route(app, identity, patientImportCalls.startImport, async (request) =>
    listedOf(await startImport(deps, request.params.id, request.body, audit.actorOf(request))),
  )
  route(app, identity, patientImportCalls.undoImport, async (request) =>
    listedOf(await startUndo(deps, request.params.id, audit.actorOf(request))),
  )
  route(app, identity, patientImportCalls.cancelImport, async ({ params }) => {
    const outcome = await cancelImport(deps, params.id)
    if (!outcome.ok) throw problemOf(stepRefusals, outcome)
    return { success: true as const }
  })
}

function listedOf(outcome: StepOutcome) {
  if (!outcome.ok) throw problemOf(stepRefusals, outcome)
  return toListed(outcome.import)
}
