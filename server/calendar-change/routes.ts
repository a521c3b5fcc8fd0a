import type { FastifyRequest } from 'fastify'
import type { ChangeEffect } from '#contract/calendar/calendar.ts'
import type { CalendarChange, ParsedChange } from '#contract/calendar/change.ts'
import { calendarCalls } from '#contract/calls/calendar.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { emails } from '#server/mail/jobs.ts'
import type { Photos } from '#server/photo/open.ts'
import { recallSoon } from '#server/recall/jobs.ts'
import { acceptRequest } from './absence-request.ts'
import { applyChange } from './apply.ts'
import type { RuleChanges } from './change.ts'
import { editableRules } from './editable.ts'
import { toEffect } from './effect.ts'
import { changeRefusals } from './refusals.ts'
import { listEditable } from './store.ts'

type Deps = {
  db: Db
  identity: Identity
  calendar: Calendar
  ruleChanges: RuleChanges
  audit: Audit
  jobs: Jobs
  photos: Photos
}

/** Registers the routes by which admins read and change the clinic's rules. */
export function calendarChangeRoutes(app: App, deps: Deps) {
  readRoute(app, deps)
  changeRoutes(app, deps)
}

function readRoute(app: App, { db, identity, calendar, ruleChanges, photos }: Deps) {
  route(
    app,
    calendarCalls.readCalendar,
    {
      identity,
      tag: 'calendar',
      operationId: 'readCalendar',
      summary: 'The clinic’s hours, treatments, doctors and chairs',
    },
    async () => {
      const today = await calendar.today()
      const [rules, editable, misfits] = await Promise.all([
        calendar.rules(),
        listEditable(db, today),
        ruleChanges.listMisfits(),
      ])
      return editableRules(rules, editable, { needAttention: misfits.length, toPublicUrl: photos.toPublicUrl })
    },
  )
}

function changeRoutes(app: App, deps: Deps) {
  const { identity } = deps
  route(
    app,
    calendarCalls.changeCalendar,
    {
      identity,
      tag: 'calendar',
      operationId: 'changeCalendar',
      summary: 'Change the clinic’s rules, or preview what a change does to appointments',
      problems: [409],
    },
    (request) => makeChange(deps, request, request.body),
  )
  route(
    app,
    calendarCalls.changeAvailability,
    {
      identity,
      tag: 'calendar',
      operationId: 'changeAvailability',
      summary: 'Add or remove absences and blocks, or preview what that does to appointments',
      problems: [409],
    },
    (request) => makeChange(deps, request, request.body),
  )
}

async function makeChange(
  { db, calendar, ruleChanges, audit, jobs, photos }: Deps,
  request: FastifyRequest,
  { version, change: sent, preview, tellPatients }: ParsedChange,
): Promise<ChangeEffect> {
  const change = withStoredPhoto(sent, photos)
  const recordAudit = audit.recordFor(request)
  const today = await calendar.today()
  const { clinic: money } = await calendar.rules()
  const work = async (tx: Db, current: number): Promise<void> => {
    if (current !== version) throw problemOf(changeRefusals, { reason: 'rules-changed' })
    const applied = await applyChange(tx, change, { today, money })
    if (!applied.ok) throw problemOf(changeRefusals, applied)
    if (!(await acceptAsked(tx, jobs, change))) throw problemOf(changeRefusals, { reason: 'not-open' })
    await recordAudit(tx, change.kind === 'remove-doctor' ? 'delete-doctor' : change.kind, applied.target)
  }
  const changed = await (preview ? ruleChanges.preview(work) : ruleChanges.change(work, { tellPatients }))
  if (!preview) jobs.wake(emails)
  if (!preview && change.kind === 'change-doctor' && change.doctor.img !== undefined) await photos.deleteUnused()
  // A failure is not lost: the schedule runs within an hour.
  if (!preview && 'treatment' in change) await recallSoon({ db, jobs }).catch(() => undefined)
  const { effect, shownPatients } = toEffect(changed)
  if (shownPatients.length > 0)
    await audit.recordRead(
      request,
      'read-appointment',
      'the appointments that a change of the rules affects',
      shownPatients,
    )
  return effect
}

/** Returns the change with the stored URL of its photo, if it has one. */
function withStoredPhoto(change: CalendarChange, photos: Photos): CalendarChange {
  if (change.kind !== 'change-doctor' || !change.doctor.img) return change
  const img = photos.toStoredUrl(change.doctor.img)
  if (!img) throw problemOf(changeRefusals, { reason: 'unloadable-photo' })
  return { ...change, doctor: { ...change.doctor, img } }
}

/** Accepts the request for the absence that a change adds, if it names one. Returns false if that is not open. */
async function acceptAsked(tx: Db, jobs: Jobs, change: CalendarChange): Promise<boolean> {
  if (change.kind !== 'add-absence' || change.requestId === undefined) return true
  return acceptRequest(tx, jobs, { id: change.requestId, doctorId: change.doctorId })
}
