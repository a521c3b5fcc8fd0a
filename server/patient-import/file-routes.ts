import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { z } from 'zod'
import { type Outcome, refused } from '#contract/kit/outcome.ts'
import { exportQuery, importDetails, importQuery, largestImport } from '#contract/patient/import.ts'
import type { App } from '#server/http/app-type.ts'
import { type Columns, openCsv } from '#server/http/csv/csv.ts'
import { csvFormatOf } from '#server/http/csv/format.ts'
import { csvAnswer, sendCsv, whilePermitted } from '#server/http/csv/send.ts'
import { ProblemError } from '#server/http/problem.ts'
import { problemOf } from '#server/http/refusal.ts'
import type { ImportDeps } from './deps.ts'
import { toDetails } from './details.ts'
import { exportCsv } from './export.ts'
import { type FileRefusal, fileRefusals } from './refusals.ts'
import { findImport, listProblems } from './store.ts'
import { storeFile } from './upload.ts'

const tags = ['patient import']
const limits = { fileSize: largestImport, files: 1, fields: 4, fieldSize: 1_000, parts: 5 }
const rowsAtOnce = 500

/** Registers the upload of a file to import, and the downloads of its problems and of an export. */
export async function fileRoutes(app: App, deps: ImportDeps) {
  problemsRoute(app, deps)
  exportRoute(app, deps)
  await app.register(async (scope: App) => {
    await scope.register(multipart, { limits })
    uploadRoute(scope, deps)
  })
}

function uploadRoute(app: App, { db, identity, audit }: ImportDeps) {
  // A file is in memory as a whole, because only all of it tells its encoding.
  const running = pLimit(1)
  app.post(
    '/patient-imports',
    {
      onRequest: [identity.may('import-patients')],
      // At level `trace` the plugin would log all headers, with the caller's token and cookies.
      logSerializers: { busboyOptions: () => undefined },
      schema: {
        ...{ tags, operationId: 'uploadImport', summary: 'Upload a CSV to import, as the field `file`' },
        querystring: importQuery,
        file: 'file',
        response: { 200: importDetails },
      },
    },
    async (request) => {
      if (running.activeCount > 0) throw problemOf(fileRefusals, refused('busy'))
      const { kind, encoding } = request.query
      const stored = await running(async () => {
        const read = await fileIn(request)
        if (!read.ok) return read
        const { fileName, bytes } = read
        return storeFile(db, { kind, fileName, bytes, encoding, by: audit.actorOf(request) })
      })
      const found = stored.ok && (await findImport(db, stored.id))
      if (!stored.ok) throw problemOf<FileRefusal>(fileRefusals, stored)
      if (!found) throw new ProblemError(404, 'There is no such import.')
      return (await toDetails(db, found)).details
    },
  )
}

type Read = Outcome<{ fileName: string; bytes: Buffer }, 'none' | 'too-large' | 'torn'>

async function fileIn(request: FastifyRequest): Promise<Read> {
  if (!request.isMultipart()) return refused('none')
  try {
    const part = await request.file()
    if (!part) return refused('none')
    const bytes = await part.toBuffer()
    // The page shows the name.
    const fileName = part.filename.replace(/[\p{C}]/gu, '').slice(-100) || 'file.csv'
    return bytes.length === 0 && part.filename === '' ? refused('none') : { ok: true, fileName, bytes }
  } catch (error) {
    return refused((error as { code?: unknown }).code === 'FST_REQ_FILE_TOO_LARGE' ? 'too-large' : 'torn')
  }
}

type Problem = { row: number; field: string; sentence: string }
const problemColumns: Columns<Problem> = {
  Row: ({ row }) => row,
  Field: ({ field }) => field,
  Problem: ({ sentence }) => sentence,
}

function problemsRoute(app: App, { db, identity, audit, clinic }: ImportDeps) {
  app.get(
    '/patient-imports/:id/problems',
    {
      onRequest: [identity.may('import-patients')],
      schema: {
        ...{ tags, operationId: 'downloadProblems', summary: 'All problems of the rows of a file, as a CSV' },
        params: z.object({ id: z.uuid('An import’s id is needed') }),
        response: csvAnswer,
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const found = await findImport(db, id)
      if (!found) throw new ProblemError(404, 'There is no such import.')
      await audit.recordRead(request, 'list-patients', `the problems of the file ${found.fileName}`, [])
      const csv = openCsv(problemColumns, csvFormatOf(await clinic()))
      async function* lines() {
        yield csv.head()
        for (let after = 0; ; ) {
          const rows = await listProblems(db, id, { after, limit: rowsAtOnce })
          yield csv.lines(
            rows.flatMap(({ row, isPartial, problems }) =>
              (problems ?? []).map(({ field, sentence }) => ({
                ...{ row, field, sentence: isPartial ? `${sentence} (imported without it)` : sentence },
              })),
            ),
          )
          if (rows.length < rowsAtOnce) return
          after = rows.at(-1)?.row ?? 0
        }
      }
      const { sessionId } = identity.caller(request)
      const permitted = whilePermitted(lines(), () => identity.isPermitted(sessionId, 'import-patients'))
      return sendCsv(reply, permitted, 'problems.csv')
    },
  )
}

function exportRoute(app: App, { db, identity, audit, clock, clinic }: ImportDeps) {
  app.get(
    '/patients/export',
    {
      onRequest: [identity.mayConfirmed('export-patients')],
      schema: {
        ...{ tags, operationId: 'exportPatients', summary: 'All patients, or all future appointments, as a CSV' },
        querystring: exportQuery,
        response: csvAnswer,
      },
    },
    async (request, reply) => {
      const { kind } = request.query
      await audit.recordFor(request)(db, 'export-patients', kind === 'patients' ? 'all patients' : 'all appointments')
      const { sessionId } = identity.caller(request)
      const format = csvFormatOf(await clinic())
      const lines = whilePermitted(exportCsv(db, kind, { now: clock(), format }), () =>
        identity.isPermitted(sessionId, 'export-patients'),
      )
      return sendCsv(reply, lines, `${kind}.csv`)
    },
  )
}
